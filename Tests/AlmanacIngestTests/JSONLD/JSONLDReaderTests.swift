import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

@Suite struct JSONLDReaderTests {
  private static let tea = """
    "name": "Tea", "startDate": "2026-03-03T19:00:00+08:00"
    """

  @Test(
    "An event is found in any form of JSON-LD",
    arguments: [
      "{\"@context\": \"https://schema.org\", \"@type\": \"Event\", \(tea)}",
      "[{\"@context\": \"http://www.schema.org/\", \"@type\": [\"Thing\", \"MusicEvent\"], \(tea)}]",
      "{\"@context\": \"schema.org\", \"@graph\": [{\"@type\": \"WebSite\"}, {\"@type\": \"Event\", \(tea)}]}",
      """
      {"@context": "https://schema.org", "@type": "ItemList", "itemListElement": [{"@type": "ListItem",
      "position": 1, "item": {"@type": "Festival", \(tea)}}]}
      """,
      "{\"@context\": \"https://schema.org\", \"@type\": \"WebPage\", \"mainEntity\": {\"@type\": \"Event\", \(tea)}}",
      """
      {"@context": "https://schema.org", "@type": "EventSeries", "name": "Teas", "subEvent":
      [{"@type": "Event", \(tea)}]}
      """,
      "{\"@type\": \"Event\", \(tea)}",
      "{\"@context\": {\"@vocab\": \"http://schema.org/\"}, \"@type\": \"Event\", \(tea)}",
      """
      {"@context": {"schema": "http://schema.org/"}, "@type": "schema:Event", "schema:name": "Tea",
      "schema:startDate": "2026-03-03T19:00:00+08:00"}
      """,
      """
      {"@context": {"s": "https://schema.org/", "kind": "@type", "title": "s:name", "when":
      {"@id": "s:startDate", "@type": "s:DateTime"}}, "kind": "s:Event", "title": "Tea",
      "when": {"@value": "2026-03-03T19:00:00+08:00"}}
      """,
      """
      {"@context": "https://schema.org", "type": "Event", "name": {"@value": "Tea", "@language": "en"},
      "startDate": ["2026-03-03T19:00:00+08:00"]}
      """,
      """
      {"@context": ["https://schema.org", {"ex": "https://example.org/", "@language": "en"}],
      "@type": "ex:Party", "@reverse": {"superEvent": {"@type": "DanceEvent", \(tea)}}}
      """,
    ])
  func finds(text: String) {
    let feed = LinkedData.read(text)
    #expect(feed.document.format == .jsonld)
    #expect(feed.entries.map(\.title) == ["Tea"])
    #expect(feed.first.start?.publicText == "2026-03-03T19:00:00+08:00")
  }

  @Test(
    "A document without schema.org events is rejected with its types",
    arguments: [
      (
        "{\"@context\": \"https://schema.org\", \"@type\": \"Organization\", \"name\": \"X\"}",
        "Organization"
      ),
      (
        "{\"@context\": \"https://www.w3.org/ns/activitystreams\", \"@type\": \"Event\", \"name\": \"X\"}",
        "no event"
      ),
      ("{\"@context\": {\"@vocab\": null}, \"@type\": \"Event\", \(tea)}", "no event"),
      ("{\"@context\": {\"Event\": null}, \"@type\": \"Event\", \(tea)}", "no event"),
    ])
  func refuses(text: String, words: String) {
    let feed = LinkedData.read(text)
    #expect(feed.codes == ["E_NOT_A_FEED"])
    #expect(feed.document.problems.first?.message.contains(words) == true)
  }

  @Test("An event described in several places is one entry")
  func joinsDescriptions() {
    let feed = LinkedData.read(
      """
      {"@context": "https://schema.org", "@graph": [
      {"@type": "Event", "@id": "https://example.org/1", "name": "Tea"},
      {"@type": "WebPage", "about": {"@type": "Event", "@id": "https://example.org/1",
      "startDate": "2026-03-03"}},
      {"@type": "Event", "name": "Walk", "startDate": "2026-03-04"},
      {"@type": "Event", "name": "Walk", "startDate": "2026-03-04"}]}
      """)
    #expect(feed.entries.map(\.title) == ["Tea", "Walk"])
    #expect(feed.first.start?.publicText == "2026-03-03")
    #expect(feed.first.id == "https://example.org/1")
  }

  @Test("Events that share an identifier on different dates all stay")
  func keepsDates() {
    let feed = LinkedData.read(
      """
      [{"@type": "Event", "@id": "https://example.org/", "name": "A", "startDate": "2026-03-03"},
      {"@type": "Event", "@id": "https://example.org/", "name": "B", "startDate": "2026-03-04"}]
      """)
    #expect(feed.entries.map(\.title) == ["A", "B"])
  }

  @Test("A reference is resolved to the node it names")
  func followsReferences() {
    let feed = LinkedData.read(
      """
      {"@context": "https://schema.org", "@graph": [
      {"@type": "Event", "name": "Tea", "startDate": "2026-03-03", "location": {"@id": "#hall"},
      "organizer": {"@id": "#club"}},
      {"@type": "Place", "@id": "#hall", "name": "Great Hall"},
      {"@type": "Organization", "@id": "#club", "name": "Tea Club"}]}
      """)
    #expect(feed.first.venue == "Great Hall")
    #expect(feed.first.organizer == "Tea Club")
  }

  @Test("An event without a start is reported and skipped")
  func passesOverMentions() {
    let feed = LinkedData.read(
      """
      {"@context": "https://schema.org", "@type": "Event", "name": "Final", "startDate": "2026-03-03",
      "superEvent": {"@type": "EventSeries", "name": "Cup"}}
      """)
    #expect(feed.entries.map(\.title) == ["Final"])
    #expect(feed.document.problems.map(\.code) == ["Q_DATE_PARSE"])
    #expect(feed.document.problems.first?.subject == "Cup")
  }

  @Test("An unreadable start is recorded on its entry")
  func keepsUnreadable() {
    let feed = LinkedData.undated("\"startDate\": \"some day in spring\"")
    #expect(feed.entries.count == 1)
    #expect(feed.first.unreadable["start"] == "some day in spring")
  }

  @Test("Excessive nesting is cut off", arguments: [90, 150])
  func bounded(levels: Int) {
    let open = String(repeating: "{\"@type\": \"Thing\", \"about\": ", count: levels)
    let feed = LinkedData.read(
      open + "{\"@type\": \"Event\", \(Self.tea)}" + String(repeating: "}", count: levels))
    #expect(feed.entries.count == (levels < 100 ? 1 : 0))
  }

  @Test("A nested context adds and removes definitions for its own object only")
  func nestedContexts() {
    let terms = (0..<100).map { "\"t\($0)\": \"https://example.org/\($0)\"" }
    let feed = LinkedData.read(
      """
      {"@context": ["https://schema.org", {"title": "name", "old": "name",
      \(terms.joined(separator: ", "))}],
      "@graph": [
      {"@context": {"when": "startDate", "title": null}, "@type": "Event", "name": "Tea",
      "title": "Wrong", "when": "2026-03-03"},
      {"@type": "Event", "title": "Walk", "when": "2026-03-04", "startDate": "2026-03-05"},
      {"@context": [{"heading": "old"}, {"old": "description"}], "@type": "Event",
      "heading": "Words", "title": "Talk", "startDate": "2026-03-06"}]}
      """)
    #expect(feed.entries.map(\.title) == ["Tea", "Walk", "Talk"])
    let days = feed.entries.map { $0.start?.publicText }
    #expect(days == ["2026-03-03", "2026-03-05", "2026-03-06"])
    #expect(feed.entries.map(\.summary) == [nil, nil, "Words"])
  }

  @Test("A term with an oversized definition has no meaning")
  func longAddress() {
    let long = String(repeating: "x", count: 300)
    let feed = LinkedData.read(
      """
      {"@context": ["https://schema.org", {"p": "https://example.org/\(long)", "q": "\(long):x"}],
      "@type": "Event", "name": "Tea", "p:a": "1", "p": "2", "q:b": "3", "startDate": "2026-03-03"}
      """)
    #expect(feed.entries.map(\.title) == ["Tea"])
  }

  @Test("A circular definition ends")
  func circularContext() {
    let feed = LinkedData.read(
      "{\"@context\": {\"a\": \"b:x\", \"b\": \"a:y\"}, \"@type\": \"a\", \"a:name\": \"T\"}")
    #expect(feed.document.isRefused)
  }
}
