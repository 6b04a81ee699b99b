import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Testing

@testable import AlmanacRefine

/// Events that are kept because nothing from which they were made has changed.
@Suite struct EventInputHashTests {
  /// A campus of three sources, edited at random.
  private struct History {
    static let words = ["gamelan", "orchard", "tidal", "lantern", "quartz", "pelican"]
    static let venues = ["UCC", "LT27", "Somewhere", "Online"]
    static let sources = ["publisher", "aggregator", "radio"]

    var random: RecordSamples.Random
    var fixture = CampusRun()

    init(seed: UInt64) throws {
      random = RecordSamples.Random(seed: seed)
      fixture.places = ["UCC": .at("ucc"), "LT27": .at("lt27", room: "27")]
      for number in 0..<40 { try add(number) }
    }

    mutating func below(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

    mutating func add(_ number: Int) throws {
      let title = "\(Self.words[number % 6]) evening of \(Self.words[number / 6 % 6]) no. \(number)"
      let start = "2026-03-\(10 + number % 18)T\(10 + number % 9):00"
      for source in Self.sources where below(2) == 0 {
        let listing = try Listing.listed(
          by: source, "k\(number)", title, start, at: Self.venues[number % 4],
          link: below(3) == 0 ? "https://\(source).example/\(number)" : nil,
          rule: number % 9 == 0 ? "FREQ=DAILY;COUNT=3" : nil
        ) { $0.text = "About \(title)." }
        fixture.listings.removeAll { $0.id == listing.id }
        fixture.listings.append(listing)
      }
    }

    mutating func edit() throws {
      let index = below(fixture.listings.count)
      let name = fixture.listings[index].id
      switch below(12) {
      case 0: fixture.listings[index].text = "Another text \(below(100))."
      case 1: fixture.listings[index].title += " again"
      case 2: fixture.listings[index].venue = Self.venues[below(4)]
      case 3: fixture.listings[index].status = .cancelled
      case 4: fixture.listings.remove(at: index)
      case 5: try add(below(60))
      case 6: fixture.places[Self.venues[below(2)]] = .at("hall-\(below(3))", confidence: 0.9)
      case 7: fixture.trust.swapAt(0, 1 + below(2))
      case 8: fixture.decisions.set[name] = ["title": "Decided \(below(9))"]
      case 9: fixture.decisions.hide = [name]
      case 10:
        fixture.decisions.same = [[name, fixture.listings[below(fixture.listings.count)].id]]
      default: fixture.now = "2026-03-0\(1 + below(9))T00:00:00Z"
      }
    }
  }

  private func input(_ fixture: CampusRun) throws -> DeduplicateInput {
    var input = try fixture.input()
    input.hashes = fixture.listings.map { StableHash("\($0)").value }
    return input
  }

  @Test(
    "Keeping unchanged events gives what merging all of them gives, in random histories",
    arguments: 0..<6)
  func equalsForced(seed: UInt64) async throws {
    var history = try History(seed: seed)
    var stored: [String: Event] = [:]
    var inputs: [String: String] = [:]
    var snapshot: DeduplicateSnapshot?
    var keptEvents = 0
    for step in 0..<25 {
      var some = try input(history.fixture)
      some.snapshot = snapshot
      let forced = some
      some.storedInputs = inputs
      let batch = await Deduplicator().run(some)
      let output = try #require(batch.records.first)
      let all = try #require(await Deduplicator().run(forced).records.first)
      #expect(output.kept.isDisjoint(with: output.events.map(\.id)))
      let kept = stored.filter { output.kept.contains($0.key) }.map(\.value)
      #expect((kept + output.events).sorted { $0.id < $1.id } == all.events, "step \(step)")
      #expect(output.identities == all.identities, "step \(step)")
      keptEvents += kept.count
      stored = Dictionary(uniqueKeysWithValues: all.events.map { ($0.id, $0) })
      inputs = Dictionary(uniqueKeysWithValues: zip(all.events.map(\.id), all.inputs))
      (history.fixture.identities, snapshot) = (all.identities, all.snapshot)
      try history.edit()
    }
    #expect(keptEvents > 300)
  }

  @Test("Nothing is kept if the content of the listings is not known")
  func needsHashes() async throws {
    var fixture = CampusRun()
    fixture.listings = [try .listed(by: "publisher", "a", "Gamelan Evening", at: "UCC")]
    let all = try #require(await Deduplicator().run(try input(fixture)).records.first)
    var known = try fixture.input()
    known.identities = all.identities
    known.storedInputs = [all.events[0].id: all.inputs[0]]
    #expect(await Deduplicator().run(known).records.first?.events == all.events)
    known.hashes = try input(fixture).hashes
    let output = try #require(await Deduplicator().run(known).records.first)
    #expect(output.events.isEmpty && output.kept == [all.events[0].id])
  }

  @Test("Every part of a placement counts")
  func placements() throws {
    let full = Placement(
      place: "ucc", name: "UCC", room: "1", floor: 2,
      coordinate: Coordinate(latitude: 1.3, longitude: 103.7), confidence: 0.9, method: .alias,
      candidates: [Placement.Candidate(place: "ucc", score: 0.9, against: "2")])
    var others = [Placement](repeating: full, count: 13)
    others[0].place = "ucd"
    others[1].name = "UCD"
    others[2].room = nil
    others[3].floor = 3
    others[4].coordinate = Coordinate(latitude: 1.4, longitude: 103.7)
    others[5].coordinate = Coordinate(latitude: 1.3, longitude: 103.8)
    others[6].confidence = 0.8
    others[7].method = .fuzzy
    others[8].reason = .noPoint
    others[9].candidates[0].place = "other"
    others[10].candidates[0].score = 0.1
    others[11].candidates[0].against = nil
    others[12].candidates = []
    // A new property needs a line here and in the hash.
    #expect(Mirror(reflecting: full).children.count == 9)
    func made(_ placement: Placement?) throws -> String {
      let listing = try Listing.listed(by: "publisher", "a", "Gamelan Evening", at: "UCC")
      let item = DatedListing(
        id: listing.id, listing: listing, hash: 1, occurrences: [], placement: placement,
        placementsByVenue: [:])
      let fixture = CampusRun()
      return EventInputHash(try fixture.input(), limit: 1, tzdata: "2026a").text(
        of: EventMerger.Group(
          id: "a", aliases: [], formerNames: [], members: [item], occurrences: [],
          references: [ListingReference(id: listing.id, source: "publisher")]))
    }
    #expect(try Set(([nil, full] + others).map(made)).count == 15)
  }
}
