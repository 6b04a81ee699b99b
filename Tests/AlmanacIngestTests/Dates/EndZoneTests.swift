import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

/// Tests ends without an offset after starts with one. The source is in another zone.
@Suite struct EndZoneTests {
  private func context(_ mapping: FeedMapping? = nil) -> ReadingContext {
    ReadingContext(zone: FeedReading.singapore, mapping: mapping)
  }

  private func expect(_ feed: ParsedFeed, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(
      feed.first.start?.description == "2026-06-10T18:00:00-04:00", sourceLocation: sourceLocation)
    #expect(
      feed.first.end?.description == "2026-06-10T19:30:00-04:00", sourceLocation: sourceLocation)
  }

  @Test("An end without an offset is in the zone of its start, in every format")
  func formats() {
    expect(
      FeedReading.read(
        "<html><body><div class=h-event><b class=p-name>x</b><time class=dt-start "
          + "datetime='2026-06-10T18:00-04:00'>6</time><time class=dt-end>19:30</time></div></body></html>",
        context()))
    expect(
      FeedReading.read(
        "<html><body><div itemscope itemtype='https://schema.org/Event'><b itemprop=name>x</b>"
          + "<time itemprop=startDate datetime='2026-06-10T18:00-04:00'>6</time>"
          + "<time itemprop=endDate datetime='2026-06-10T19:30'>7</time></div></body></html>",
        context()))
    expect(
      FeedReading.read(
        #"{"@context": "https://schema.org", "@type": "Event", "name": "x", "startDate": "2026-06-10T18:00:00-04:00", "endDate": "2026-06-10T19:30:00"}"#,
        context()))
    expect(
      FeedReading.read(
        "Title,Start,End\nx,2026-06-10T18:00:00-04:00,2026-06-10 19:30\n", context()))
    let mapping = FeedMapping(
      item: "events", fields: [.title: FieldMapping(paths: ["t"])],
      start: TimeMapping(date: FieldMapping(paths: ["a"])),
      end: TimeMapping(date: FieldMapping(paths: ["b"])))
    expect(
      FeedReading.read(
        #"{"events": [{"t": "x", "a": "2026-06-10T18:00:00-04:00", "b": "2026-06-10T19:30:00"}]}"#,
        context(mapping)))
    expect(
      FeedReading.rss(
        "<title>x</title><ev:startdate>2026-06-10T18:00:00-04:00</ev:startdate>"
          + "<ev:enddate>2026-06-10T19:30:00</ev:enddate>", context()))
  }

  @Test(
    "An end that is only a time of day is on the day of its start, or on the next if it is earlier")
  func timeOnly() {
    func end(_ text: String) -> String? {
      FeedReading.read(
        "{\"@context\": \"https://schema.org\", \"@type\": \"Event\", \"name\": \"x\", "
          + "\"startDate\": \"2026-06-10T18:00:00-04:00\", \"endDate\": \"\(text)\"}", context()
      ).first.end?.description
    }
    #expect(end("19:30") == "2026-06-10T19:30:00-04:00")
    #expect(end("1:15 am") == "2026-06-11T01:15:00-04:00")
    #expect(end("soon") == nil)
    let page = FeedReading.read(
      "<html><body><div class=h-event><b class=p-name>x</b><time class=dt-start "
        + "datetime='2026-06-10T22:00-04:00'>10</time><time class=dt-end>01:00</time></div></body></html>",
      context())
    #expect(page.first.end?.description == "2026-06-11T01:00:00-04:00")
  }

  @Test(
    "A start without a zone before an end at another offset is doubtful",
    arguments: [("10:30:00Z", true), ("19:30:00+08:00", false), ("19:30:00", false)])
  func doubtfulStart(end: String, isDoubtful: Bool) {
    let feed = FeedReading.rss(
      "<title>x</title><ev:startdate>2026-06-10T18:00:00</ev:startdate>"
        + "<ev:enddate>2026-06-10T\(end)</ev:enddate>", context())
    #expect((feed.first.zoneConflict != nil) == isDoubtful)
  }

  @Test(
    "An abbreviation of the other half of the year makes a start doubtful, in every format",
    arguments: [("EST", "-05:00", true), ("EDT", "-04:00", false), ("CDT", "-05:00", false)])
  func otherSeason(name: String, offset: String, isDoubtful: Bool) {
    let mapping = FeedMapping(
      item: "", fields: [.timezone: FieldMapping(paths: ["Zone"])],
      start: TimeMapping(date: FieldMapping(paths: ["Start"])))
    let newYork = ZoneDatabase.system.zone(named: "America/New_York")
    let context = ReadingContext(zone: newYork, mapping: mapping)
    let rss = FeedReading.rss(
      "<title>x</title><ev:startdate>June 10, 2026 6 PM \(name)</ev:startdate>",
      ReadingContext(zone: newYork))
    let calendar = readCalendar(
      event("DTSTART;TZID=\(name):20260610T180000"), zone: "America/New_York")
    let table = FeedReading.read("Title,Start,Zone\nx,2026-06-10 18:00,EST\n", context)
    for feed in [rss, calendar] + (name == "EST" ? [table] : []) {
      #expect(feed.first.start?.description.contains("T18:00:00\(offset)") == true)
      #expect((feed.first.zoneConflict != nil) == isDoubtful)
    }
  }

  @Test("An end has the offset of its own day in a named zone, and its own offset otherwise")
  func others() {
    let named = FeedReading.rss(
      "<title>x</title><ev:startdate>Sat, 31 Oct 2026 22:00 America/New_York</ev:startdate>"
        + "<ev:enddate>2026-11-01T03:00:00</ev:enddate>", context())
    #expect(named.first.end?.description == "2026-11-01T03:00:00-05:00[America/New_York]")
    let own = FeedReading.rss(
      "<title>x</title><ev:startdate>2026-06-10T18:00:00-04:00</ev:startdate>"
        + "<ev:enddate>2026-06-11T00:30:00+02:00</ev:enddate>", context())
    #expect(own.first.end?.description == "2026-06-11T00:30:00+02:00")
    let floating = FeedReading.rss(
      "<title>x</title><ev:startdate>2026-06-10T18:00:00</ev:startdate>"
        + "<ev:enddate>2026-06-10T19:30:00</ev:enddate>", context())
    #expect(floating.first.end?.description == "2026-06-10T19:30:00+08:00[Asia/Singapore]")
  }
}
