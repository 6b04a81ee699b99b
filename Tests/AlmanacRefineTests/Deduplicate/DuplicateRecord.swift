import AlmanacModel
import AlmanacRefine

/// A record as NDJSON has it.
struct DuplicateRecord {
  let id: String
  let source: String
  let title: String
  let start: String
  var venue = ""
  var hours = 1
  var text = ""

  var line: String {
    let isDay = !start.contains("T")
    var json: [String: JSONValue] = [
      "id": .string(id), "source": .string(source), "campus": .string("hill"),
      "title": .string(title), "start": .string(start), "venue": .string(venue),
      "description": .string(text), "allday": .bool(isDay),
    ]
    if !isDay, let hour = Int(start.dropFirst(11).prefix(2)) {
      let end = hour + hours < 10 ? "0\(hour + hours)" : "\(hour + hours)"
      json["end"] = .string(start.prefix(11) + end + start.dropFirst(13))
    }
    var writer = JSONWriter()
    writer.value(.object(json))
    return writer.text
  }
}

extension DuplicateRecord {
  private static let words = [
    "Walnut", "Velvet", "Copper", "Harbor", "Lantern", "Meadow", "Orchid", "Pepper", "Saffron",
    "Timber", "Violet", "Willow", "Zephyr", "Amber", "Birch", "Cobalt", "Drift", "Ember", "Fjord",
  ]

  /// What else a campus lists: 380 records of five sources, no two of which are one.
  private static let others: [Self] = (0..<380).map { number in
    let (first, second) = (words[number % 19], words[number / 19 % 19])
    return Self(
      id: "o\(number)", source: "filler\(number % 5)", title: "\(first) \(second) \(number % 7)",
      start: "2026-0\(3 + number % 3)-\(10 + number % 19)T\(10 + number % 9):00",
      venue: "\(second) House, \(number % 31) \(first) Street")
  }

  /// The ids of records that are one occurrence, but for those that are alone.
  static func merged(_ records: [Self]) async -> [[String]] {
    let text = (records + others).map(\.line).joined(separator: "\n")
    let blocks = [RecordBlock(Array(text.utf8))]
    let found = await RecordMatches(of: blocks, workers: 2).occurrences
    return Dictionary(grouping: found.keys) { found[$0] }.values.map { $0.sorted() }
      .filter { $0.count > 1 }.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Other events that a source presents.
  static func program(_ source: String, at venue: String) -> [Self] {
    (0..<8).map { number in
      Self(
        id: "\(source)\(number)", source: source,
        title: "\(source) \(number) \(words[number + source.count])",
        start: "2026-04-\(10 + number)T\(10 + source.count):00", venue: venue)
    }
  }

  /// What two sources both list.
  static func common(_ first: String, _ second: String) -> [Self] {
    (0..<12).flatMap { number in
      [first, second].map { source in
        Self(
          id: "\(source)\(number)", source: source,
          title: "\(words[number]) Ensemble \(number)",
          start: "2026-04-\(10 + number)T21:00", venue: "Kettle Yard, 9 Plover Road")
      }
    }
  }
}
