import AlmanacModel
import AlmanacRefine
import AlmanacTime
import Testing

@Suite struct MergingPairsTests {
  /// One listing of the publisher and one of the aggregator.
  struct Pair: CustomStringConvertible, Sendable {
    var description: String
    var first: Values
    var second: Values

    init(_ description: String, _ first: Values, _ second: Values) {
      self.description = description
      self.first = first
      self.second = second
    }
  }

  struct Values: Sendable {
    var title: String
    var start = "2026-03-10T19:00"
    var venue: String?
    var uid: String?
    var link: String?
    var text: String?
  }

  /// Two descriptions without a sentence in common.
  private static let firstText = "The big gongs come down the stairs at four in the afternoon."
  private static let secondText = "Bring a cushion, sit where you like and stay for the tea after."

  static let rare = "Dragonfly Biodiversity Walk around Kent Ridge"

  static let merged: [Pair] = [
    Pair(
      "same uid, edited title, other venue text",
      Values(title: "Gamelan Night", venue: "UCC", uid: "g1@nus"),
      Values(title: "Gamelan Night at the Hall", venue: "Cultural Centre", uid: "g1@nus")),
    Pair(
      "same uid, moved to another day in one of them",
      Values(title: "Gamelan Night", uid: "g1@nus"),
      Values(title: "Gamelan Night", start: "2026-03-12T20:00", uid: "g1@nus")),
    Pair(
      "same place, time and title",
      Values(title: "Gamelan Night", venue: "UCC"), Values(title: "Gamelan Night", venue: "UCC")),
    Pair(
      "same place and time, a prefix of status",
      Values(title: "Gamelan Night", venue: "UCC"),
      Values(title: "CANCELLED: Gamelan Night", venue: "UCC")),
    Pair(
      "same place and time, tags at the end",
      Values(title: "Quantum Computing for Everyone", venue: "LT27"),
      Values(title: "Quantum Computing for Everyone [Hybrid] - Registration Open", venue: "LT27")),
    Pair(
      "same place and time, the venue in one title",
      Values(title: "Songs of the Sea", venue: "UCC"),
      Values(title: "Songs of the Sea @ UCC", venue: "UCC")),
    Pair(
      "same place and time, a slip of the pen",
      Values(title: "Photography Exhibition Opening", venue: "UCC"),
      Values(title: "Photografy Exhibition Opening", venue: "UCC")),
    Pair(
      "same place and time, a slip in a short word",
      Values(title: "Queer Knit Club", venue: "UCC", text: firstText),
      Values(title: "Queer Kit Club", venue: "UCC", text: firstText)),
    Pair(
      "same place and time, the venue in one title and a host in the other",
      Values(title: "Songs of the Sea at Kestrel Theater Hall", venue: "Kestrel Theatre Hall"),
      Values(title: "Songs of the Sea - Velvet Choir", venue: "Kestrel Theatre Hall")),
    Pair(
      "same place and time, a subtitle in one",
      Values(title: "Tembusu Forum", venue: "UCC"),
      Values(title: "Tembusu Forum: Rivers", venue: "UCC")),
    Pair(
      "same place and time, one title in two scripts",
      Values(title: "Gamelan under Lanterns", venue: "UCC", text: firstText),
      Values(title: "灯下甘美兰音乐会 Gamelan under Lanterns", venue: "UCC", text: secondText)),
    Pair(
      "same place and time, the kind of event in front of one title",
      Values(title: "Panel Discussion: Gamelan Tuning", venue: "UCC", text: firstText),
      Values(title: "Gamelan Tuning: A Panel on Bronze", venue: "UCC", text: secondText)),
    Pair(
      "same place and time, an announcement of free entry in one",
      Values(title: "NUS Gamelan Night", venue: "UCC", text: firstText),
      Values(title: "Gamelan Night (Free Entry)", venue: "UCC", text: secondText)),
    Pair(
      "same time and a rare title, one venue unknown",
      Values(title: "Dragonfly Biodiversity Walk around Kent Ridge", venue: "UCC"),
      Values(title: "Dragonfly Biodiversity Walk around Kent Ridge")),
    Pair(
      "a whole day against hours, same place and title",
      Values(title: "Dragonfly Biodiversity Walk", venue: "UCC"),
      Values(title: "Dragonfly Biodiversity Walk", start: "2026-03-10", venue: "UCC")),
    Pair(
      "midnight that means no hour, against hours",
      Values(title: "Dragonfly Biodiversity Walk", venue: "UCC"),
      Values(title: "Dragonfly Biodiversity Walk", start: "2026-03-10T00:00", venue: "UCC")),
    Pair(
      "the hall's name and its address, which a third text has together",
      Values(title: "Dragonfly Biodiversity Talk and Slides", venue: "Tembusu Hall"),
      Values(
        title: "Dragonfly Biodiversity Talk and Slides", venue: "Tembusu Hall, 28 College Avenue")),
    Pair(
      "same link and title, start moved by half an hour",
      Values(title: "Gamelan Night", venue: "UCC", link: "https://nus.example/e/12?utm_source=x"),
      Values(
        title: "Gamelan Night", start: "2026-03-10T19:30", venue: "UCC",
        link: "http://www.nus.example/e/12/")),
  ]

  static let kept: [Pair] = [
    Pair(
      "another place",
      Values(title: "Gamelan Night", venue: "UCC"), Values(title: "Gamelan Night", venue: "LT27")),
    Pair(
      "another day",
      Values(title: "Gamelan Night", venue: "UCC"),
      Values(title: "Gamelan Night", start: "2026-03-17T19:00", venue: "UCC")),
    Pair(
      "another hour",
      Values(title: "Gamelan Night", venue: "UCC"),
      Values(title: "Gamelan Night", start: "2026-03-10T15:00", venue: "UCC")),
    Pair(
      "parts",
      Values(title: "Python Basics - Part 1", venue: "UCC"),
      Values(title: "Python Basics - Part 2", venue: "UCC")),
    Pair(
      "two scripts, another title in the one that they share",
      Values(title: "音乐之夜 Gamelan Night", venue: "UCC"),
      Values(title: "Chess Meetup", venue: "UCC")),
    Pair(
      "one kind of event, another subject",
      Values(title: "Panel Discussion: Gamelan Tuning", venue: "UCC"),
      Values(title: "Panel Discussion: Coral Bleaching", venue: "UCC")),
    Pair(
      "roman numerals",
      Values(title: "Piano Recital I", venue: "UCC"),
      Values(title: "Piano Recital II", venue: "UCC")),
    Pair(
      "levels",
      Values(title: "Yoga (Beginners)", venue: "UCC"),
      Values(title: "Yoga (Advanced)", venue: "UCC")),
    Pair(
      "levels, of slips that would be equal",
      Values(title: "Football Trials (Men)", venue: "UCC"),
      Values(title: "Football Trials (Women)", venue: "UCC")),
    Pair(
      "speakers",
      Values(title: "Public Lecture by Prof Jane Tan", venue: "UCC"),
      Values(title: "Public Lecture by Prof Kumar Pillai", venue: "UCC")),
    Pair(
      "talks of one series",
      Values(title: "CS Seminar: Graph Coloring", venue: "UCC"),
      Values(title: "CS Seminar: Zero Knowledge", venue: "UCC")),
    Pair(
      "another title",
      Values(title: "Gamelan Night", venue: "UCC"), Values(title: "Chess Meetup", venue: "UCC")),
    Pair(
      "rooms of one building",
      Values(title: "Tutorial", venue: "COM1-0201"), Values(title: "Tutorial", venue: "COM1-0206")),
    Pair(
      "a uid that both generators count from 1",
      Values(title: "Gamelan Night", venue: "UCC", uid: "1"),
      Values(title: "Chess Meetup", start: "2026-03-12T12:00", venue: "UCC", uid: "1")),
    Pair(
      "a landing page as link",
      Values(title: "Gamelan Night", link: "https://nus.example/events"),
      Values(title: "Chess Night", link: "https://nus.example/events")),
    Pair(
      "one rare title and text, on another day",
      Values(title: rare, venue: "UCC", text: firstText),
      Values(title: rare, start: "2026-03-17T19:00", venue: "UCC", text: firstText)),
    Pair(
      "one rare title and text, at another place",
      Values(title: rare, venue: "UCC", text: firstText),
      Values(title: rare, venue: "LT27", text: firstText)),
    Pair(
      "one page for all places",
      Values(title: rare, venue: "UCC", link: "https://nus.example/walks", text: firstText),
      Values(title: rare, venue: "LT27", link: "https://nus.example/walks", text: firstText)),
    Pair(
      "one page for all parts",
      Values(
        title: rare + " - Part 1", venue: "UCC", link: "https://nus.example/walks",
        text: firstText),
      Values(
        title: rare + " - Part 2", venue: "UCC", link: "https://nus.example/walks",
        text: firstText)),
    Pair(
      "one page for all levels",
      Values(
        title: rare + " (Beginners)", venue: "UCC", link: "https://nus.example/walks",
        text: firstText),
      Values(
        title: rare + " (Advanced)", venue: "UCC", link: "https://nus.example/walks",
        text: firstText)),
  ]

  private func partition(_ pair: Pair) async throws -> [[String]] {
    var fixture = CampusRun()
    fixture.places = [
      "UCC": .at("ucc"), "LT27": .at("lt27"), "COM1-0201": .at("com1", room: "02-01"),
      "COM1-0206": .at("com1", room: "02-06"), "Cultural Centre": .at("ucc", confidence: 0.7),
    ]
    fixture.listings = try zip(["publisher", "aggregator"], [pair.first, pair.second]).map {
      let values = $1
      return try .listed(
        by: $0, "k", values.title, values.start, at: values.venue, uid: values.uid,
        link: values.link
      ) { $0.text = values.text }
    }
    return try await fixture.run().events.partition
  }

  @Test("Listings of one event in two sources become one event", arguments: merged)
  func merges(pair: Pair) async throws {
    #expect(try await partition(pair).count == 1)
  }

  @Test("Different events stay apart", arguments: kept)
  func keepsApart(pair: Pair) async throws {
    #expect(try await partition(pair).count == 2)
  }

  @Test(
    "Places beside each other may be one, those across the campus are not",
    arguments: [(50.0, 1), (300.0, 2)])
  func neighbors(meters: Double, events: Int) async throws {
    var fixture = CampusRun()
    fixture.places = ["Hall": .at("hall"), "Foyer": .at("foyer")]
    fixture.places["Hall"]?.coordinate = Coordinate(latitude: 1.3, longitude: 103.77)
    fixture.places["Foyer"]?.coordinate = Coordinate(
      latitude: 1.3 + meters / 111_000, longitude: 103.77)
    fixture.listings = try [("publisher", "Hall"), ("aggregator", "Foyer")].map {
      try .listed(by: $0, "k", Self.rare, at: $1) { $0.text = Self.firstText }
    }
    #expect(try await fixture.run().events.count == events)
  }

  @Test("Two listings of one source at one hour and two places are two events")
  func twoPlaces() async throws {
    var fixture = CampusRun()
    fixture.places = ["UCC": .at("ucc"), "LT27": .at("lt27")]
    fixture.listings = try ["UCC", "LT27"].map { venue in
      try .listed(
        by: "publisher", venue, Self.rare, end: "2026-03-10T21:00", at: venue,
        link: "https://nus.example/walks"
      ) { $0.text = Self.firstText }
    }
    #expect(try await fixture.run().events.count == 2)
  }

  @Test("Two items of one source stay apart, however alike")
  func sourceCannotLink() async throws {
    var fixture = CampusRun()
    fixture.listings = [
      try .listed(by: "publisher", "a", "Gamelan Night", at: "UCC", uid: "u"),
      try .listed(by: "publisher", "b", "Gamelan Night", at: "UCC", uid: "u"),
      try .listed(by: "aggregator", "c", "Gamelan Night", at: "UCC", uid: "u"),
    ]
    let partition = try await fixture.run().events.partition
    #expect(partition.count == 2)
    #expect(partition.allSatisfy { Set($0.map { $0.prefix(6) }).count == $0.count })
  }

  /// A run with one title at one hour in two sources, and the town's words in 40 venues.
  private func town(_ venue: String, _ other: String) throws -> CampusRun {
    var fixture = CampusRun()
    let text = "Come and watch a film that the whole family knows, with popcorn and a short talk."
    fixture.listings = try zip(["publisher", "aggregator"], [venue, other]).map { source, venue in
      try .listed(by: source, "k", "Dragonfly Movie Matinee", at: venue) { $0.text = text }
    }
    for index in 0..<40 {
      let venue = "House\(index)x, \(index + 300) Road\(index)y, Lakeside, PA, 17602, United States"
      fixture.listings.append(
        try .listed(by: "radio", "r\(index)", "Tour \(index)z", "2026-03-12T10:00", at: venue))
    }
    return fixture
  }

  @Test("Venues with only the town in common are two")
  func sharedTown() async throws {
    let apart = try town(
      "North Museum, Lakeside, PA, 17602, United States",
      "Saint James Chapel, 103 Duke Street, Lakeside, PA, 17602, United States")
    #expect(try await apart.run().events.count == 42)
    let together = try town(
      "Saint James Chapel, Lakeside", "St James Chapel, 103 Duke Street, Lakeside, PA")
    #expect(try await together.run().events.count == 41)
  }

  @Test("The digits of a postal code explain no part's number")
  func numbersBesidePostalCode() async throws {
    var fixture = CampusRun()
    let venue = "Burdock Music Hall, 1184 Bloor Street West, Toronto, ON M6H 1N2"
    fixture.listings = [
      try .listed(by: "publisher", "a", "Launch of The Tinder Sonnets #1", at: venue),
      try .listed(by: "aggregator", "b", "Launch of The Tinder Sonnets #2", at: venue),
      try .listed(by: "radio", "c", "Launch of The Tinder Sonnets #1", at: venue),
    ]
    #expect(
      try await fixture.run().events.partition == [["aggregator/b"], ["publisher/a", "radio/c"]])
  }

  @Test("The result does not depend on the order of the listings", arguments: 1...5)
  func isDeterministic(seed: UInt64) async throws {
    var fixture = CampusRun()
    fixture.places = ["UCC": .at("ucc")]
    for index in 0..<12 {
      for source in ["publisher", "aggregator", "radio"] {
        fixture.listings.append(
          try .listed(
            by: source, "k\(index)", "Concert of Group \(index / 2)",
            "2026-03-\(10 + index / 4)T19:00", at: "UCC", uid: index % 3 == 0 ? "u\(index)" : nil))
      }
    }
    let expected = try await fixture.run().batch.records
    var generator = SeededGenerator(seed: seed)
    fixture.listings.shuffle(using: &generator)
    #expect(try await fixture.run().batch.records == expected)
  }
}

/// SplitMix64: the same shuffles in every run.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }
}
