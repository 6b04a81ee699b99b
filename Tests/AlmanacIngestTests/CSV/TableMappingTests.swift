import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct TableMappingTests {
  private func read(_ text: String, _ mapping: FeedMapping) -> ParsedFeed {
    FeedReading.read(
      text, ReadingContext(zone: FeedReading.singapore, format: .csv, mapping: mapping))
  }

  @Test("A mapping adds to the recognized columns, and privacy and whole days are still read")
  func adds() {
    let feed = read(
      """
      Subject,Wann,Start Time,End Time,All day event,Location,Private,Sensitivity,Show time as
      Tea,5 March 2026,10:00,11:00,False,Hall,False,Normal,0
      Chat,5 March 2026,12:00,13:00,False,Room 2,True,Normal,2
      Fair,6 March 2026,00:00,00:00,True,Green,False,Confidential,2
      """,
      FeedMapping(
        item: "", fields: [:],
        start: TimeMapping(
          date: FieldMapping(paths: ["Wann"]), time: FieldMapping(paths: ["Start Time"]))))
    #expect(feed.entries.map(\.title) == ["Tea", "Chat", "Fair"])
    #expect(feed.first.start?.description == "2026-03-05T10:00:00+08:00[Asia/Singapore]")
    #expect(feed.first.end?.description == "2026-03-05T11:00:00+08:00[Asia/Singapore]")
    #expect(feed.entries.map(\.venue) == ["Hall", "Room 2", "Green"])
    #expect(feed.entries.map(\.visibility) == [.public, .private, .confidential])
    #expect(feed.entries.map(\.transparency) == [.transparent, .opaque, .opaque])
    #expect(feed.entries.last?.start?.description == "2026-03-06")
  }

  @Test("An order without fields is a mapping, and a mapped column has no other meaning")
  func orderAndNames() {
    let order = read(
      "Title,Date\nTea,4/6/2026\n", FeedMapping(item: "", fields: [:], dateOrder: .dayMonthYear))
    #expect(order.first.start?.description == "2026-06-04")
    let named = read(
      "Title,Name,Date,Location\nMs,Tea,2026-03-05,Hall\n",
      FeedMapping(
        item: "",
        fields: [
          .title: FieldMapping(paths: ["Name"]), .audience: FieldMapping(paths: ["Location"]),
        ]))
    #expect(named.first.title == "Tea")
    #expect(named.first.venue == nil && named.first.audience == "Hall")
  }

  @Test("An end at the time of the start on the same day is unknown")
  func equalTimes() {
    let feed = read(
      "id;title;day;from;until\n1;Night walk;5 March 2026;23:00;00:30\n2;Lunch;6 March 2026;12:00;12:00\n",
      FeedMapping(
        item: "", fields: [.title: FieldMapping(paths: ["title"])],
        start: TimeMapping(
          date: FieldMapping(paths: ["day"]), time: FieldMapping(paths: ["from"])),
        end: TimeMapping(
          date: FieldMapping(paths: ["day"]), time: FieldMapping(paths: ["until"]))))
    #expect(feed.first.end?.description == "2026-03-06T00:30:00+08:00[Asia/Singapore]")
    #expect(feed.entries.last?.start != nil && feed.entries.last?.end == nil)
  }
}
