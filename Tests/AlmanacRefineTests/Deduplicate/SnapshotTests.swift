import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacRefine

/// What one night keeps for the next.
@Suite struct SnapshotTests {
  /// A campus of four sources that goes from night to night.
  private struct World {
    var random: SeededGenerator
    var night = CampusNight()
    private var last = 0

    private static let words = [
      "dragonfly", "gamelan", "harbor", "juniper", "lantern", "marigold", "nocturne", "orchard",
      "pelican", "quartz", "rosewood", "saffron", "tidal", "umbra", "velvet", "willow",
    ]
    private static let kinds = ["Story Time", "Open Workshop", "Evening Concert", "Reading"]
    static let sources = ["publisher", "aggregator", "radio", "herald"]

    init(seed: UInt64, count: Int) throws {
      random = SeededGenerator(seed: seed)
      for _ in 0..<count { try add() }
    }

    /// One event in one to three sources; a third of all on one busy day, in one block.
    mutating func add() throws {
      last += 1
      let words = (0..<2).map { _ in Self.words.randomElement(using: &random) ?? "" }
      let isBusy = Int.random(in: 0..<3, using: &random) == 0
      let title = isBusy ? "Story Time \(words[0])" : "\(kind) \(words.joined(separator: " "))"
      let day = isBusy ? 10 : Int.random(in: 11..<18, using: &random)
      let hour = Int.random(in: 9..<21, using: &random)
      for source in Self.sources.shuffled(using: &random)
        .prefix(Int.random(in: 1...3, using: &random))
      {
        let venue = ["Hall \(last % 7)", nil, "\(words[0]) House"].randomElement(using: &random)
        night.listings.append(
          try .stated(
            by: source, "k\(last)", title, "2026-03-\(day)T\(hour < 10 ? "0" : "")\(hour):00",
            at: venue ?? nil,
            link: last % 5 == 0 ? "https://a.example/e/\(last % 10)" : nil,
            rule: last % 11 == 0 ? "FREQ=DAILY;COUNT=4" : nil
          ) { $0.text = "About \(words[0]) and \(words[1]), with tea and a word on \(title)." })
      }
    }

    private var kind: String { Self.kinds[last % Self.kinds.count] }

    mutating func change() throws {
      switch Int.random(in: 0..<6, using: &random) {
      case 0: try add()
      case 1:
        if let index = night.listings.indices.randomElement(using: &random) {
          night.listings.remove(at: index)
        }
      case 2: edit { $0.title += " with novelty\($1 % 3)" }
      case 3: edit { $0.venue = "Hall \($1 % 7)" }
      case 4: edit { $0.start = (try? .campus("2026-03-1\($1 % 8)T1\($1 % 9):30")) ?? $0.start }
      default: edit { $0.text = "Something else is said of it, the \($1)th time." }
      }
    }

    private mutating func edit(_ body: (inout Listing, Int) -> Void) {
      guard let index = night.listings.indices.randomElement(using: &random) else { return }
      body(&night.listings[index], Int.random(in: 0..<100, using: &random))
    }
  }

  private func output(_ input: DeduplicateInput, workers: Int = 1) async throws
    -> DeduplicateOutput
  {
    try #require(try await Deduplicator(workers: workers).run([input]).records.first)
  }

  private func comparison(_ input: DeduplicateInput) async -> HappeningClusterer {
    let expander = ListingExpander(window: input.window, zone: input.zone, zones: .system)
    let prepared = await ListingPreparation(input, expander: expander)
    let decisions = DecisionIndex(
      input.decisions, items: prepared.items, identities: input.identities)
    return await EventGroups(prepared, decisions: decisions, input: input, workers: 1).clusterer
  }

  @Test(
    "a night that takes what is known gives what comparing everything gives", arguments: 1...6)
  func equalsComparingAll(seed: UInt64) async throws {
    var world = try World(seed: seed, count: 150)
    var input = try world.night.input()
    var (known, compared, large) = (0, 0, 0)
    for night in 0..<8 {
      let before = input.snapshot
      input.takesKnownPairs = false
      let all = try await output(input)
      input.takesKnownPairs = true
      let some = try await output(input, workers: 2)
      #expect(some == all, "night \(night)")
      let work = await comparison(input)
      if night > 0, statistics(of: before) == statistics(of: all.snapshot) {
        known += work.known
        compared += work.compared
      }
      large += KeptComparisons(all.snapshot.comparisons)?.largeBlocks.count ?? 0
      for _ in 0..<(night % 3 == 2 ? 0 : 4) { try world.change() }
      // A block that was too large becomes small enough.
      if night == 4 {
        world.night.listings.removeAll {
          $0.title.hasPrefix("Story") && $0.source != "publisher"
        }
      }
      let next = try world.night.input()
      input.listings = next.listings
      input.identities = all.identities
      input.snapshot = all.snapshot
    }
    #expect(large > 0, "no block was too large")
    #expect(known > 0 && compared < known / 2, "known \(known), compared \(compared)")
  }

  @Test(
    "a night that looks only at what changes reach gives what looking at everything gives",
    arguments: 1...12)
  func equalsLookingAtAll(seed: UInt64) async throws {
    var random = SeededGenerator(seed: seed &* 31)
    var world = try World(seed: seed &+ 100, count: 120)
    world.night.places = ["Hall 1": .at("one"), "Hall 2": .at("two"), "Hall 3": .at("three")]
    var input = try world.night.input()
    var last = try await output(input)
    var (reached, all) = (0, 0)
    for night in 0..<10 {
      let before = input
      for _ in 0..<[3, 0, 1, 8][night % 4] { try world.change() }
      // A hall is another place now, and a listing is called otherwise by its source.
      if night % 5 == 3 {
        world.night.places["Hall \(night % 4)"] = .at("new \(night)", room: "01-0\(night)")
      }
      if night % 4 == 1, let index = world.night.listings.indices.randomElement(using: &random) {
        world.night.listings[index].key += "-renamed"
      }
      var next = try world.night.input()
      next.identities = last.identities
      next.snapshot = last.snapshot
      next.now = before.now + 86_400
      let full = try await output(next)
      next.changes = changes(from: before, to: next)
      let part = try await output(next, workers: 1 + night % 2)
      #expect(part.snapshot == full.snapshot, "night \(night)")
      #expect(last.events.replaced(by: part.events, part.replaced) == full.events, "night \(night)")
      #expect(
        last.identities.replaced(by: part.identities, part.replaced) == full.identities,
        "night \(night)")
      if part.replaced != nil {
        reached += part.events.count
        all += full.events.count
      }
      input = next
      input.changes = nil
      last = full
    }
    #expect(all > 500, "most nights learned anew")
    #expect(reached * 2 < all, "of \(all) events \(reached) were looked at")
  }

  @Test("an unchanged night reaches nothing, one with a changed setting everything")
  func reachOfNothing() async throws {
    var input = try World(seed: 9, count: 80).night.input()
    let first = try await output(input)
    input.snapshot = first.snapshot
    input.identities = first.identities
    #expect(try await output(input).replaced == nil)
    input.changes = ChangedListings()
    let second = try await output(input)
    #expect(second.replaced == [])
    #expect(second.events.isEmpty && second.identities.isEmpty)
    #expect(second.snapshot == first.snapshot)
    input.snapshot = nil
    #expect(try await output(input).replaced == nil)
  }

  @Test("what the operator speaks of is looked at, and hidden listings are counted")
  func reachOfDecisions() async throws {
    var world = try World(seed: 21, count: 60)
    let names = world.night.listings.map(\.id)
    world.night.decisions.hide = [names[3], names[40]]
    world.night.decisions.same = [[names[5], names[50]]]
    world.night.decisions.different = [[names[7], names[8]], [names[9], "nobody"]]
    var input = try world.night.input()
    let first = try #require(try await Deduplicator().run([input]).records.first)
    input.snapshot = first.snapshot
    input.identities = first.identities
    input.listings[20].title += " with novelty"
    let full = try await Deduplicator().run([input])
    input.changes = ChangedListings(listings: [input.listings[20].id])
    let part = try await Deduplicator().run([input])
    #expect(part.dropped == full.dropped && part.dropped > 1)
    #expect(part.findings == full.findings && !part.findings.isEmpty)
    let (some, all) = (try #require(part.records.first), try #require(full.records.first))
    #expect(some.replaced != nil)
    #expect(first.events.replaced(by: some.events, some.replaced) == all.events)
    #expect(first.identities.replaced(by: some.identities, some.replaced) == all.identities)
  }

  @Test("an event of old listings that all are gone is forgotten when its time has come")
  func reachOfAge() async throws {
    var world = try World(seed: 22, count: 40)
    let gone = try Listing.stated(by: "herald", "gone", "Zither Matinee", "2026-03-20T15:00")
    world.night.listings.append(gone)
    var input = try world.night.input()
    input.cadence = LearningCadence(days: 100_000)
    var last = try await output(input)
    input.listings.removeAll { $0.id == gone.id }
    for days in [1, 100, 399, 401, 500] {
      let changes = ChangedListings(listings: days == 1 ? [gone.id] : [])
      let now = input.now
      input.now = now + (days == 1 ? 1 : days) * 86_400
      input.identities = last.identities
      input.snapshot = last.snapshot
      let full = try await output(input)
      input.changes = changes
      let part = try await output(input)
      #expect(part.replaced != nil)
      #expect(last.events.replaced(by: part.events, part.replaced) == full.events)
      #expect(last.identities.replaced(by: part.identities, part.replaced) == full.identities)
      input.now = now
      input.changes = nil
      last = full
    }
    #expect(!last.identities.contains { $0.listings.contains(gone.id) })
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

  /// Name of what was learned; nil for none.
  private func statistics(of snapshot: DeduplicateSnapshot?) -> UInt64? {
    snapshot.flatMap { LearnedStatistics($0.statistics) }?.name
  }

  @Test("an unchanged night compares nothing and leaves what it found")
  func unchanged() async throws {
    var input = try World(seed: 9, count: 80).night.input()
    let first = try await output(input)
    input.snapshot = first.snapshot
    input.identities = first.identities
    let work = await comparison(input)
    #expect(work.compared == 0)
    #expect(work.known > 100)
    #expect(try await output(input).snapshot == first.snapshot)
  }

  @Test("one changed listing has only its own blocks compared")
  func oneChange() async throws {
    var input = try World(seed: 10, count: 120).night.input()
    input.snapshot = try await output(input).snapshot
    input.listings[7].title += " and a postscript"
    let work = await comparison(input)
    #expect(work.compared > 0 && work.compared * 10 < work.known)
  }

  @Test(
    "what was learned holds for a week, for known sources, while little changes",
    arguments: ["nothing", "six days", "seven days", "a source", "a fifth", "an earlier clock"])
  func relearns(change: String) async throws {
    let world = try World(seed: 11, count: 100)
    var input = try world.night.input()
    input.now = try #require(Instant(rfc3339: "2026-03-02T06:00:00Z"))
    let before = try await output(input).snapshot
    input.snapshot = before
    let isAsBefore = ["nothing", "six days"].contains(change)
    let days: [String: Int] = ["six days": 6, "seven days": 7, "an earlier clock": -1]
    input.now = input.now + (days[change] ?? 0) * 86_400
    if change == "a source" {
      input.listings.append(try .stated(by: "newcomer", "n", "Quiet Hour"))
    }
    if change == "a fifth" {
      for index in stride(from: 0, to: input.listings.count, by: 5) {
        input.listings[index].venue = "New Wing \(index)"
      }
    }
    let after = try await output(input).snapshot
    #expect((statistics(of: before) == statistics(of: after)) == isAsBefore)
  }

  @Test(
    "the cadence is the configuration's",
    arguments: [
      (LearningCadence(days: 0), 0, 1, false), (LearningCadence(days: 1), 0, 0, true),
      (LearningCadence(days: 1), 1, 0, false), (LearningCadence(days: 2), 1, 0, true),
      (LearningCadence(days: 2), 2, 0, false), (LearningCadence(days: 30), 29, 0, true),
      (LearningCadence(days: 30), 30, 0, false), (LearningCadence(percent: 0), 0, 0, true),
      (LearningCadence(percent: 0), 0, 1, false), (LearningCadence(percent: 100), 0, 25, true),
    ] as [(cadence: LearningCadence, days: Int, changes: Int, holds: Bool)])
  func cadence(_ example: (cadence: LearningCadence, days: Int, changes: Int, holds: Bool))
    async throws
  {
    var input = try World(seed: 11, count: 60).night.input()
    // A Monday on which periods of 2, 7 and 30 days begin.
    input.now = Instant(secondsSinceEpoch: (30 * 7 * 100 - 3) * 86_400 + 21_600)
    let before = try await output(input).snapshot
    input.snapshot = before
    input.cadence = example.cadence
    input.now = input.now + example.days * 86_400
    for index in 0..<example.changes { input.listings[index].venue = "New Wing \(index)" }
    let after = try await output(input).snapshot
    #expect((statistics(of: before) == statistics(of: after)) == example.holds)
  }

  @Test("small changes add up, however often the night is worked")
  func addsUp() async throws {
    var input = try World(seed: 12, count: 100).night.input()
    let first = try await output(input).snapshot
    input.snapshot = first
    var relearned: Int?
    for night in 0..<20 where relearned == nil {
      for index in 0..<4 { input.listings[night * 4 + index].venue = "New Wing" }
      let once = try await output(input).snapshot
      input.snapshot = once
      #expect(try await output(input).snapshot == once)
      if statistics(of: once) != statistics(of: first) { relearned = night }
    }
    #expect(try (3...9).contains(#require(relearned)))
  }

  @Test("two sources' statements meet by a word that nothing had when the words were counted")
  func newWords() async throws {
    var input = try World(seed: 13, count: 100).night.input()
    input.snapshot = try await output(input).snapshot
    let titles = ["Xylophonia of the Tundra", "Tundra: Xylophonia for All"]
    for (source, title) in zip(["publisher", "radio"], titles) {
      input.listings.append(
        try .stated(by: source, "x", title, "2026-03-25T19:00", at: "Sycamore Opera House"))
    }
    let after = try await output(input)
    #expect(statistics(of: after.snapshot) == statistics(of: input.snapshot))
    #expect(after.events.partition.contains(["publisher/x", "radio/x"]))
  }

  @Test("what was learned is read as it was written, and damaged bytes are as none")
  func coding() async throws {
    let snapshot = try await output(try World(seed: 14, count: 60).night.input()).snapshot
    let learned = try #require(LearnedStatistics(snapshot.statistics))
    #expect(learned.bytes == snapshot.statistics)
    let kept = try #require(KeptComparisons(snapshot.comparisons))
    #expect(kept.bytes == snapshot.comparisons)
    #expect(kept.statistics == learned.name)
    for bytes in [snapshot.statistics, snapshot.comparisons] {
      for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 97)) {
        #expect(LearnedStatistics(Array(bytes[..<count])) == nil)
        #expect(KeptComparisons(Array(bytes[..<count])) == nil)
      }
    }
    var input = try World(seed: 14, count: 60).night.input()
    input.snapshot = DeduplicateSnapshot(statistics: [1], comparisons: [2])
    #expect(try await output(input).snapshot == snapshot)
  }

  @Test("one wrong byte, and all is learned again")
  func randomBytes() async throws {
    var random = SeededGenerator(seed: 15)
    var input = try World(seed: 16, count: 40).night.input()
    let sound = try await output(input).snapshot
    for _ in 0..<40 {
      var snapshot = sound
      let place = Int.random(in: 0..<snapshot.comparisons.count, using: &random)
      snapshot.comparisons[place] ^= UInt8.random(in: 1...255, using: &random)
      let other = Int.random(in: 0..<snapshot.statistics.count, using: &random)
      snapshot.statistics[other] ^= UInt8.random(in: 1...255, using: &random)
      input.snapshot = snapshot
      #expect(try await output(input).snapshot == sound)
    }
  }
}

extension [Event] {
  fileprivate func replaced(by events: [Event], _ ids: Set<String>?) -> [Event] {
    guard let ids else { return events }
    return (filter { !ids.contains($0.id) } + events).sorted { $0.id < $1.id }
  }
}

extension [EventIdentity] {
  fileprivate func replaced(by identities: [EventIdentity], _ ids: Set<String>?) -> [EventIdentity]
  {
    guard let ids else { return identities }
    return (filter { !ids.contains($0.id) } + identities).sorted { $0.id < $1.id }
  }
}
