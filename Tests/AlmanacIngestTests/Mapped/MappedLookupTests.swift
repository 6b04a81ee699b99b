import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct MappedLookupTests {
  private func field(_ paths: String...) -> FieldMapping { FieldMapping(paths: paths) }

  @Test("Values are looked up by id in a second document of any format")
  func lookup() throws {
    let venues = LookupDocument(
      Array(
        """
        <venues><venue id="100"><name><![CDATA[Tai Po Library]]></name></venue>
        <venue id="101"><name>Sha Tin Hall</name></venue><venue id="102"><name/></venue></venues>
        """.utf8), item: "venue", id: "@id")
    let dates = LookupDocument(
      Array(#"[{"id":7,"on":["2026-03-03","2026-03-05"]}]"#.utf8), item: "", id: "id")
    let halls = LookupDocument(
      Array("No;Stage\n101;Main\n".utf8), format: .csv, item: "", id: "no")
    let names = try venues.values(at: "name")
    #expect(names == ["100": ["Tai Po Library"], "101": ["Sha Tin Hall"]])
    let mapping = FeedMapping(
      item: "e",
      fields: [
        .title: field("t"), .venue: FieldMapping(paths: ["v"], lookup: names),
        .audience: FieldMapping(paths: ["v"], lookup: try halls.values(at: "stage")),
      ],
      start: TimeMapping(
        date: FieldMapping(paths: ["@id"], lookup: try dates.values(at: "on"))))
    let feed = FeedReading.read(
      "<r><e id='7'><t>A</t><v> 101 </v></e><e id='8'><t>B</t><v>999</v></e></r>",
      ReadingContext(mapping: mapping))
    #expect(feed.first.venue == "Sha Tin Hall")
    #expect(feed.first.audience == "Main")
    #expect(feed.first.start?.description == "2026-03-03")
    #expect(feed.first.recurrence.additions.map(\.description) == ["2026-03-05"])
    #expect(feed.entries.last?.venue == nil)
    #expect(feed.entries.last?.start == nil)
  }

  @Test("An unusable lookup document gives the reason")
  func uselessLookup() {
    let text = "<venues><venue id='1'/></venues>"
    for (item, id) in [("venue", "@id"), ("place", "@id")] {
      #expect(throws: LookupError.self) {
        try LookupDocument(Array(text.utf8), item: item, id: id).values(at: "name")
      }
    }
  }

  @Test(
    "A real list of venues can be looked up",
    .enabled(if: SharedFiles.exists("corpora"), "\(SharedFiles.absent)"))
  func venues() throws {
    let bytes = try SharedFiles.bytes("corpora/feeds/hk-lcsd/venues.xml")
    let names = try LookupDocument(bytes, item: "venue", id: "@id").values(at: "venuee")
    #expect(names["100"] == ["Tai Po Public Library"])
    #expect(names.count > 100)
  }
}
