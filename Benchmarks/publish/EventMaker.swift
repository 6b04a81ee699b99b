import AlmanacModel
import AlmanacTime
import Foundation

/// Generates the events of a city with many campuses, each reproducible by its number.
///
/// Words, tags, places and organizers follow Zipf's law, as in real calendars: a few are frequent,
/// most are rare. Nine percent of the events are series, and four percent last for days.
struct EventMaker: Sendable {
  static let categories = (0..<15).map { "category-\($0)" }
  static let sources = (0..<100).map { "source-\($0)" }
  static let tags = (0..<5_000).map { "tag \($0)" }
  static let organizers = (0..<20_000).map { "Society No. \($0)" }
  static let words = (0..<30_000).map(EventMaker.word)
  /// All words, each followed by a space, and the end of each.
  private static let spacedWords = words.flatMap { "\($0) ".utf8 }
  private static let wordEnds = words.indices.reduce(into: [0]) { ends, index in
    ends.append((ends.last ?? 0) + words[index].utf8.count + 1)
  }
  private static let wordRanks = ZipfRanks(words.count)
  private static let sourceRanks = ZipfRanks(sources.count)
  private static let tagRanks = ZipfRanks(tags.count)
  private static let organizerRanks = ZipfRanks(organizers.count)
  static let prices = ["Free", "$5", "$12.50", "S$10–S$25", "20 EUR", "€8 / €5", "$100"]

  let start: Instant
  let zone: Zone
  let places: [Place]

  init(start: Instant, zone: Zone) {
    self.start = start
    self.zone = zone
    places = (0..<2_000).map { number in
      // 20 districts of 9 grounds of 10 buildings each.
      let within: String? =
        number < 20 ? nil : number < 200 ? "place-\(number % 20)" : "place-\(20 + number % 180)"
      return Place(
        id: "place-\(number)", name: "Hall \(number)", category: "Buildings",
        subcategory: "Halls", within: within,
        coordinate: Coordinate(
          latitude: 1.25 + Double(number * 37 % 2_000) * 0.0001,
          longitude: 103.7 + Double(number * 61 % 2_000) * 0.0001))
    }
  }

  /// - Returns: The event. Ids sort by number.
  func event(_ number: Int) -> Event {
    var random = Random(seed: UInt64(number))
    let place = places[random.zipf(places.count)]
    let source = random.zipf(Self.sourceRanks)
    let name = Self.digits(number)
    var event = Event(
      id: "event-\(name)", campus: "city",
      title: text(5, &random), text: text(40, &random),
      url: "https://source-\(source).example/event/\(name)",
      kind: random.chance(20) ? .community : .official,
      tags: (0..<random.below(4)).map { _ in Self.tags[random.zipf(Self.tagRanks)] },
      price: random.chance(60) ? Self.prices[random.zipf(Self.prices.count)] : nil,
      organizer: random.chance(70)
        ? Self.organizers[random.zipf(Self.organizerRanks)] : nil,
      venue: "\(place.name), Room \(number % 40)",
      placement: random.chance(90)
        ? Placement(
          place: place.id, name: place.name, coordinate: place.coordinate, confidence: 0.97,
          method: .alias) : Placement(abstaining: .unknown),
      occurrences: [],
      listings: [
        ListingReference(
          id: "source-\(source)/\(name)", source: Self.sources[source], uid: "\(name)@example",
          url: "https://source-\(source).example/event/\(name)")
      ],
      categorization: Categorization(
        category: Self.categories[random.zipf(Self.categories.count)], confidence: 0.9,
        method: .text, reason: "the model says so"))
    if random.chance(20) {
      let second = (source + 1 + random.below(50)) % Self.sources.count
      event.listings.append(
        ListingReference(
          id: "source-\(second)/\(name)", source: Self.sources[second], score: 0.9,
          evidence: ["same place and time"]))
    }
    addDates(to: &event, &random)
    return event
  }

  private func addDates(to event: inout Event, _ random: inout Random) {
    let day = zone.civil(at: start + (random.below(420) - 25) * 86_400).date
    let minute = (8 * 4 + random.below(52)) * 15
    let local = CivilDateTime(startOf: day).adding(seconds: minute * 60)
    let first = CalendarTime.zoned(ZonedTime(local: local, in: zone))
    let length = 3_600 * (1 + random.below(3))
    switch random.below(100) {
    case 0..<4:
      event.occurrences = [
        Occurrence(start: .day(day), end: .day(day.adding(days: 2 + random.below(40))))
      ]
    case 4..<13:
      let count = 2 + random.below(10)
      if let rule = try? RecurrenceRule(parsing: "FREQ=WEEKLY;COUNT=\(count)") {
        event.series = Series(
          start: first, end: end(of: first, length), recurrence: Recurrence(rules: [rule]))
      }
      event.occurrences = (0..<count).map { week in
        let time = CalendarTime.zoned(
          ZonedTime(local: local.adding(days: 7 * week), in: zone))
        return Occurrence(recurrenceID: time, start: time, end: end(of: time, length))
      }
    default: event.occurrences = [Occurrence(start: first, end: end(of: first, length))]
    }
  }

  private func end(of start: CalendarTime, _ seconds: Int) -> CalendarTime {
    .zoned(ZonedTime(start.instant(in: zone) + seconds, in: zone))
  }

  private func text(_ count: Int, _ random: inout Random) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(8 * count)
    Self.spacedWords.withUnsafeBufferPointer { words in
      for _ in 0..<count {
        let word = random.zipf(Self.wordRanks)
        text.append(
          contentsOf: UnsafeBufferPointer(
            rebasing: words[Self.wordEnds[word]..<Self.wordEnds[word + 1]]))
      }
    }
    return String(decoding: text.dropLast(), as: UTF8.self)
  }

  /// Seven digits, so that ids sort by number.
  private static func digits(_ number: Int) -> String {
    let text = String(number)
    return String(repeating: "0", count: max(0, 7 - text.count)) + text
  }

  /// An invented word of two to five syllables. Frequent words are short.
  private static func word(_ number: Int) -> String {
    let consonants = Array("bdfgklmnprstvz")
    let vowels = Array("aeiou")
    var rest = number + 70
    var text = ""
    while rest > 0 {
      text.append(consonants[rest % 14])
      text.append(vowels[rest / 14 % 5])
      rest /= 70
    }
    return text
  }
}

/// SplitMix64.
struct Random: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x9e37_79b9_7f4a_7c15 }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var z = state
    z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
    z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
    return z ^ (z >> 31)
  }

  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  /// A number in 0 ..< count; its probability is about proportional to 1 / (number + 1).
  mutating func zipf(_ count: Int) -> Int { ZipfRanks.rank(unit(), count) }

  mutating func zipf(_ ranks: ZipfRanks) -> Int { ranks[unit()] }

  /// A number in 0 ..< 1.
  private mutating func unit() -> Double { Double(next() >> 11) / Double(1 << 53) }
}

/// The same ranks, mostly from a table, because a power takes as long as ten words.
struct ZipfRanks: Sendable {
  private static let cells = 1 << 15

  private let count: Int
  /// The rank at the start of each cell, and at 1.
  private let firsts: [Int32]

  init(_ count: Int) {
    self.count = count
    firsts = (0...Self.cells).map { Int32(Self.rank(Double($0) / Double(Self.cells), count)) }
  }

  subscript(unit: Double) -> Int {
    let cell = Int(unit * Double(Self.cells))
    // Ranks increase with the random number.
    return firsts[cell] == firsts[cell + 1] ? Int(firsts[cell]) : Self.rank(unit, count)
  }

  static func rank(_ unit: Double, _ count: Int) -> Int {
    // Inverse of log(1 + x) / log(1 + count).
    min(count - 1, Int(pow(Double(count + 1), unit) - 1))
  }
}
