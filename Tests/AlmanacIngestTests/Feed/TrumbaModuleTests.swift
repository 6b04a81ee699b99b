import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct TrumbaModuleTests {
  private func entry(_ item: String) -> Entry {
    FeedReading.read(
      """
      <rss version="2.0" xmlns:xCal="urn:ietf:params:xml:ns:xcal"
        xmlns:x-trumba="http://schemas.trumba.com/rss/x-trumba"
        xmlns:x-microsoft="http://schemas.microsoft.com/x-microsoft"><channel><item>
        <title>Workshop</title><category>2016/02/18 (Thu)</category>\(item)</item></channel></rss>
      """, ReadingContext(zone: FeedReading.singapore)
    ).first
  }

  @Test("The calendar is the category, and custom fields with usual names are read")
  func fields() {
    let entry = entry(
      """
      <xCal:dtstart>2016-02-17T23:00:00Z</xCal:dtstart>
      <x-trumba:localstart tzAbbr="EAST" tzCode="260">2016-02-18T09:00:00</x-trumba:localstart>
      <x-trumba:categorycalendar>Libraries|Workshops</x-trumba:categorycalendar>
      <x-trumba:customfield name="Venue" type="text">South Bank</x-trumba:customfield>
      <x-trumba:customfield name="Venue address" type="text">Stanley St</x-trumba:customfield>
      <x-trumba:customfield name="Cost" type="text">Free</x-trumba:customfield>
      <x-trumba:customfield name="Age" type="text">5 to 8</x-trumba:customfield>
      <x-trumba:customfield name="Event Type" type="number">Family, Sport</x-trumba:customfield>
      <x-trumba:customfield name="Bring" type="text">A mat</x-trumba:customfield>
      <x-trumba:customfield name="Event image" type="uri">https://example.org/a</x-trumba:customfield>
      """)
    #expect(entry.start?.description == "2016-02-17T23:00:00Z")
    #expect(entry.categories == ["Libraries", "Workshops"])
    #expect(entry.venue == "South Bank")
    #expect(entry.address == "Stanley St")
    #expect(entry.price == "Free")
    #expect(entry.audience == "5 to 8")
    #expect(entry.tags == ["Family", "Sport"])
    #expect(entry.image == "https://example.org/a")
    #expect(entry.problems.isEmpty)
  }

  @Test(
    "A whole day has the dates of the local times, with an inclusive or exclusive end",
    arguments: [
      ("2016-02-19T00:00:00", "2016-02-19"), ("2016-02-18T23:59:00", "2016-02-19"),
      ("2016-02-18T00:00:00", nil), ("2016-02-20T00:00:00", "2016-02-20"),
    ] as [(String, String?)])
  func wholeDay(end: String, expected: String?) {
    let entry = entry(
      """
      <xCal:dtstart>2016-02-17T14:00:00Z</xCal:dtstart><xCal:dtend>2016-02-18T14:00:00Z</xCal:dtend>
      <x-trumba:localstart tzAbbr="EAST">2016-02-18T00:00:00</x-trumba:localstart>
      <x-trumba:localend tzAbbr="EAST">\(end)</x-trumba:localend>
      <x-microsoft:cdo-alldayevent>true</x-microsoft:cdo-alldayevent>
      """)
    #expect(entry.start?.description == "2016-02-18")
    #expect(entry.end?.description == expected)
  }

  @Test("Without xCal the local times are read in their own zone")
  func localTimes() {
    let known = entry(
      """
      <x-trumba:localstart tzAbbr="PDT">2016-07-18T09:00:00</x-trumba:localstart>
      <x-trumba:localend tzAbbr="PDT">2016-07-18T10:00:00</x-trumba:localend>
      """)
    #expect(known.start?.publicText == "2016-07-18T09:00:00-07:00")
    #expect(known.end?.publicText == "2016-07-18T10:00:00-07:00")
    let unknown = entry(
      "<x-trumba:localstart tzAbbr=\"QQQ\">2016-07-18T09:00:00</x-trumba:localstart>")
    #expect(unknown.start == nil)
  }
}
