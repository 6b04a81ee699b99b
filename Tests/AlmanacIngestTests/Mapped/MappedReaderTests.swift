import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct MappedReaderTests {
  private func field(_ paths: String...) -> FieldMapping { FieldMapping(paths: paths) }

  private func context(_ mapping: FeedMapping, _ format: FeedFormat? = nil) -> ReadingContext {
    ReadingContext(zone: FeedReading.singapore, format: format, mapping: mapping)
  }

  private var campus: FeedMapping {
    FeedMapping(
      item: "channel/item",
      fields: [
        .title: field("title"), .venue: field("venue"), .categories: field("category"),
        .summary: field("description"), .link: field("link"),
        .price: FieldMapping(paths: ["price"], constant: "Free"),
      ],
      start: TimeMapping(date: field("date"), time: field("time")))
  }

  private let campusFeed = """
    <rss version="2.0"><channel><title>Campus</title><item><title>Tea &amp; Talk</title>
    <date>3 March 2026</date><time>7:00 PM - 9:00 PM</time><venue>UTown Auditorium</venue>
    <category>Arts</category><description>Come.</description><link>https://example.org/1</link>
    </item><item><title>Day out</title><date>4 March 2026</date></item></channel></rss>
    """

  @Test(
    "A campus feed without a standard format is read through its mapping",
    arguments: [.xml, .rss, nil] as [FeedFormat?])
  func campus(format: FeedFormat?) {
    let feed = FeedReading.read(campusFeed, context(campus, format))
    #expect(feed.document.title == "Campus")
    #expect(feed.entries.count == 2)
    let entry = feed.first
    #expect(entry.title == "Tea & Talk")
    #expect(entry.start?.description == "2026-03-03T19:00:00+08:00[Asia/Singapore]")
    #expect(entry.end?.description == "2026-03-03T21:00:00+08:00[Asia/Singapore]")
    #expect(entry.venue == "UTown Auditorium")
    #expect(entry.categories == ["Arts"])
    #expect(entry.summary == "Come.")
    #expect(entry.price == "Free")
    #expect(feed.entries.last?.start?.description == "2026-03-04")
    #expect(feed.codes.isEmpty)
  }

  @Test("Attributes, nested elements, prefixes and several paths are mapped")
  func paths() {
    let mapping = FeedMapping(
      item: "list/e",
      fields: [
        .id: field("@id"), .title: field("x:name"), .latitude: field("geo/@lat"),
        .venue: FieldMapping(paths: ["place/room", "place/house"], separator: ", "),
        .longitude: field("geo/@lon"), .tags: FieldMapping(paths: ["tags"], separator: ","),
      ],
      start: TimeMapping(date: field("when/@from")), end: TimeMapping(date: field("when/@to")))
    let feed = FeedReading.read(
      """
      <root><list><e id="7"><x:name>One</x:name><geo lat="1.5" lon="103"/><tags>a, b</tags>
      <place><room>LT1</room><house>Hall</house></place><when from="2026-03-03" to="2026-03-04"/></e>
      </list></root>
      """, context(mapping))
    let entry = feed.first
    #expect(entry.id == "7")
    #expect(entry.title == "One")
    #expect(entry.venue == "LT1, Hall")
    #expect(entry.coordinate == Coordinate(latitude: 1.5, longitude: 103))
    #expect(entry.tags == ["a", "b"])
    #expect(entry.start?.description == "2026-03-03")
    #expect(entry.end?.description == "2026-03-05")
    #expect(feed.document.format == .xml)
  }

  @Test(
    "Start and end are read from two fields, a range, other orders and numbers",
    arguments: [
      ("3 Mar 2026", "22:00", "3 Mar 2026", "02:00", "2026-03-03T22:00:00", "2026-03-04T02:00:00"),
      ("3 Mar 2026", "19:00", "3 Mar 2026", "18:00", "2026-03-03T19:00:00", "2026-03-03T18:00:00"),
      ("3 Mar 2026", "19:00", "3 Mar 2026", "", "2026-03-03T19:00:00", nil),
      ("3 Mar 2026", "19:00", "5 Mar 2026", "", "2026-03-03T19:00:00", "2026-03-06T00:00:00"),
      ("3 Mar 2026", "", "5 Mar 2026", "", "2026-03-03", "2026-03-06"),
      ("5/8/2019", "12:00 pm", "", "", "2019-05-08T12:00:00", nil),
      ("1568368800", "", "1568372400", "", "2019-09-13T10:00:00Z", "2019-09-13T11:00:00Z"),
      ("3 Mar 2026", "19:00", "x", "", "2026-03-03T19:00:00", nil),
    ] as [(String, String, String, String, String, String?)])
  func times(
    date: String, time: String, endDate: String, endTime: String, start: String, end: String?
  ) {
    let shares = date == endDate
    let mapping = FeedMapping(
      item: "e", fields: [:], start: TimeMapping(date: field("d"), time: field("t")),
      end: TimeMapping(date: field(shares ? "d" : "f"), time: field("u")), dateOrder: .monthDayYear)
    let feed = FeedReading.read(
      "<r><e><d>\(date)</d><t>\(time)</t><f>\(endDate)</f><u>\(endTime)</u></e></r>",
      ReadingContext(mapping: mapping))
    #expect(feed.first.start?.description == start)
    #expect(feed.first.end?.description == end)
    #expect(feed.first.unreadable["end"] == (endDate == "x" ? "x" : nil))
  }

  @Test("The end may be that of the start's range")
  func rangePart() {
    let date = field("d")
    let mapping = FeedMapping(
      item: "e", fields: [:], start: TimeMapping(date: date, time: field("t"), part: .start),
      end: TimeMapping(date: date, time: field("t"), part: .end))
    let feed = FeedReading.read(
      "<r><e><d>2026-03-03</d><t>7–9pm</t></e><e><d>2026-03-03</d><t>7pm</t></e></r>",
      ReadingContext(mapping: mapping))
    #expect(
      feed.entries.map { $0.start?.description } == ["2026-03-03T19:00:00", "2026-03-03T19:00:00"])
    #expect(feed.entries.map { $0.end?.description } == ["2026-03-03T21:00:00", nil])
  }

  @Test("An end in a field of its own is a single value")
  func endOfItsOwn() {
    let mapping = FeedMapping(
      item: "items", fields: [:], start: TimeMapping(date: field("from")),
      end: TimeMapping(date: field("to"), part: .end))
    let feed = FeedReading.read(
      #"{"items":[{"from":1773136800000,"to":1773144000000}]}"#, ReadingContext(mapping: mapping))
    #expect(feed.first.start?.description == "2026-03-10T10:00:00Z")
    #expect(feed.first.end?.description == "2026-03-10T12:00:00Z")
  }

  @Test("Times and whole days may have paths of their own, and the last day may be exclusive")
  func exclusiveEnd() {
    func side(_ name: String) -> TimeMapping {
      TimeMapping(date: field("\(name).at", "\(name).on"), isExclusive: name == "end")
    }
    let feed = FeedReading.read(
      """
      {"list": [{"start": {"on": "2026-03-10"}, "end": {"on": "2026-03-12"}},
        {"start": {"at": "2026-03-10T09:00:00Z"}, "end": {"at": "2026-03-10T10:00:00Z"}}]}
      """,
      ReadingContext(
        mapping: FeedMapping(item: "list", fields: [:], start: side("start"), end: side("end"))))
    #expect(
      feed.entries.map { $0.start?.description } == ["2026-03-10", "2026-03-10T09:00:00Z"])
    #expect(feed.entries.map { $0.end?.description } == ["2026-03-12", "2026-03-10T10:00:00Z"])
  }

  @Test("Declared formats are tried before the general parsers")
  func formats() {
    let mapping = FeedMapping(
      item: "e", fields: [:],
      start: TimeMapping(date: field("d"), time: field("t"), formats: ["dd.MM.yy", "HHmm"]))
    let feed = FeedReading.read(
      "<r><e><d>03.04.26</d><t>1900</t></e></r>", ReadingContext(mapping: mapping))
    #expect(feed.first.start?.description == "2026-04-03T19:00:00")
  }

  @Test("JSON paths have names and indices and traverse arrays")
  func json() {
    let mapping = FeedMapping(
      item: "events.event",
      fields: [
        .id: field("id"), .title: field("title"), .latitude: field("geo.lat"),
        .longitude: field("geo.lon"), .categories: field("filters.kind.name"),
        .visibility: field("private"), .venue: field("missing"),
      ],
      start: TimeMapping(date: field("instances[0].start")))
    let feed = FeedReading.read(
      """
      {"events":[{"event":{"id":12,"title":"A &amp; B","geo":{"lat":1.5,"lon":"103"},"private":false,
      "filters":{"kind":[{"name":"Arts"},{"name":"Talks"}]},"instances":[{"start":"2026-03-03T19:00:00+08:00"}]}},
      {"event":{"id":13.0,"title":null,"instances":[]}}]}
      """, context(mapping))
    #expect(feed.document.format == .json)
    #expect(feed.entries.count == 2)
    let entry = feed.first
    #expect(entry.id == "12")
    #expect(entry.title == "A & B")
    #expect(entry.coordinate == Coordinate(latitude: 1.5, longitude: 103))
    #expect(entry.categories == ["Arts", "Talks"])
    #expect(entry.visibility == .public)
    #expect(entry.start?.publicText == "2026-03-03T19:00:00+08:00")
    #expect(feed.entries.last?.id == "13")
    #expect(feed.entries.last?.title == nil)
  }

  @Test(
    "An unknown visibility means private",
    arguments: [
      ("access", "public", .public), ("access", "Confidential", .confidential),
      ("access", "internal", .private), ("access", "members only", .private),
      ("access", "", nil), ("private", "true", .private), ("private", "no", .public),
      ("x/@isPublic", "true", .public), ("public", "false", .private), ("public", "1", .public),
      ("public", "staff", .private),
    ] as [(String, String, Visibility?)])
  func visibility(path: String, word: String, visibility: Visibility?) {
    let mapping = FeedMapping(item: "e", fields: [.visibility: field(path)])
    let name = path.split(separator: "@").last ?? ""
    let item = path.hasPrefix("x/") ? "<x \(name)='\(word)'/>" : "<\(name)>\(word)</\(name)>"
    let feed = FeedReading.read("<r><e>\(item)</e></r>", context(mapping))
    #expect(feed.first.visibility == visibility)
  }

  @Test(
    "A mapped coordinate must be valid and not 0, 0",
    arguments: [
      ("1.5", "103", nil), ("0", "0.0", "Q_COORD_NULL_ISLAND"), ("91", "1", "Q_COORD"),
      ("48,2", "16,3", nil), ("48,2,1", "16,3", "Q_COORD"),
    ] as [(String, String, String?)])
  func points(latitude: String, longitude: String, code: String?) {
    let mapping = FeedMapping(item: "e", fields: [.latitude: field("a"), .longitude: field("o")])
    let feed = FeedReading.read(
      "<r><e><a>\(latitude)</a><o>\(longitude)</o></e></r>", context(mapping))
    #expect((feed.first.coordinate != nil) == (code == nil))
    #expect(feed.first.problems.map(\.code.rawValue) == (code.map { [$0] } ?? []))
  }

  @Test(
    "Items below their day have the day of the element around them",
    arguments: [
      (
        "week/day/e", "../@date",
        """
        <plan><week no="10"><day date="2026-03-03"><e><title>Tea</title><at>19:00</at></e>
        <e><title>Talk</title><at>20:00</at></e></day></week>
        <week no="11"><day date="2026-03-10"><e><title>Tea</title><at>18:00</at></e></day></week></plan>
        """
      ),
      (
        "weeks.days.e", "../date",
        #"""
        {"weeks": [{"no": 10, "days": [{"date": "2026-03-03", "e": [{"title": "Tea", "at": "19:00"},
        {"title": "Talk", "at": "20:00"}]}]},
        {"no": 11, "days": [{"date": "2026-03-10", "e": [{"title": "Tea", "at": "18:00"}]}]}]}
        """#
      ),
      (
        "*.*", "@key",
        #"""
        {"10": {"2026-03-03": [{"title": "Tea", "at": "19:00"}, {"title": "Talk", "at": "20:00"}]},
        "11": {"2026-03-10": [{"title": "Tea", "at": "18:00"}]}}
        """#
      ),
    ])
  func itemsBelowTheirDay(item: String, day: String, text: String) {
    let weeks = ["../@date": "../../@no", "../date": "../../no", "@key": "../@key"]
    let week = weeks[day] ?? ""
    let mapping = FeedMapping(
      item: item, fields: [.title: field("title"), .tags: field(week)],
      start: TimeMapping(date: field(day), time: field("at")))
    let feed = FeedReading.read(text, context(mapping))
    #expect(feed.codes.isEmpty)
    #expect(feed.entries.map(\.title) == ["Tea", "Talk", "Tea"])
    #expect(feed.entries.map(\.tags) == [["10"], ["10"], ["11"]])
    #expect(
      feed.entries.map { $0.start?.description.prefix(16) }
        == ["2026-03-03T19:00", "2026-03-03T20:00", "2026-03-10T18:00"])
  }

  @Test("An item path without values rejects the document")
  func wrongPath() {
    let mapping = FeedMapping(item: "a/b", fields: [:])
    #expect(FeedReading.read("<r><x/></r>", context(mapping)).codes == ["E_NOT_A_FEED"])
    #expect(FeedReading.read("<r><a/></r>", context(mapping)).codes == [])
    #expect(FeedReading.read("{\"x\":[]}", context(mapping)).codes == ["E_NOT_A_FEED"])
  }

  @Test(
    "Other values or elements in place of the items are reported, an empty list is not",
    arguments: [
      ("b", "<r><x/></r>", ["W_ITEM"]), ("a/b", "<r><a><x/></a></r>", ["W_ITEM"]),
      ("b", "<r><title>None</title></r>", []), ("b", "<r/>", []),
      ("b", "<r><x/><b/></r>", []), ("x", "{\"x\": [1, 2]}", ["W_ITEM"]),
      ("x", "{\"x\": \"none\"}", ["W_ITEM"]), ("x", "{\"x\": []}", []),
      ("x", "{\"x\": null}", []),
    ] as [(String, String, [String])])
  func otherItems(path: String, text: String, codes: [String]) {
    #expect(FeedReading.read(text, context(FeedMapping(item: path, fields: [:]))).codes == codes)
  }

  @Test(
    "A path may select among several values",
    arguments: [
      ("fields[name=Venue].value", ["Hall"]), ("fields[name=\"Opens at\"].value", ["9.30"]),
      ("fields[0].value", ["Hall"]), ("fields[-1].value", ["9.30"]), ("fields[7].value", []),
      ("grid.name", ["a", "b", "c"]), ("days.*.name", ["x", "y"]), ("fields[*]", []),
      ("plain[name=One].value", ["1"]), ("plain[name=Two].value", []),
    ] as [(String, [String])])
  func paths(path: String, values: [String]) throws {
    let text = """
      {"fields": [{"name": "Venue", "value": "Hall"}, {"name": "Opens at", "value": "9.30"}],
      "grid": [[{"name": "a"}, {"name": "b"}], [{"name": "c"}]],
      "days": {"2026-03-04": [{"name": "y"}], "2026-03-03": [{"name": "x"}]},
      "plain": {"name": "One", "value": 1}}
      """
    let item = MappedJSONItem(value: try JSONValue(parsing: Array(text.utf8)), base: nil)
    #expect(item.values(at: path) == values)
  }

  @Test("XML elements of one name are selected by attribute, child or index")
  func xmlSelectors() {
    let mapping = FeedMapping(
      item: "e",
      fields: [
        .venue: field("field[@name=place]"), .organizer: field("field[label=Host]/value"),
        .price: field("field[-1]/@name"),
      ])
    let entry = FeedReading.read(
      """
      <r><e><field name="time">7pm</field><field name="place">Hall</field>
      <field><label> Host </label><value>Club</value></field><field name="last"/></e></r>
      """, context(mapping)
    ).first
    #expect(entry.venue == "Hall")
    #expect(entry.organizer == "Club")
    #expect(entry.price == "last")
  }

  @Test("Several instances of one event become dates of one entry")
  func instances() {
    let mapping = FeedMapping(
      item: "events.event", fields: [.title: field("title")],
      start: TimeMapping(date: field("event_instances.event_instance.start")),
      end: TimeMapping(date: field("event_instances.event_instance.end")))
    let feed = FeedReading.read(
      """
      {"events": [{"event": {"title": "Yoga", "event_instances": [
      {"event_instance": {"start": "2026-03-11T12:00:00+08:00", "end": "2026-03-11T13:30:00+08:00"}},
      {"event_instance": {"start": "2026-03-04T12:00:00+08:00", "end": "2026-03-04T13:00:00+08:00"}}]}},
      {"event": {"title": "Tea", "event_instances": [
      {"event_instance": {"start": "2026-03-05", "end": null}}, {"event_instance": {"start": "soon"}},
      {"event_instance": {"start": "2026-03-06", "end": "2026-03-07"}}]}}]}
      """, context(mapping))
    let yoga = feed.first
    #expect(yoga.start?.publicText == "2026-03-04T12:00:00+08:00")
    #expect(yoga.end?.publicText == "2026-03-04T13:00:00+08:00")
    #expect(yoga.recurrence.additions.map(\.publicText) == ["2026-03-11T12:00:00+08:00"])
    #expect(
      yoga.recurrence.additionEnds.values.map(\.publicText) == ["2026-03-11T13:30:00+08:00"])
    let tea = feed.entries.last
    #expect(tea?.start?.publicText == "2026-03-05")
    #expect(tea?.end == nil)
    #expect(tea?.recurrence.additions.map(\.publicText) == ["2026-03-06"])
    #expect(tea?.problems.map(\.code) == ["W_DATE_UNREADABLE"])
  }

  @Test(
    "Counts of seconds or milliseconds since 1970 are read",
    arguments: [
      ("1772625600000", "epoch-ms", "2026-03-04T12:00:00Z"),
      ("1772625600", "epoch-s", "2026-03-04T12:00:00Z"),
      ("1772625600000.0", "epoch-ms", "2026-03-04T12:00:00Z"),
      ("86400000", "epoch-ms", "1970-01-02T00:00:00Z"),
      ("-1", "epoch-ms", "1969-12-31T23:59:59Z"), ("2026-03-04", "epoch-ms", "2026-03-04"),
      ("99999999999999999999", "epoch-ms", nil), ("999999999999", "epoch-s", nil),
    ] as [(String, String, String?)])
  func epochs(value: String, format: String, start: String?) {
    let mapping = FeedMapping(
      item: "e", fields: [:], start: TimeMapping(date: field("d"), formats: [format]))
    let entry = FeedReading.read("<r><e><d>\(value)</d></e></r>", ReadingContext(mapping: mapping))
    #expect(entry.first.start?.publicText == start)
  }

  @Test("A mapping adds the extensions of a JSON Feed to its standard fields")
  func jsonFeedExtensions() {
    let mapping = FeedMapping(
      item: "items", fields: [.venue: field("_event.place.name")],
      start: TimeMapping(date: field("_event.start")), end: TimeMapping(date: field("_event.end")))
    let text = """
      {"version": "https://jsonfeed.org/version/1.1", "title": "F", "items": [{"id": "1", "title": "Tea",
      "url": "https://example.org/1", "content_text": "Come.", "date_published": "2026-01-01T00:00:00Z",
      "_event": {"start": "2026-03-03T19:00:00+08:00", "end": "2026-03-03T20:00:00+08:00",
      "place": {"name": "Hall"}}}]}
      """
    let added = FeedReading.read(text, ReadingContext(format: .jsonfeed, mapping: mapping))
    #expect(added.document.format == .jsonfeed)
    #expect(added.document.title == "F")
    #expect(added.codes == [])
    let entry = added.first
    #expect(entry.title == "Tea")
    #expect(entry.content == "Come.")
    #expect(entry.link == "https://example.org/1")
    #expect(entry.venue == "Hall")
    #expect(entry.start?.publicText == "2026-03-03T19:00:00+08:00")
    #expect(entry.end?.publicText == "2026-03-03T20:00:00+08:00")
    let alone = FeedReading.read(text, ReadingContext(format: .json, mapping: mapping))
    #expect(alone.first.title == nil)
  }
}
