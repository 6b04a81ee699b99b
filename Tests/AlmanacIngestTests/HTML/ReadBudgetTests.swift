import AlmanacModel
import Testing

@testable import AlmanacIngest

@Suite struct ReadBudgetTests {
  private func page(_ body: String) -> ParsedFeed {
    FeedReading.read("<!DOCTYPE html><html><body>\(body)</body></html>")
  }

  private static let event =
    "<div itemscope itemtype='https://schema.org/Event' itemref='{}'><b itemprop=name>Tea</b>"
    + "<time itemprop=startDate datetime=2026-03-05>d</time></div>"

  /// The number of values of a node and all nodes within, and the bytes of their texts.
  private func size(of node: SchemaNode) -> (values: Int, bytes: Int, depth: Int) {
    var size = (values: 0, bytes: 0, depth: 0)
    for value in node.properties.values.flatMap(\.self) {
      size.values += 1
      switch value {
      case .text(let text): size.bytes += text.utf8.count
      case .node(let child):
        let inner = self.size(of: child)
        size = (
          size.values + inner.values, size.bytes + inner.bytes, max(size.depth, inner.depth + 1)
        )
      }
    }
    return size
  }

  @Test("A chain of references ends at a fixed depth, and the rest of the page is read")
  func chain() {
    let chain = (0..<30_000).map {
      "<p id=k\($0) itemscope itemprop=about itemref=k\($0 + 1)></p>"
    }.joined()
    let feed = page(Self.event.replacing("{}", with: "k0") + chain)
    #expect(feed.entries.map(\.title) == ["Tea"])
    #expect(feed.codes == ["W_NESTING"])
  }

  @Test("Nested texts are read as often as the budget allows, measured in markup")
  func nestedTexts() {
    let body =
      String(repeating: "<i itemprop=name>", count: 200)
      + String(repeating: "<u title='\(String(repeating: "x", count: 200))'></u>", count: 2_000)
    let html = "<div itemscope itemtype='https://schema.org/Event'>" + body + "</div>"
    let tree = HTMLTree(Array(html.utf8), base: nil)
    let reading = MicrodataReader.read(tree.root, size: html.utf8.count)
    #expect(reading.isCut)
    let size = reading.nodes.map { self.size(of: $0).values }.reduce(0, +)
    // Each text costs the markup inside it. The budget is a megabyte plus three times the page.
    #expect(size <= 8)
  }

  @Test("A budget stops counting at its limit")
  func counting() {
    let tree = HTMLTree(Array(String(repeating: "<b>x</b>", count: 10_000).utf8), base: nil)
    #expect(tree.root.markupSize(upTo: .max) == 170_000)
    #expect(tree.root.markupSize(upTo: 100) < 200)
    var budget = ReadBudget(bytes: 100, levels: 2)
    let isTaken = budget.charge(100)
    let entered = (0..<3).map { _ in budget.enter() }
    #expect(isTaken && entered == [true, true, false])
    #expect(budget.isExceeded)
  }

  @Test("Nested categories are cut with a finding, and ordinary ones are all read")
  func categories() {
    func event(_ categories: String) -> ParsedFeed {
      page(
        "<div class=vevent><b class=summary>Tea</b><i class=dtstart title=2026-03-05>d</i>"
          + categories + "</div>")
    }
    #expect(
      event("<i class=category>Art</i><i class=category>Play</i>").first.categories == [
        "Art", "Play",
      ])
    let nested = event(
      String(repeating: "<i class=category>", count: 200)
        + String(repeating: "<u></u>", count: 20_000))
    #expect(nested.first.problems.contains { $0.code == "W_NESTING" })
  }

  @Test("Links of a page are listed once each, and nested ones cost little")
  func pageLinks() {
    let html =
      "<html><body>"
      + (0..<3_000).map { "<a href='/f\($0 % 1_500).ics'>x</a>" }.joined()
    let links = PageLinks.feeds(
      in: Array(html.utf8), context: ReadingContext(baseURL: "https://hill.example/"))
    #expect(links.count == 1_500)
  }

  @Test("The days and weeks of a schedule are bounded together")
  func scheduleProduct() {
    let days = Array(repeating: "\"MO\"", count: 900).joined(separator: ",")
    let weeks = (0..<900).map { "\($0)" }.joined(separator: ",")
    let entry = LinkedData.event(
      "\"eventSchedule\": {\"repeatFrequency\": \"P1M\", \"startDate\": \"2026-03-05\", \"byDay\": [\(days)], \"byMonthWeek\": [\(weeks)]}"
    )
    #expect(entry.unreadable["rrule"]?.utf8.count ?? 0 < 100)
    #expect(entry.recurrence.rules.isEmpty)
  }

  @Test("Types of one item in two descriptions are joined up to a limit")
  func types() {
    func types(_ from: Int) -> String {
      (from..<(from + 3_000)).map { "\"T\($0)Event\"" }.joined(separator: ",")
    }
    let feed = LinkedData.read(
      "{\"@context\": \"https://schema.org\", \"@graph\": ["
        + [0, 5_000].map {
          "{\"@id\": \"e\", \"@type\": [\(types($0))], \"name\": \"Tea\", \"startDate\": \"2026-03-05\"}"
        }.joined(separator: ",") + "]}")
    #expect(feed.first.categories.count == FieldSanitizer.valueLimit)
    #expect(feed.first.problems.map(\.code) == ["W_TOO_MANY"])
  }
}
