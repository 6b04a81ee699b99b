import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct CSVReaderTests {
  private func read(_ text: String, _ mapping: FeedMapping? = nil, format: FeedFormat? = nil)
    -> ParsedFeed
  {
    FeedReading.read(
      text, ReadingContext(zone: FeedReading.singapore, format: format, mapping: mapping))
  }

  @Test(
    "A column for private events hides them in other languages too, and for unknown values",
    arguments: ["Privat", "Privé", "Privado"])
  func privateWords(column: String) {
    let rows = ["ja", "Oui", "WAHR", "vielleicht", "nein", "FAUX", "", "0"]
    let text = "Title,Start,\(column)\n" + rows.map { "x,2026-03-05,\($0)\n" }.joined()
    #expect(
      FeedReading.read(text).entries.map { $0.visibility == .private }
        == [true, true, true, true, false, false, false, false])
  }

  @Test("The calendar tables of Google and Outlook are read")
  func calendarProgram() {
    let feed = read(
      """
      Subject,Start Date,Start Time,End Date,End Time,All Day Event,Description,Location,Private
      "Tea, ""and"" talk",03/13/2026,7:00 PM,03/13/2026,9:00 PM,False,"Come
      along",UTown Auditorium,False
      Open day,2026-03-04,12:00:00 AM,2026-03-06,12:00:00 AM,TRUE,,,True
      """)
    #expect(feed.document.format == .csv)
    #expect(feed.document.entryCount == 2)
    #expect(feed.codes.isEmpty)
    let talk = feed.first
    #expect(talk.title == "Tea, \"and\" talk")
    #expect(talk.start?.description == "2026-03-13T19:00:00+08:00[Asia/Singapore]")
    #expect(talk.end?.description == "2026-03-13T21:00:00+08:00[Asia/Singapore]")
    #expect(talk.venue == "UTown Auditorium")
    #expect(talk.summary == "Come\nalong")
    #expect(talk.visibility == .public)
    let day = feed.entries.last
    #expect(day?.start?.description == "2026-03-04")
    #expect(day?.end?.description == "2026-03-06")
    #expect(day?.visibility == .private)
    #expect(day?.line == 4)
  }

  @Test(
    "Dates and times may be in one column, in two, or in a day and two times",
    arguments: [
      ("Title,Start,End\nA,2026-03-03 19:00,2026-03-03 21:00", "21:00:00"),
      ("Title;Date;Start;End\nA;3 March 2026;7pm;9pm", "21:00:00"),
      ("Title,Date,Time\nA,3 March 2026,7pm - 9pm", "21:00:00"),
      ("Event Name\tEvent Date\tStart Time\tEnd Time\nA\t2026-03-03\t19:00\t21:00", "21:00:00"),
      ("name|start_time|end_time\nA|2026-03-03T19:00:00|2026-03-03T21:00:00", "21:00:00"),
      ("Title,When\nA,3 March 2026 7pm", nil),
      ("Title,Start Date,Start Time,End Date,End Time\nA,3 March 2026,7pm,,", nil),
    ] as [(String, String?)])
  func times(text: String, end: String?) {
    let feed = read(text)
    #expect(feed.codes.isEmpty)
    #expect(feed.first.start?.description == "2026-03-03T19:00:00+08:00[Asia/Singapore]")
    #expect(
      feed.first.end?.description == end.map { "2026-03-03T\($0)+08:00[Asia/Singapore]" })
  }

  @Test("Columns are recognized by their usual names, in any case and with any symbols")
  func columns() {
    let feed = read(
      """
      event-id,EVENT TITLE,Date,Location,Room,Address,Category,Cost,Organiser,URL,Lat,Lng,Tags
      7,Tea,2026-03-03,Hall,LT1,1 Road,"Arts, Talks",Free,Club,https://example.org/7,1.5,103,"a,b"
      """)
    let entry = feed.first
    #expect(entry.id == "7")
    #expect(entry.title == "Tea")
    #expect(entry.venue == "Hall, LT1")
    #expect(entry.address == "1 Road")
    #expect(entry.categories == ["Arts", "Talks"])
    #expect(entry.price == "Free")
    #expect(entry.organizer == "Club")
    #expect(entry.link == "https://example.org/7")
    #expect(entry.coordinate == Coordinate(latitude: 1.5, longitude: 103))
    #expect(entry.tags == ["a", "b"])
  }

  @Test("A mapping names the columns, in any spelling")
  func mapping() {
    let mapping = FeedMapping(
      item: "",
      fields: [.title: FieldMapping(paths: ["Was?"]), .venue: FieldMapping(paths: ["[2]"])],
      start: TimeMapping(date: FieldMapping(paths: ["Tag"]), formats: ["dd.MM.yy"]))
    let text = "Was?;Tag;Wo\nTee;03.04.26;Saal\n"
    #expect(read(text, mapping).document.isRefused)
    let feed = read(text, mapping, format: .csv)
    #expect(feed.first.title == "Tee")
    #expect(feed.first.venue == "Saal")
    #expect(feed.first.start?.description == "2026-04-03")
  }

  @Test("A row's own zone is used; an unknown one is reported, and gives no start")
  func zones() {
    let feed = read(
      """
      Title,Start,Timezone
      A,2026-03-03 19:00,America/New_York
      B,2026-03-03 19:00,Nowhere/Land
      C,2026-03-03 19:00,
      """)
    #expect(
      feed.entries.map { $0.start?.description } == [
        "2026-03-03T19:00:00-05:00[America/New_York]", nil,
        "2026-03-03T19:00:00+08:00[Asia/Singapore]",
      ])
    #expect(feed.entries[1].problems.map(\.code) == ["Q_TZ"])
  }

  @Test("A row that an unquoted delimiter has shifted has no start, and a short row has no end")
  func raggedRows() {
    let feed = read("Title,Date,Venue\nTea, talk,2026-03-03,Hall\nB,2026-03-03\n,,\n,,,\n")
    #expect(feed.entries.count == 2)
    #expect(feed.first.start == nil)
    #expect(feed.first.problems.map(\.code) == ["Q_CSV_FIELDS"])
    #expect(feed.entries[1].start?.description == "2026-03-03")
    #expect(feed.codes == ["W_CSV_FIELDS"])
  }

  @Test("An unclosed quote is damage")
  func unclosed() {
    let feed = read("Title,Date\nA,2026-03-03\n\"B,2026-03-04\n")
    #expect(feed.codes == ["W_UNCLOSED"])
    #expect(IntegrityCheck.refusal(of: feed.document)?.code == "E_PARSE")
  }

  @Test("Byte order marks, UTF-16 of spreadsheets and windows-1252 are decoded")
  func encodings() {
    let text = "Title\tDate\nCafé\t2026-03-03\n"
    let wide: [UInt8] = [0xFF, 0xFE] + text.utf16.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
    let narrow = text.unicodeScalars.map { UInt8($0.value) }
    for (bytes, codes) in [
      ([0xEF, 0xBB, 0xBF] + Array(text.utf8), []), (wide, []), (narrow, ["W_ENCODING_REPAIRED"]),
    ] as [([UInt8], [FindingCode])] {
      let feed = FeedReader.read(bytes, context: ReadingContext())
      #expect(feed.first.title == "Café")
      #expect(feed.document.problems.map(\.code) == codes)
    }
  }

  @Test(
    "Text that is no table of events is rejected",
    arguments: [
      ("Name,Age\nJane,7\n", nil, "plain text"), ("a,b,c\n1,2,3", .csv, "'a', 'b', 'c'"),
      ("403 Forbidden", .csv, "without columns"),
      ("Sorry, the event on that date is gone.", nil, "text"),
    ] as [(String, FeedFormat?, String)])
  func refuses(text: String, format: FeedFormat?, words: String) {
    let feed = read(text, format: format)
    #expect(feed.document.problems.map(\.code) == ["E_NOT_A_FEED"])
    #expect(feed.document.problems.first?.message.contains(words) == true)
  }

  @Test("A table without a mapped column is refused, and the error lists its columns")
  func driftedColumns() {
    let mapping = FeedMapping(
      item: "", fields: [.title: FieldMapping(paths: ["Name"])],
      start: TimeMapping(date: FieldMapping(paths: ["Day"])))
    let feed = read("Name,Date\nA,2026-03-03", mapping, format: .csv)
    #expect(feed.document.problems.first?.message.contains("without the column 'Day'") == true)
  }
}
