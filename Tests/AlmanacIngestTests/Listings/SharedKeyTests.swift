import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacIngest

/// Tests entries with the same identifier: revisions of one event, or distinct events.
@Suite struct SharedKeyTests {
  private func assemble(_ entries: [Entry]) -> SeriesGrouper.Assembly {
    SeriesGrouper.assemble(entries, .fixture())
  }

  private func weekly(
    _ title: String, _ start: String, at venue: String, _ change: (inout Entry) -> Void = { _ in }
  ) -> Entry {
    .fixture(title: title, start: "2026-01-\(start)+08:00[Asia/Singapore]") {
      $0.venue = venue
      $0.recurrence.rules = [try? RecurrenceRule(parsing: "FREQ=WEEKLY;COUNT=4")].compactMap { $0 }
      change(&$0)
    }
  }

  /// Unrelated entries, so that most items have another identifier.
  private let others = (0..<9).map { Entry.fixture(id: "other \($0)", title: "Other \($0)") }

  @Test("Lecture and laboratory of one course share an id, and each keeps its rule and changes")
  func course() throws {
    let moved = Entry.fixture(title: "Botany 101", start: "2026-01-15T10:00:00+08:00") {
      $0.recurrence.recurrenceID = CalendarTime("2026-01-14T09:00:00+08:00")
    }
    let assembly = assemble([
      weekly("Botany 101", "05T14:00:00", at: "Herbarium"),
      weekly("Botany 101", "07T09:00:00", at: "Glasshouse"), moved,
    ])
    #expect(assembly.listings.map(\.venue) == ["Herbarium", "Glasshouse"])
    #expect(assembly.listings.map(\.overrides.count) == [0, 1])
    #expect(Set(assembly.listings.map(\.key)).count == 2)
    #expect(assembly.findings.map(\.code) == ["W_SHARED_UID"])
    #expect(assembly.rejected == 0)
  }

  @Test("Listings with the same start and id but different titles, rooms or rules are all accepted")
  func oneStart() {
    let entries = [
      Entry.fixture(title: "Knitting") { $0.venue = "Loft" },
      .fixture(title: "Weaving") { $0.venue = "Loft" },
      .fixture(title: "Weaving") { $0.venue = "Cellar" },
      weekly("Weaving", "05T14:00:00", at: "Cellar"),
      weekly("Weaving", "05T14:00:00", at: "Cellar") {
        $0.recurrence.rules = [try? RecurrenceRule(parsing: "FREQ=DAILY;COUNT=2")]
          .compactMap { $0 }
      },
    ]
    let assembly = assemble(entries + others)
    #expect(assembly.listings.count == 14)
    #expect(Set(assembly.listings.map(\.key)).count == 14)
    #expect(assembly.findings.map(\.code) == Array(repeating: "W_SHARED_UID", count: 4))
  }

  @Test("Keys depend neither on the order of entries nor on entries that disappear")
  func stableKeys() {
    let entries = [
      Entry.fixture(title: "Knitting"), .fixture(title: "Weaving"), .fixture(title: "Felting"),
      .fixture(title: "Knitting", start: "2026-10-06T19:00:00Z"),
    ]
    func keys(_ entries: [Entry]) -> [String: String] {
      Dictionary(
        uniqueKeysWithValues: assemble(entries + others).listings
          .filter { $0.key.hasPrefix("one@") }
          .map { ("\($0.title) \($0.start)", $0.key) })
    }
    let all = keys(entries)
    #expect(Set(all.values).count == 4)
    #expect(keys(entries.reversed()) == all)
    #expect(keys([entries[0], entries[1], entries[3]]).allSatisfy { all[$0.key] == $0.value })
  }

  @Test("A repeated entry becomes one listing with the stricter visibility")
  func repeated() {
    let secret = Entry.fixture { $0.visibility = .private }
    for entries in [[Entry.fixture(), secret], [secret, .fixture()]] {
      let assembly = assemble(entries + others)
      #expect(assembly.listings.count == 10)
      #expect(assembly.listings.first?.visibility == .private)
      #expect(assembly.findings.map(\.code) == ["Q_DUP_KEY"])
    }
  }

  @Test("A newer revision may move a series or rename an event")
  func revisions() {
    let renamed = Entry.fixture(title: "Felting for All") { $0.sequence = 1 }
    let moved = weekly("Botany", "06T14:00:00", at: "Shed") {
      $0.id = "two"
      $0.updated = CalendarTime("2026-01-02T00:00:00Z")
    }
    let series = weekly("Botany", "05T14:00:00", at: "Herbarium") {
      $0.id = "two"
      $0.updated = CalendarTime("2026-01-01T00:00:00Z")
    }
    let assembly = assemble([.fixture(title: "Felting"), series, renamed, moved] + others)
    #expect(assembly.listings.prefix(2).map(\.title) == ["Felting for All", "Botany"])
    #expect(assembly.listings.prefix(2).map(\.key) == ["one@example.edu", "two"])
    #expect(assembly.listings[1].venue == "Shed")
    #expect(assembly.findings.map(\.code) == ["Q_DUP_KEY", "Q_DUP_KEY"])
  }

  @Test("An id that most items share identifies none of them")
  func mostItems() {
    let entries = ["Loft", "Cellar", "Yard", "Attic"].enumerated().map { number, venue in
      Entry.fixture(title: number < 2 ? "Print Fair" : "Sale") {
        $0.venue = venue
        $0.updated = CalendarTime("2026-01-0\(number + 1)T00:00:00Z")
      }
    }
    let assembly = assemble(entries)
    #expect(assembly.listings.map(\.venue) == ["Loft", "Cellar", "Yard", "Attic"])
    #expect(!assembly.findings.contains { $0.code == "Q_DUP_KEY" })
    // Among many others they are revisions.
    #expect(assemble(Array(entries.prefix(2)) + others).listings.first?.venue == "Cellar")
    #expect(assemble(entries + others).findings.contains { $0.code == "Q_DUP_KEY" })
  }

  @Test("Many entries with one id and start are grouped in linear time")
  func many() {
    let entries = (0..<20_000).map { Entry.fixture(title: "Class \($0)") }
    var grouper = SeriesGrouper(mapper: .fixture(), expecting: entries.count)
    for entry in entries { grouper.take(entry) }
    let clock = ContinuousClock.now
    let count = grouper.finish().listings.count
    #expect(count == 20_000)
    #expect(.now - clock < .seconds(10))
  }
}
