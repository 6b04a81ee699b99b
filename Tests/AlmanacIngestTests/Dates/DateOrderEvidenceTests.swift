import AlmanacModel
import AlmanacTime
import Synchronization
import Testing

@testable import AlmanacIngest

@Suite struct DateOrderEvidenceTests {
  private func table(_ rows: String...) -> [String?] {
    FeedReading.read("Title,Date,Notes\n" + rows.map { "A,\($0),x\n" }.joined()).entries
      .map { $0.start?.description }
  }

  @Test("The order that one row requires applies to all rows of a table")
  func table() {
    #expect(table("4-6-2026", "23-4-2026") == ["2026-06-04", "2026-04-23"])
    #expect(table("4/6/2026", "4/23/2026") == ["2026-04-06", "2026-04-23"])
    #expect(table("4/6/26", "4/23/26") == ["2026-04-06", "2026-04-23"])
  }

  @Test("Without evidence, or with contradictory evidence, only unambiguous dates are read")
  func unsure() {
    #expect(table("4/6/2026", "7/8/2026") == [nil, nil])
    #expect(table("4/6/2026", "4/23/2026", "23/4/2026") == [nil, "2026-04-23", "2026-04-23"])
    #expect(table("5/5/2026", "4/6/2026") == ["2026-05-05", nil])
    #expect(table("26/09/22", "4/6/26") == [nil, nil])
  }

  @Test("Feeds, JSON and mapped documents have one order of numbers too")
  func formats() {
    let rss = FeedReading.read(
      "<rss version='2.0' xmlns:ev='http://purl.org/rss/1.0/modules/event/'><channel>"
        + ["3/4/2026 19:00", "28/4/2026 19:00"].map {
          "<item><title>a</title><ev:startdate>\($0)</ev:startdate></item>"
        }.joined() + "</channel></rss>")
    #expect(
      rss.entries.map { $0.start?.description } == ["2026-04-03T19:00:00", "2026-04-28T19:00:00"])
    let mapping = FeedMapping(
      item: "events", fields: [.title: FieldMapping(paths: ["t"])],
      start: TimeMapping(date: FieldMapping(paths: ["d"])))
    let json = FeedReading.read(
      #"{"events": [{"t": "a", "d": "3\/4\/2026"}, {"t": "b", "d": "4\/28\/2026"}]}"#,
      ReadingContext(mapping: mapping))
    #expect(json.entries.map { $0.start?.description } == ["2026-03-04", "2026-04-28"])
    let xml = FeedReading.read(
      "<x><events><t>a</t><d>3.4.2026</d></events><events><t>b</t><d>5/6/2026</d></events>"
        + "<events><t>c</t><d>31/6/2026</d></events><events><t>c</t><d>30/6/2026</d></events></x>",
      ReadingContext(mapping: mapping))
    #expect(
      xml.entries.map { $0.start?.description } == ["2026-04-03", "2026-06-05", nil, "2026-06-30"])
  }

  @Test("Each column of a table has its own order")
  func columns() {
    let feed = FeedReading.read(
      "Title,Start,End,Created\nA,2/6/2026,6/3/2026,8/9/2026\nB,25/6/2026,6/26/2026,9/30/2026\n",
      ReadingContext(
        format: .csv,
        mapping: FeedMapping(
          item: "", fields: [.published: FieldMapping(paths: ["Created"])])))
    #expect(feed.entries.map { $0.start?.description } == ["2026-06-02", "2026-06-25"])
    #expect(feed.entries.map { $0.end?.description } == ["2026-06-04", "2026-06-27"])
    #expect(feed.entries.map { $0.published?.description } == ["2026-08-09", "2026-09-30"])
  }

  @Test("A contradictory column does not affect another one")
  func contradictory() {
    let feed = FeedReading.read(
      "Title,Start,End\nA,2/6/2026,4/6/2026\nB,25/6/2026,26/6/2026\nC,7/8/2026,8/30/2026\n")
    #expect(
      feed.entries.map { $0.start?.description } == ["2026-06-02", "2026-06-25", "2026-08-07"])
    #expect(feed.entries.map { $0.end?.description } == [nil, "2026-06-27", "2026-08-31"])
  }

  @Test("The end takes the order of the start, but never that of the publication date")
  func sharedOrder() {
    let ends = FeedReading.read("Title,Start,End\nA,2/6/2026,4/6/2026\nB,25/6/2026,\n")
    #expect(ends.entries.map { $0.end?.description } == ["2026-06-05", nil])
    let rss = FeedReading.read(
      "<rss version='2.0' xmlns:ev='http://purl.org/rss/1.0/modules/event/'><channel>"
        + [("3/4/2026 19:00", "1/30/2026"), ("5/4/2026 19:00", "2/3/2026")].map {
          "<item><title>a</title><ev:startdate>\($0)</ev:startdate><pubDate>\($1)</pubDate></item>"
        }.joined() + "</channel></rss>")
    #expect(rss.entries.map { $0.start?.description } == [nil, nil])
    #expect(rss.entries.map { $0.published?.description } == ["2026-01-30", "2026-02-03"])
  }

  @Test("Elements and members of one document have their own orders")
  func elements() {
    let mapping = FeedMapping(
      item: "e", fields: [.title: FieldMapping(paths: ["t"])],
      start: TimeMapping(date: FieldMapping(paths: ["from"])),
      end: TimeMapping(date: FieldMapping(paths: ["to"])))
    let json = FeedReading.read(
      #"{"e": [{"t": "a", "from": "3-5-2026", "to": "5-4-2026"}, "#
        + #"{"t": "b", "from": "21-5-2026", "to": "5-22-2026"}]}"#,
      ReadingContext(mapping: mapping))
    #expect(json.entries.map { $0.start?.description } == ["2026-05-03", "2026-05-21"])
    #expect(json.entries.map { $0.end?.description } == ["2026-05-05", "2026-05-23"])
  }

  @Test("A date with dots is day-first even below month-first dates")
  func dotted() {
    let dates = table("4/23/2026", "3.4.2026", "5/6/2026")
    #expect(dates == ["2026-04-23", "2026-04-03", "2026-05-06"])
  }

  @Test("A column whose dates with dots can only be month-first has that order")
  func dottedMonthFirst() {
    #expect(table("4.23.2026", "3.4.2026") == ["2026-04-23", "2026-03-04"])
    #expect(
      table("4.23.2026", "3.4.2026", "13.4.26") == ["2026-04-23", "2026-04-03", "2026-04-13"])
  }

  @Test("A declared order is used without evidence")
  func declared() {
    let mapping = FeedMapping(item: "", fields: [:], dateOrder: .monthDayYear)
    let feed = FeedReading.read(
      "Title,Date\nA,4/6/2026\nB,23/4/2026\n", ReadingContext(format: .csv, mapping: mapping))
    #expect(feed.entries.map { $0.start?.description } == ["2026-04-06", nil])
  }

  @Test("A document is read for its orders once, and only if it has a numeric date")
  func laziness() {
    let reads = Mutex(0)
    let orders = DateOrders {
      reads.withLock { $0 += 1 }
      return [.start: .dayMonthYear]
    }
    let reader = DateReader(orders: orders)
    for text in ["2026-03-04", "Tue, 3 Mar 2026 19:00:00 +0000", "2026/3/4"] {
      #expect(reader.read(text) != nil)
    }
    #expect(reads.withLock(\.self) == 0)
    #expect(reader.read("3/4/2026")?.start.description == "2026-04-03")
    #expect(reader.read("5/4/2026")?.start.description == "2026-04-05")
    #expect(reads.withLock(\.self) == 1)
  }
}
