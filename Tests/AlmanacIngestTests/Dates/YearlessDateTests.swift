import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

/// Dates without a year, of items that were published or retrieved on a known day.
@Suite struct YearlessDateTests {
  private func read(
    _ text: String, listed day: String, order: FeedMapping.DateOrder? = nil
  ) -> String? {
    let reference = CivilDate(iso8601: day).map { YearlessDates.Reference.publication($0) }
    return DateReader(order: order).read(text, near: reference).map { reading in
      ([reading.start] + [reading.end].compactMap(\.self)).map(\.description)
        .joined(separator: "/") + (reading.yearGuess.map { " \($0)" } ?? "")
    }
  }

  @Test(
    "The year of a date with a weekday is the nearest in which they agree",
    arguments: [
      ("Thu, Mar 12, 7pm", "2026-02-20", "2026-03-12T19:00:00 weekday"),
      ("Thu, Mar 12, 7pm", "2026-05-02", "2026-03-12T19:00:00 weekday"),
      ("Friday 12 March at 19:30", "2026-02-20", "2027-03-12T19:30:00 weekday"),
      ("Do, 12. März, 19 Uhr", "2025-11-01", "2026-03-12T19:00:00 weekday"),
      ("jeudi 12 mars à 19h", "2026-03-13", "2026-03-12T19:00:00 weekday"),
      ("Fri Jan 1", "2026-12-20", "2027-01-01 weekday"),
      ("Wed Dec 31", "2026-01-04", "2025-12-31 weekday"),
      ("Fri, Mar 13 – Sun, Mar 15", "2026-02-20", "2026-03-13/2026-03-16 weekday"),
      (
        "Thu, Dec 31, 10pm - Fri, Jan 1, 2am", "2026-11-01",
        "2026-12-31T22:00:00/2027-01-01T02:00:00 weekday"
      ),
      ("Sat, Feb 29", "2026-06-01", nil), ("Tue, Feb 29", "2026-06-01", "2028-02-29 weekday"),
      ("Mon, Mar 12, 7pm", "2026-02-20", nil),
    ] as [(String, String, String?)])
  func weekdays(text: String, listed: String, expected: String?) {
    #expect(read(text, listed: listed) == expected)
  }

  @Test(
    "Without a weekday it is the first such date since 30 days before the item was listed",
    arguments: [
      ("Mar 12, 7pm", "2026-02-20", "2026-03-12T19:00:00 upcoming"),
      ("12 March 7–9pm", "2026-04-11", "2026-03-12T19:00:00/2026-03-12T21:00:00 upcoming"),
      ("12 March 7pm", "2026-04-12", "2027-03-12T19:00:00 upcoming"),
      ("5 January", "2026-11-15", "2027-01-05 upcoming"),
      ("30 December – 2 January", "2026-12-01", "2026-12-30/2027-01-03 upcoming"),
      ("3–5 September", "2026-08-01", "2026-09-03/2026-09-06 upcoming"),
      ("29 February", "2026-06-01", "2028-02-29 upcoming"), ("29 February", "2028-04-01", nil),
      ("30 February", "2026-01-05", nil), ("March", "2026-01-05", nil),
      ("Sat 7pm", "2026-01-05", nil),
      ("6. April, 18–20 Uhr", "2026-03-05", "2026-04-06T18:00:00/2026-04-06T20:00:00 upcoming"),
      ("6 April 19.30", "2026-03-05", "2026-04-06T19:30:00 upcoming"),
      ("April '26", "2026-03-05", nil), ("6 April '27", "2026-03-05", "2027-04-06"),
    ] as [(String, String, String?)])
  func days(text: String, listed: String, expected: String?) {
    #expect(read(text, listed: listed) == expected)
  }

  @Test(
    "A day and a month in numbers are read if their order is known",
    arguments: [
      ("12.3. 19:00", nil, "2026-03-12T19:00:00 upcoming"),
      ("Fr, 13.03., 20 Uhr", nil, "2026-03-13T20:00:00 weekday"),
      ("3/25 7pm", nil, "2026-03-25T19:00:00 upcoming"), ("25/3", nil, "2026-03-25 upcoming"),
      ("3/5 7pm", nil, nil), ("3/5 7pm", .monthDayYear, "2026-03-05T19:00:00 upcoming"),
      ("3/5", .dayMonthYear, "2026-05-03 upcoming"), ("31/11", nil, nil), ("12.3", nil, nil),
    ] as [(String, FeedMapping.DateOrder?, String?)])
  func numbers(text: String, order: FeedMapping.DateOrder?, expected: String?) {
    #expect(read(text, listed: "2026-02-20", order: order) == expected)
  }

  @Test(
    "The year of a date in Chinese, Japanese or Korean is guessed as well",
    arguments: [
      ("3月5日(木) 19:00～21:00", "2026-03-05T19:00:00/2026-03-05T21:00:00 weekday"),
      ("3月5日（周五）晚上7点半", "2027-03-05T19:30:00 weekday"),
      ("4月2日(木・祝) 午後2時から", "2026-04-02T14:00:00 weekday"),
      ("3월 5일 목요일 오후 7시~9시", "2026-03-05T19:00:00/2026-03-05T21:00:00 weekday"),
      ("3/5(木) 19:00", "2026-03-05T19:00:00 weekday"),
      ("3. 5.(목) 14:00", "2026-03-05T14:00:00 weekday"),
      ("3.5. 오후 7시", "2026-03-05T19:00:00 upcoming"), ("3/5（周四）", nil),
      ("3월 5일부터 7일까지", "2026-03-05/2026-03-08 upcoming"),
      ("3月5日至3月7日", "2026-03-05/2026-03-08 upcoming"), ("13月5日", nil), ("2月30日", nil),
    ] as [(String, String?)])
  func eastAsian(text: String, expected: String?) {
    #expect(read(text, listed: "2026-03-01") == expected)
  }

  @Test(
    "Two numbers after a day are hours if one is after noon, and no date if AM or PM is unknown",
    arguments: [
      ("12 Mar 19-21", "2026-03-12T19:00:00/2026-03-12T21:00:00 upcoming"),
      ("Thu, 12 Mar, 10-14", "2026-03-12T10:00:00/2026-03-12T14:00:00 weekday"),
      ("12.3. 19–21", "2026-03-12T19:00:00/2026-03-12T21:00:00 upcoming"),
      ("12 March 2026 19-21", "2026-03-12T19:00:00/2026-03-12T21:00:00"),
      ("12 mars 19h-21h", "2026-03-12T19:00:00/2026-03-12T21:00:00 upcoming"),
      ("12 Mar 9-11", nil), ("Mar 12, 10-12", nil), ("12 Mar 26-28", nil), ("12 Mar 21-19", nil),
      ("12 Mar 26 - 14 Mar 26", "2026-03-12/2026-03-15"),
      ("Mar 5 - Mar 7", "2026-03-05/2026-03-08 upcoming"),
    ] as [(String, String?)])
  func hours(text: String, expected: String?) {
    #expect(read(text, listed: "2026-03-01") == expected)
  }

  @Test("Without a publication or retrieval, a date without a year is rejected")
  func unknown() {
    #expect(DateReader().read("Thu, Mar 12, 7pm") == nil)
  }

  private static func context(
    retrieved: String, _ mapping: FeedMapping? = nil
  ) -> ReadingContext {
    var context = ReadingContext(zone: FeedReading.singapore, mapping: mapping)
    context.retrieved = Instant(rfc3339: retrieved)
    return context
  }

  @Test("The item's publication counts before the retrieval of the document")
  func publication() {
    let dates = "<ev:startdate>Dec 5, 7pm</ev:startdate><ev:enddate>Dec 5, 9pm</ev:enddate>"
    let published = "<pubDate>Tue, 04 Nov 2025 09:00:00 +0800</pubDate>"
    let context = Self.context(retrieved: "2026-06-01T00:00:00Z")
    let first = FeedReading.rss("<title>x</title>\(dates)\(published)", context).first
    #expect(first.start?.description == "2025-12-05T19:00:00+08:00[Asia/Singapore]")
    #expect(first.end?.description == "2025-12-05T21:00:00+08:00[Asia/Singapore]")
    #expect(first.yearGuess == .upcoming)
    let other = FeedReading.rss("<title>x</title>\(dates)", context).first
    #expect(other.start?.date.description == "2025-12-05" && other.yearGuess == .nearest)
  }

  @Test(
    "An item without a publication stays on its date, however late it is retrieved",
    arguments: ["2026-03-01", "2026-04-12", "2026-09-01"])
  func retrieval(day: String) {
    let dates = "<ev:startdate>Mar 12, 7pm</ev:startdate>"
    let context = Self.context(retrieved: "\(day)T00:00:00Z")
    let entry = FeedReading.rss("<title>x</title>\(dates)", context).first
    #expect(entry.start?.date.description == "2026-03-12")
  }

  @Test("Mapped columns, patterns, several dates and marked-up pages may lack the year")
  func formats() {
    func mapped(_ start: TimeMapping, end: TimeMapping? = nil, _ row: String) -> Entry {
      let mapping = FeedMapping(
        item: "rows", fields: [.title: FieldMapping(paths: ["t"])], start: start, end: end)
      return FeedReading.read(
        "{\"rows\": [\(row)]}", Self.context(retrieved: "2026-11-10T00:00:00Z", mapping)
      ).first
    }
    let plain = TimeMapping(date: FieldMapping(paths: ["a"]))
    let until = TimeMapping(date: FieldMapping(paths: ["b"]))
    let range = mapped(plain, end: until, #"{"t": "x", "a": "Dec 30", "b": "Jan 2"}"#)
    #expect(range.start?.description == "2026-12-30" && range.end?.description == "2027-01-03")
    #expect(range.yearGuess == .nearest)
    let timed = TimeMapping(
      date: FieldMapping(paths: ["a"]), time: FieldMapping(paths: ["b"]),
      formats: ["EEE d.M.", "HH.mm"])
    let pattern = mapped(timed, #"{"t": "x", "a": "Tue 5.1.", "b": "19.30"}"#)
    #expect(pattern.start?.civil.description == "2027-01-05T19:30:00")
    #expect(pattern.yearGuess == .weekday)
    let several = mapped(plain, #"{"t": "x", "a": ["Jan 9", "Dec 12"]}"#)
    #expect(several.start?.description == "2026-12-12" && several.yearGuess == .nearest)
    #expect(several.recurrence.additions.map(\.description) == ["2027-01-09"])
    let page = FeedReading.read(
      "<html><body><div class=h-event><b class=p-name>x</b><span class=dt-start>Jan 9, 8pm</span>"
        + "</div></body></html>", Self.context(retrieved: "2026-11-10T00:00:00Z")
    ).first
    #expect(page.start?.date.description == "2027-01-09" && page.yearGuess == .nearest)
  }

  @Test("A source reports its guessed years once, and each item whose year is unknown")
  func findings() async throws {
    let rows = [
      "Kite Day,Mar 14", "Pond Walk,\"Sat, Mar 21\"", "Moth Walk,\"Mon, Mar 21\"",
      "Fair,2026-03-20",
    ]
    let body = Array(("Title,Start\n" + rows.joined(separator: "\n") + "\n").utf8)
    let capture = Capture(
      source: "feed", sha256: "00", byteCount: body.count,
      fetchedAt: try #require(Instant(rfc3339: "2026-03-01T00:00:00Z")), origin: "events.csv")
    let batch = try await Parser().run([
      ParseRequest(
        source: .fixture(), campusTimezone: "Asia/Singapore", capture: capture, body: body)
    ])
    let listings = try #require(batch.records.first).listings
    #expect(listings.map(\.start.description) == ["2026-03-14", "2026-03-21", "2026-03-20"])
    #expect(listings.map(\.yearGuess) == [.nearest, .weekday, nil])
    let guessed = batch.findings.filter { $0.code == "W_YEAR_GUESSED" }
    #expect(guessed.map(\.count) == [2])
    #expect(guessed.first?.message.contains("'Kite Day' on 2026-03-14") == true)
    let rejected = try #require(batch.findings.first { $0.code == "Q_DATE_PARSE" })
    #expect(rejected.message.contains("'Mon, Mar 21' has no year"))
  }
}
