import AlmanacModel
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacRefine

/// Nights that read only what their changes reach.
@Suite struct OutlineNightTests {
  /// A campus of five sources in which much is near a limit: blocks of about 40, starts that more than 200
  /// share, links of three titles, series that are cut short.
  private struct World {
    var random: SeededGenerator
    var night = CampusNight()
    var last = 0
    /// The crowd is large, and its members have nothing else in common.
    private let isStrange: Bool
    private var gone: [Listing] = []

    private static let words = [
      "dragonfly", "gamelan", "harbor", "juniper", "lantern", "marigold", "nocturne", "orchard",
      "pelican", "quartz", "rosewood", "saffron",
    ]
    static let sources = ["a", "a-b", "aggregator", "publisher", "radio"]

    /// - Parameter crowd: How many share one start and word.
    init(seed: UInt64, count: Int, crowd: Int) throws {
      random = SeededGenerator(seed: seed)
      isStrange = crowd > 200
      for number in 0..<6 { night.places["Hall \(number)"] = .at("place \(number)") }
      for _ in 0..<count { try add() }
      for number in 0..<crowd { try addToCrowd(number) }
    }

    mutating func pick<Element>(_ elements: [Element]) throws -> Element {
      try #require(elements.randomElement(using: &random))
    }

    mutating func chance(_ one: Int, in many: Int) -> Bool {
      Int.random(in: 0..<many, using: &random) < one
    }

    mutating func add() throws {
      last += 1
      let words = [try pick(Self.words), try pick(Self.words)]
      let isBusy = chance(1, in: 3)
      let title = isBusy ? "Story Time \(words[0])" : "Concert \(words.joined(separator: " "))"
      let day =
        isBusy ? Int.random(in: 10...11, using: &random) : Int.random(in: 12..<18, using: &random)
      let hour =
        isBusy ? Int.random(in: 10...12, using: &random) : Int.random(in: 10..<20, using: &random)
      let venue = try pick(["Hall \(last % 6)", nil, "\(words[0]) House", "Elsewhere"])
      for source in Self.sources.shuffled(using: &random)
        .prefix(Int.random(in: 1...3, using: &random))
      {
        let link =
          chance(1, in: 3) ? "https://x.example/e/\(Int.random(in: 0..<40, using: &random))" : nil
        let uid = chance(1, in: 4) ? "\(last)@x.example" : nil
        let rule = try pick([nil, nil, nil, nil, "FREQ=DAILY;COUNT=4", "FREQ=DAILY"])
        night.listings.append(
          try .stated(
            by: source, "k\(last)", title, "2026-03-\(day)T\(hour):00", at: venue, uid: uid,
            link: link, rule: rule
          ) { $0.text = "About \(words[0]) and \(words[1]), with tea and a word on \(title)." })
      }
    }

    mutating func addToCrowd(_ number: Int) throws {
      let letters = String(number, radix: 8).map {
        "bdfgklmn".map(String.init)[$0.wholeNumberValue ?? 0]
      }
      let word = isStrange ? letters.joined(separator: "a") + "o" : Self.words[number % 12]
      night.listings.append(
        try .stated(
          by: Self.sources[number % 3], "crowd\(number)", "Open Studio \(word)",
          "2026-03-20T14:00", at: "Hall \(isStrange ? 0 : number % 6)"))
    }

    mutating func change() throws {
      switch Int.random(in: 0..<16, using: &random) {
      case 0, 1: try add()
      case 2:
        last += 1
        try addToCrowd(last + 10_000)
      case 3: remove { _ in true }
      case 4: remove { $0.key.hasPrefix("crowd") }
      case 5: remove { $0.title.hasPrefix("Story") }
      case 6: edit { $0.title += " with novelty\($1 % 3)" }
      case 7: edit { $0.venue = "Hall \($1 % 6)" }
      case 8: edit { $0.start = (try? .campus("2026-03-1\($1 % 8)T1\($1 % 9):30")) ?? $0.start }
      case 9: edit { $0.link = "https://x.example/e/\($1 % 40)" }
      case 10: edit { $0.status = $1 % 2 == 0 ? .cancelled : .confirmed }
      case 11: edit { $0.visibility = $1 % 2 == 0 ? .private : .public }
      case 12: edit { listing, number in listing.key += "-renamed\(number)" }
      case 13: edit { $0.title = "Story Time \(Self.words[$1 % 12])" }
      case 14:
        // It comes back another night, as it was or called otherwise by its source.
        guard var listing = gone.popLast() else { return }
        if chance(1, in: 2) { listing.key += "-again" }
        night.listings.append(listing)
      default: edit { $0.text = "Something else is said of it, the \($1)th time." }
      }
    }

    private mutating func remove(_ isMeant: (Listing) -> Bool) {
      let meant = night.listings.indices.filter { isMeant(night.listings[$0]) }
      guard let index = meant.randomElement(using: &random) else { return }
      gone.append(night.listings.remove(at: index))
    }

    private mutating func edit(_ body: (inout Listing, Int) -> Void) {
      guard let index = night.listings.indices.randomElement(using: &random) else { return }
      body(&night.listings[index], Int.random(in: 0..<100, using: &random))
    }
  }

  /// What a workspace would give.
  private func store(_ input: DeduplicateInput) -> StoredCampus {
    let listings = Dictionary(
      input.listings.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let identities = Dictionary(
      input.identities.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return StoredCampus(
      listingIDs: { listings.keys.sorted() },
      listings: { ids in ids.sorted().compactMap { listings[$0] } },
      identityIDs: { identities.keys.sorted() },
      identities: { ids in ids.compactMap { identities[$0] } })
  }

  static let histories =
    ProcessInfo.processInfo.environment["ALMANAC_HISTORIES"]
    .flatMap { UInt64($0) } ?? 30

  @Test(
    "a night that reads only what changes reach gives what reading all gives",
    arguments: 1...histories)
  func equalsReadingAll(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed &* 37)
    var world = try World(seed: seed, count: 70, crowd: seed % 3 == 0 ? 203 : 41)
    let deduplicator = Deduplicator(seriesLimit: 20, workers: 1 + Int(seed % 2))
    if seed % 2 == 0 { try decide(&world) }
    var input = try world.night.input()
    var batch = try await deduplicator.run([input])
    var last = try #require(batch.records.first)
    var (read, narrow) = (0, 0)
    for night in 0..<10 {
      let before = input
      for _ in 0..<[3, 0, 1, 6, 2][night % 5] { try world.change() }
      if night % 5 == 3 {
        world.night.places["Hall \(night % 6)"] = .at("new \(night)", room: "01-0\(night)")
      }
      // A source is gone for good.
      if night == 8, seed % 4 == 1 { world.night.listings.removeAll { $0.source == "radio" } }
      var next = try world.night.input()
      next.cadence = LearningCadence(days: 100_000, percent: 60)
      next.identities = last.identities
      next.snapshot = last.snapshot
      next.now = before.now + (Int.random(in: 0..<9, using: &random) == 0 ? 380 : 1) * 86_400
      batch = try await deduplicator.run([next])
      let full = try #require(batch.records.first)
      var asked = next
      asked.changes = changes(from: before, to: next)
      (asked.listings, asked.identities) = ([], [])
      let found = try await deduplicator.run(asked, reading: store(next), atMost: 100)
      if let found {
        narrow += 1
        let part = try #require(found.batch.records.first)
        read += part.events.count
        #expect(found.listings == next.listings.count, "night \(night)")
        #expect(found.batch.dropped == batch.dropped, "night \(night)")
        #expect(found.batch.findings == batch.findings, "night \(night)")
        #expect(last.events.replaced(by: part) == full.events, "night \(night)")
        #expect(last.identities.replaced(by: part) == full.identities, "night \(night)")
        #expect(part.snapshot.statistics == full.snapshot.statistics, "night \(night)")
        #expect(part.snapshot.comparisons == full.snapshot.comparisons, "night \(night)")
        #expect(part.snapshot.outlines == full.snapshot.outlines, "night \(night)")
        #expect(part.snapshot.identities == full.snapshot.identities, "night \(night)")
      }
      input = next
      input.changes = nil
      last = full
    }
    #expect(narrow >= 8, "\(10 - narrow) nights read all")
  }

  @Test("outlines are read as they were written, and damaged bytes are as none")
  func coding() async throws {
    let world = try World(seed: 5, count: 30, crowd: 3)
    let input = try world.night.input()
    let snapshot = try #require(try await Deduplicator().run([input]).records.first).snapshot
    #expect(Set(snapshot.outlines.keys) == Set(World.sources))
    let outline = try #require(CampusOutline(snapshot.outlines))
    #expect(outline.bytes == snapshot.outlines)
    #expect(outline.ids.count == input.listings.count)
    #expect(try #require(IdentityOutline(snapshot.identities)).bytes == snapshot.identities)
    let bytes = try #require(snapshot.outlines["radio"])
    for place in stride(from: 0, to: bytes.count, by: 7) {
      var damaged = snapshot.outlines
      damaged["radio"] = Array(bytes[..<place])
      #expect(CampusOutline(damaged) == nil)
      damaged["radio"] = bytes
      damaged["radio"]?[place] ^= 4
      #expect(CampusOutline(damaged) == nil)
    }
    for place in stride(from: 0, to: snapshot.identities.count, by: 7) {
      #expect(IdentityOutline(Array(snapshot.identities[..<place])) == nil)
    }
  }

  @Test(
    "where what was kept does not fit what is there, or too much changed, all is read",
    arguments: [
      "nothing", "an unknown removal", "a removal that is there", "another identity",
      "no outlines", "another source's outline", "no changes", "too many changes", "a new source",
      "forced",
    ])
  func readsAll(case name: String) async throws {
    let world = try World(seed: 6, count: 40, crowd: 5)
    var input = try world.night.input()
    let first = try #require(try await Deduplicator().run([input]).records.first)
    input.identities = first.identities
    input.snapshot = first.snapshot
    var changes = ChangedListings()
    var known = input
    switch name {
    case "an unknown removal": known.listings.removeLast()
    case "a removal that is there": changes.listings = ["nobody/x"]
    case "another identity": known.identities.removeLast()
    case "no outlines": input.snapshot?.outlines = [:]
    case "another source's outline":
      input.snapshot?.outlines["radio"] = first.snapshot.outlines["publisher"]
    case "too many changes":
      changes.listings = Set(known.listings.prefix(known.listings.count / 10).map(\.id))
    case "a new source":
      known.listings.append(try .stated(by: "newcomer", "n", "Quiet Hour"))
    case "forced": input.takesKnownPairs = false
    default: break
    }
    input.changes = name == "no changes" ? nil : changes
    (input.listings, input.identities) = ([], [])
    let found = try await Deduplicator().run(input, reading: store(known))
    #expect((found != nil) == ["nothing", "a removal that is there"].contains(name))
    if name == "nothing" {
      #expect(found?.batch.records.first?.snapshot == first.snapshot)
      #expect(found?.batch.records.first?.replaced == [])
    }
  }

  private func decide(_ world: inout World) throws {
    let names = world.night.listings.map(\.id)
    world.night.decisions.hide = [names[3], "nobody"]
    world.night.decisions.same = [[names[5], names[50]]]
    world.night.decisions.different = [[names[7], names[8]], [names[9], "https://x.example/e/7"]]
  }

  /// What the workspace would know of two nights.
  private func changes(from before: DeduplicateInput, to after: DeduplicateInput)
    -> ChangedListings
  {
    let listings = Dictionary(
      after.listings.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let queries = Set(before.placements.keys).union(after.placements.keys)
    return ChangedListings(
      listings: Set(before.listings.filter { listings[$0.id] != $0 }.map(\.id)),
      queries: queries.filter { before.placements[$0] != after.placements[$0] })
  }
}

extension [Event] {
  fileprivate func replaced(by output: DeduplicateOutput) -> [Event] {
    guard let ids = output.replaced else { return output.events }
    return (filter { !ids.contains($0.id) } + output.events).sorted { $0.id < $1.id }
  }
}

extension [EventIdentity] {
  fileprivate func replaced(by output: DeduplicateOutput) -> [EventIdentity] {
    guard let ids = output.replaced else { return output.identities }
    return (filter { !ids.contains($0.id) } + output.identities).sorted { $0.id < $1.id }
  }
}
