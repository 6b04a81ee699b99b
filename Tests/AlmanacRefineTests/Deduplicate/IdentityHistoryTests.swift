import AlmanacModel
import AlmanacRefine
import AlmanacTime
import Testing

/// Ids over random histories of a small campus, of which it is known what is what.
@Suite struct IdentityHistoryTests {
  @Test(
    "An id stays with its event through edits, new and lost sources, new keys, merges and splits",
    arguments: 1...40)
  func histories(seed: UInt64) async throws {
    var generator = SeededGenerator(seed: seed &* 7_919)
    var campus = RandomCampus(&generator)
    var fixture = CampusRun()
    fixture.places = ["UCC": .at("ucc"), "LT27": .at("lt27"), "Green": .at("green")]
    var issued: [Int: String] = [:]
    for step in 0..<14 {
      fixture = try await fixture.next { next in
        if step > 0 { campus.edit(&generator) }
        next.now = "2026-03-0\(1 + step / 5)T0\(step % 5):00:00Z"
        next.listings = try campus.listings()
        next.decisions.same = campus.united.map { campus.names(of: [$0.0, $0.1]) }
      }
      let events = try await fixture.run().events
      let names = events.flatMap { [$0.id] + $0.aliases }
      #expect(Set(names).count == names.count, "no id leads to two events")
      for (number, id) in issued where campus.isShown(number) {
        let holders = events.filter { $0.id == id || $0.aliases.contains(id) }
        #expect(holders.count == 1, "step \(step): \(id) leads nowhere")
        #expect(
          holders.allSatisfy { $0.listings.contains { campus.event(of: $0.id) == number } },
          "step \(step): \(id) leads elsewhere; \(campus.log.joined(separator: ", "))")
      }
      for event in events {
        let owners = Set(event.listings.map { campus.event(of: $0.id) })
        for owner in owners where issued[owner] == nil { issued[owner] = event.id }
        guard owners.count == 1, let owner = owners.first else { continue }
        #expect(
          event.id == issued[owner], "step \(step): \(campus.log.joined(separator: ", "))")
      }
    }
  }

  @Test(
    "An id returns to its own event after a merge is undone, although most listings joined the other"
  )
  func manyNewSources() async throws {
    var first = CampusRun()
    first.places = ["UCC": .at("ucc"), "LT27": .at("lt27")]
    first.listings = [
      try .listed(by: "publisher", "a", "Gamelan Night", at: "UCC"),
      try .listed(by: "aggregator", "b", "Robotics Fair", at: "LT27"),
    ]
    let ids = try await Self.ids(first)
    let united = try await first.next {
      $0.decisions.same = [["publisher/a", "aggregator/b"]]
    }
    let grown = try await united.next { next in
      for source in ["radio", "paper", "blog"] {
        next.listings.append(try .listed(by: source, "c", "Robotics Fair", at: "LT27"))
      }
    }
    let apart = try await grown.next { $0.decisions = Decisions() }
    let after = try await Self.ids(apart)
    #expect(after["publisher/a"] == ids["publisher/a"])
    #expect(after["aggregator/b"] == ids["aggregator/b"])
    #expect(after["blog/c"] == ids["aggregator/b"])
  }

  private static func ids(_ fixture: CampusRun) async throws -> [String: String] {
    var found: [String: String] = [:]
    for event in try await fixture.run().events {
      for listing in event.listings { found[listing.id] = event.id }
    }
    return found
  }
}

/// Events as they really are, and what sources say of them.
private struct RandomCampus {
  private struct Truth {
    var title: String
    var day: Int
    var minute = 19 * 60
    var venue: String
    var status = ""
    /// A uid, by which listings belong together whatever each says.
    let uid: String?
    /// Keys by source.
    var sources: [String: String]
    var isHidden = false
  }

  private static let titles = [
    "Gamelan Night", "Chess Meetup", "Robotics Fair", "Kite Making", "Opera Gala", "Bonsai Walk",
  ]
  private static let others = [
    "Evening of Gongs", "Knights and Rooks", "Machines on Show", "Paper and Wind", "Arias Tonight",
    "Small Trees",
  ]
  private static let sources = ["publisher", "aggregator", "radio", "paper"]

  private var events: [Truth] = []
  private var keys = 0
  private(set) var united: [(Int, Int)] = []
  private(set) var log: [String] = []

  init(_ generator: inout SeededGenerator) {
    for (index, title) in Self.titles.enumerated() {
      let count = Int.random(in: 1...3, using: &generator)
      var sources: [String: String] = [:]
      for source in Self.sources.shuffled(using: &generator).prefix(count) {
        sources[source] = key(index)
      }
      events.append(
        Truth(
          title: title, day: 10 + index, venue: ["UCC", "LT27"][index % 2],
          uid: index % 2 == 0 ? "u\(index)@nus" : nil, sources: sources))
    }
  }

  private mutating func key(_ event: Int) -> String {
    keys += 1
    return "e\(event)-\(keys)"
  }

  func listings() throws -> [Listing] {
    try events.filter { !$0.isHidden }.flatMap { event in
      try event.sources.sorted { $0.key < $1.key }.map { source, key in
        try .listed(
          by: source, key, event.status + event.title,
          "2026-03-\(event.day)T\(event.minute / 60):\(event.minute % 60 < 30 ? "00" : "30")",
          at: event.venue, uid: event.uid)
      }
    }
  }

  func event(of listing: String) -> Int {
    Int(listing.split(separator: "/")[1].dropFirst().prefix { $0 != "-" }) ?? -1
  }

  func isShown(_ event: Int) -> Bool { !events[event].isHidden }

  private func isUnited(_ event: Int) -> Bool { united.contains { $0.0 == event || $0.1 == event } }

  /// All listings of these events.
  func names(of numbers: [Int]) -> [String] {
    numbers.flatMap { number in
      events[number].sources.map { $0.key + "/" + $0.value }.sorted()
    }
  }

  /// One change of the kinds that real feeds and operators make.
  mutating func edit(_ generator: inout SeededGenerator) {
    let index = Int.random(in: events.indices, using: &generator)
    let source = Self.sources[Int.random(in: 0..<4, using: &generator)]
    let kind = Int.random(in: 0..<9, using: &generator)
    log.append("\(kind) of \(index) \(source)")
    switch kind {
    case 0: events[index].status = events[index].status.isEmpty ? "CANCELLED: " : ""
    case 1:
      let titles = [Self.titles[index], Self.others[index]]
      events[index].title = events[index].title == titles[0] ? titles[1] : titles[0]
    case 2: events[index].minute += events[index].minute < 20 * 60 ? 30 : -90
    case 3: events[index].venue = events[index].venue == "Green" ? "UCC" : "Green"
    case 4: events[index].sources[source] = events[index].sources[source] ?? key(index)
    case 5: if events[index].sources.count > 1 { events[index].sources[source] = nil }
    case 6:
      // A feed without ids gives an edited item a new one.
      guard !events[index].isHidden, events[index].sources[source] != nil else { return }
      events[index].sources[source] = key(index)
    case 7:
      // What is united and loses a part rightly keeps the id under which it was published last.
      if !isUnited(index) { events[index].isHidden.toggle() }
    default:
      if united.isEmpty {
        let other = (index + 1) % events.count
        guard isShown(index), isShown(other) else { return }
        united = [(index, other)]
      } else {
        united = []
      }
    }
  }
}
