import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacRefine

/// The statistics that one run keeps for the next.
@Suite struct LearnedStatisticsTests {
  /// A campus of four sources.
  private struct RandomCampus {
    var random: SeededGenerator
    var fixture = CampusRun()
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
        fixture.listings.append(
          try .listed(
            by: source, "k\(last)", title, "2026-03-\(day)T\(hour < 10 ? "0" : "")\(hour):00",
            at: venue ?? nil,
            link: last % 5 == 0 ? "https://a.example/e/\(last % 10)" : nil,
            rule: last % 11 == 0 ? "FREQ=DAILY;COUNT=4" : nil
          ) { $0.text = "About \(words[0]) and \(words[1]), with tea and a word on \(title)." })
      }
    }

    private var kind: String { Self.kinds[last % Self.kinds.count] }
  }

  private func output(_ input: DeduplicateInput, workers: Int = 1) async throws
    -> DeduplicateOutput
  {
    try #require(await Deduplicator(workers: workers).run(input).records.first)
  }

  /// What was learned, and on which day; nil for none.
  private func statistics(of snapshot: DeduplicateSnapshot?) -> Learned? {
    snapshot.flatMap { LearnedStatistics($0.statistics) }.map {
      Learned(statistics: $0.statistics, day: $0.day)
    }
  }

  private struct Learned: Equatable {
    let statistics: CorpusStatistics
    let day: Int32
  }

  @Test(
    "Statistics are reused for a week, for known sources, while few records change",
    arguments: ["nothing", "six days", "seven days", "a source", "a fifth", "an earlier clock"])
  func relearns(change: String) async throws {
    let campus = try RandomCampus(seed: 11, count: 100)
    var input = try campus.fixture.input()
    let before = try await output(input).snapshot
    input.snapshot = before
    let isAsBefore = ["nothing", "six days"].contains(change)
    let days: [String: Int] = ["six days": 6, "seven days": 7, "an earlier clock": -1]
    let seconds = (days[change] ?? 0) * 86_400
    input.now = input.now + seconds
    if change == "a source" {
      input.listings.append(try .listed(by: "newcomer", "n", "Quiet Hour"))
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
    "The cadence follows the configuration",
    arguments: [
      (LearningCadence(days: 0), 0, 1, false), (LearningCadence(days: 1), 0, 0, true),
      (LearningCadence(days: 1), 1, 0, false), (LearningCadence(days: 30), 29, 0, true),
      (LearningCadence(days: 30), 30, 0, false), (LearningCadence(percent: 0), 0, 0, true),
      (LearningCadence(percent: 0), 0, 1, false), (LearningCadence(percent: 100), 0, 25, true),
    ] as [(cadence: LearningCadence, days: Int, changes: Int, holds: Bool)])
  func cadence(_ example: (cadence: LearningCadence, days: Int, changes: Int, holds: Bool))
    async throws
  {
    var input = try RandomCampus(seed: 11, count: 60).fixture.input()
    let before = try await output(input).snapshot
    input.snapshot = before
    input.cadence = example.cadence
    let seconds = example.days * 86_400
    input.now = input.now + seconds
    for index in 0..<example.changes { input.listings[index].venue = "New Wing \(index)" }
    let after = try await output(input).snapshot
    #expect((statistics(of: before) == statistics(of: after)) == example.holds)
  }

  @Test("Small changes add up over several runs")
  func addsUp() async throws {
    var input = try RandomCampus(seed: 12, count: 100).fixture.input()
    let first = try await output(input).snapshot
    input.snapshot = first
    var relearned: Int?
    for fixture in 0..<20 where relearned == nil {
      for index in 0..<4 { input.listings[fixture * 4 + index].venue = "New Wing" }
      let once = try await output(input).snapshot
      input.snapshot = once
      #expect(try await output(input).snapshot == once)
      if statistics(of: once) != statistics(of: first) { relearned = fixture }
    }
    #expect(try (3...9).contains(#require(relearned)))
  }

  @Test("Listings of two sources are compared by a word that no counted title has")
  func newWords() async throws {
    var input = try RandomCampus(seed: 13, count: 100).fixture.input()
    input.snapshot = try await output(input).snapshot
    let titles = ["Xylophonia of the Tundra", "Tundra: Xylophonia for All"]
    for (source, title) in zip(["publisher", "radio"], titles) {
      input.listings.append(
        try .listed(by: source, "x", title, "2026-03-25T19:00", at: "Sycamore Opera House"))
    }
    let after = try await output(input)
    #expect(statistics(of: after.snapshot) == statistics(of: input.snapshot))
    #expect(after.events.partition.contains(["publisher/x", "radio/x"]))
  }

  @Test("Statistics are read as they were written, and damaged bytes are ignored")
  func coding() async throws {
    let snapshot = try await output(try RandomCampus(seed: 14, count: 60).fixture.input()).snapshot
    let learned = try #require(LearnedStatistics(snapshot.statistics))
    let bytes = snapshot.statistics
    #expect(learned.bytes == bytes)
    for count in stride(from: 0, to: bytes.count, by: max(1, bytes.count / 97)) {
      #expect(LearnedStatistics(Array(bytes[..<count])) == nil)
    }
    var input = try RandomCampus(seed: 14, count: 60).fixture.input()
    input.snapshot = DeduplicateSnapshot(statistics: [1])
    #expect(try await output(input).snapshot == snapshot)
  }

  @Test("After one wrong byte, the statistics are learned again")
  func randomBytes() async throws {
    var random = SeededGenerator(seed: 15)
    var input = try RandomCampus(seed: 16, count: 40).fixture.input()
    let sound = try await output(input).snapshot
    for _ in 0..<40 {
      var snapshot = sound
      let other = Int.random(in: 0..<snapshot.statistics.count, using: &random)
      snapshot.statistics[other] ^= UInt8.random(in: 1...255, using: &random)
      input.snapshot = snapshot
      #expect(try await output(input).snapshot == sound)
    }
  }
}
