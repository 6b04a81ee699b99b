import AlmanacModel
import Testing

@testable import AlmanacRefine

@Suite struct TextComparisonTests {
  @Test(
    "Announcements around a title are not part of it, and their status is kept",
    arguments: [
      ("CANCELLED: Gamelan Night", "gamelan night", EventStatus.cancelled),
      ("(CXLD) Gamelan Night", "gamelan night", .cancelled),
      ("POSTPONED Gamelan Night", "gamelan night", .postponed),
      ("Gamelan Night - Registration Open", "gamelan night", nil),
      ("Gamelan Night [Hybrid] | Sold Out", "gamelan night", nil),
      ("*SOLD OUT* Gamelan Night (Free!)", "gamelan night", nil),
      ("Gamelanabend – ABGESAGT", "gamelanabend", .cancelled),
      ("[Reporté] Nuit du gamelan", "nuit du gamelan", .postponed),
      ("AGOTADO: Noche de gamelán", "noche de gamelan", nil),
      ("Gamelan Night (doors 7 pm)", "gamelan night", nil),
      ("Gamelanabend, Einlass 19 Uhr", "gamelanabend", nil),
      ("Open Doors", "open doors", nil),
      ("Cancelled", "cancelled", nil),
      ("Stand-up at Noon: New Work", "stand up at noon new work", nil),
      ("The Art of Being Free", "the art of being free", nil),
      ("中秋节 2026", "中 秋 节 2026", nil),
      ("🎉", "", nil),
    ] as [(String, String, EventStatus?)])
  func announcements(title: String, words: String, status: EventStatus?) {
    let text = TitleText(title)
    #expect(text.words == words)
    #expect(text.announcedStatus == status)
  }

  @Test(
    "Links to one page are equal",
    arguments: [
      ("https://www.nus.example/e/12/", "nus.example/e/12"),
      ("http://NUS.example/e/12?utm_source=mail#top", "nus.example/e/12"),
      ("https://nus.example/event?id=7&fbclid=x", "nus.example/event?id=7"),
      ("https://nus.example/events/", nil), ("https://nus.example/", nil),
      ("https://nus.example", nil), ("", nil),
    ] as [(String, String?)])
  func links(link: String, text: String?) {
    #expect(LinkText(link)?.text == text)
  }

  @Test(
    "One slip makes the same word, two words stay two",
    arguments: [
      ("photography", "photografy", true), ("theatre", "theater", true),
      ("workshp", "workshop", true), ("violni", "violin", true), ("orchest", "orchestra", true),
      ("tan", "tang", false),
      ("rivers", "drivers", true), ("kumar", "jane", false), ("graph", "paragraph", false),
    ])
  func slips(left: String, right: String, isSlip: Bool) {
    #expect(WordDistance.isSlip(Array(left.utf8)[...], Array(right.utf8)[...]) == isSlip)
  }

  @Test(
    "A word that no other title has may have more errors",
    arguments: [
      ("knt", "knit", true), ("tuesdaays", "uesdays", true), ("trio", "tro", true),
      ("jazz", "brass", false), ("pm", "am", false),
    ])
  func uniqueSlips(left: String, right: String, isSlip: Bool) {
    let (left, right) = (Array(left.utf8)[...], Array(right.utf8)[...])
    #expect(WordDistance.isSlip(left, right, isUnique: true) == isSlip)
    #expect(!WordDistance.isSlip(left, right))
  }

  @Test("A text that is cut short is contained in any case, another is not")
  func containment() {
    func sketch(_ text: String) -> Set<UInt16> {
      var sketcher = TextSketcher()
      var (shingles, words): ([UInt16], [UInt16]) = ([], [])
      sketcher.read(text.utf8Span.span, shingles: &shingles, words: &words)
      #expect(shingles == shingles.sorted() && words == words.sorted())
      return Set(shingles)
    }
    let text =
      "The ensemble of the conservatory plays gongs and drums from West Java under the stars"
    let whole = sketch(text + " and everyone is welcome to join the dance at the end of it.")
    #expect(sketch(text).isSubset(of: whole))
    #expect(sketch(text.uppercased()).isSubset(of: whole))
    let other = sketch("A long evening of chess for beginners with coffee, cake and many boards")
    #expect(!other.isEmpty && other.isDisjoint(with: whole))
    #expect(sketch("Gongs and").isEmpty)
  }

  @Test("United sets list their members in order")
  func disjointSets() {
    var sets = DisjointSets(count: 6)
    sets.unite(4, 2)
    sets.unite(5, 4)
    sets.unite(1, 0)
    #expect(sets.sets == [[0, 1], [2, 4, 5], [3]])
    #expect(sets.members(of: 5) == [2, 4, 5])
    #expect(sets.root(of: 5) == 2)
  }
}
