import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Testing

@testable import AlmanacRefine

@Suite("Counting people at places") struct PresenceFoldTests {
  private static let start = Instant(secondsSinceEpoch: 1_772_445_600)
  private static let span = start..<start + 3 * PresenceFold.hour

  private static func point(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
  }

  /// A yard, a hall within it, and a kiosk without an outline.
  private static func places() throws -> PresencePlaces {
    func square(_ half: Double) throws -> Outline {
      try #require(
        Outline(rings: [
          [
            try point(10 - half, 20 - half), try point(10 - half, 20 + half),
            try point(10 + half, 20 + half), try point(10 + half, 20 - half),
          ]
        ]))
    }
    let middle = try point(10, 20)
    return PresencePlaces(
      Gazetteer(
        name: "hill",
        places: [
          Place(id: "a-yard", name: "Yard", coordinate: middle, outline: try square(0.01)),
          Place(
            id: "hall", name: "Hall", within: "a-yard", coordinate: middle,
            outline: try square(0.001)),
          Place(id: "kiosk", name: "Kiosk", coordinate: try point(11, 20)),
          Place(id: "old-hall", name: "Old hall", replacedBy: "hall"),
        ]), radius: 50)
  }

  private static func position(
    _ person: String, _ second: Int, _ whereabouts: Position.Whereabouts
  ) -> Position {
    Position(person: person, at: start + second, whereabouts: whereabouts)
  }

  private static func counts(_ positions: [Position]) throws -> [PresenceCount] {
    var fold = PresenceFold(try places(), in: span)
    for position in positions { fold.add(position) }
    return fold.counts()
  }

  @Test("A position belongs to the innermost outline, else to the nearest point within the radius")
  func maps() throws {
    let places = try Self.places()
    let cases: [(Coordinate, String?)] = [
      (try Self.point(10.0005, 20), "hall"), (try Self.point(10.005, 20), "a-yard"),
      (try Self.point(11.0004, 20), "kiosk"), (try Self.point(11.0006, 20), nil),
      (try Self.point(-90, 180), nil),
    ]
    for (point, place) in cases { #expect(places.number(at: point).map { places[$0].id } == place) }
    #expect(places.number(of: "old-hall").map { places[$0].id } == "hall")
    #expect(places.number(of: "barn") == nil)
  }

  @Test("A person counts at one place in an hour, that of the newest line")
  func countsOnce() throws {
    let counts = try Self.counts([
      Self.position("ada", 10, .place("kiosk")), Self.position("ada", 50, .place("hall")),
      Self.position("bob", 50, .place("hall")), Self.position("ada", 3_600, .place("kiosk")),
      // A person has left if the newest line is elsewhere.
      Self.position("eve", 20, .place("hall")),
      Self.position("eve", 30, .point(try Self.point(45, 45))),
      // Lines outside the span do not count.
      Self.position("max", -1, .place("hall")), Self.position("max", 3 * 3_600, .place("hall")),
    ])
    #expect(
      counts == [
        PresenceCount(place: "hall", hour: Self.start, people: 2),
        PresenceCount(place: "kiosk", hour: Self.start + 3_600, people: 1),
      ])
  }

  @Test("Of two places at the same instant, the same one counts in any order of the lines")
  func settlesTies() throws {
    let lines = [
      Self.position("ada", 10, .place("kiosk")), Self.position("ada", 10, .place("hall")),
      Self.position("ada", 10, .point(try Self.point(10.005, 20))),
    ]
    let counts = try Self.counts(lines)
    #expect(counts.map(\.people) == [1])
    #expect(try Self.counts(lines.reversed()) == counts)
  }

  @Test("Shuffled, duplicated or interrupted lines give the same counts as one pass")
  func isOrderFree() throws {
    var generator = SeededGenerator(seed: 49)
    let ids = ["a-yard", "hall", "kiosk", "old-hall", "barn"]
    for _ in 0..<1_000 {
      let lines = (0..<60).map { _ in
        Self.position(
          "p\(Int.random(in: 0..<12, using: &generator))",
          Int.random(in: -100..<11_000, using: &generator) / 100 * 100,
          .place(ids.randomElement(using: &generator) ?? "hall"))
      }
      let counts = try Self.counts(lines)
      let cut = Int.random(in: 0...lines.count, using: &generator)
      let again = (lines[cut...] + lines).shuffled(using: &generator)
      #expect(try Self.counts(again) == counts)
      // Every line adds a person to an hour at most once.
      #expect(counts.map(\.people).reduce(0, +) <= 12 * 3)
    }
  }

  @Test("A million lines of one person count as one person")
  func isNotFooled() throws {
    var fold = PresenceFold(try Self.places(), in: Self.span)
    for number in 0..<1_000_000 {
      fold.add(Self.position("ada", number % 3_600, .place("hall")))
    }
    #expect(fold.counts() == [PresenceCount(place: "hall", hour: Self.start, people: 1)])
  }

  @Test(
    "The error of an unusable line names the member",
    arguments: [
      (#"{"at": "2026-03-02T12:00:00Z", "place": "hall"}"#, "person"),
      (#"{"person": "", "at": "2026-03-02T12:00:00Z", "place": "hall"}"#, "person"),
      (#"{"person": 7, "at": "2026-03-02T12:00:00Z", "place": "hall"}"#, "person"),
      (#"{"person": "a", "at": "noon", "place": "hall"}"#, "at"),
      (#"{"person": "a", "at": "2026-03-02T12:00:00Z"}"#, "latitude"),
      (
        #"{"person": "a", "at": "2026-03-02T12:00:00Z", "latitude": 91, "longitude": 0}"#,
        "latitude"
      ),
      (
        #"{"person": "a", "at": "2026-03-02T12:00:00Z", "latitude": 0, "longitude": -180.1}"#,
        "latitude"
      ),
      (
        #"{"person": "a", "at": "2026-03-02T12:00:00Z", "latitude": "NaN", "longitude": 0}"#,
        "latitude"
      ),
    ])
  func namesMistakes(line: String, member: String) throws {
    let json = try JSONValue(parsing: Array(line.utf8))
    #expect(throws: LogLineError.self) { try Position(json) }
    do {
      _ = try Position(json)
    } catch {
      #expect(error.member == member)
    }
  }
}
