public import AlmanacModel

/// A draft of `mapping:` for an XML or JSON document of an unknown format, for an operator to
/// review.
///
/// The items are the elements with the most known fields, preferably repeated ones. Fields are
/// recognized by the names that publishers commonly use.
public struct MappingGuess: Hashable, Sendable {
  public var format: FeedFormat
  /// The path of the items; empty for a JSON document that is an array.
  public var item: String
  /// In the order of `mapping`, including start and end.
  public var fields: [Field]
  /// The order of numbers in dates such as 5/8/2019; nil if not needed or not known.
  public var dateOrder: FeedMapping.DateOrder?
  /// The paths of the items that are not in `fields`.
  public var others: [String]

  public struct Field: Hashable, Sendable {
    public var name: String
    public var path: String
    /// The path of the time of day, if `path` is a start or an end without one.
    public var time: String?
    /// The path of the room, if `path` is a venue.
    public var room: String?
    /// The path of whole days or of times, if `path` is a start or end that some items lack.
    public var alternative: String?
    /// Whether an end without a time of day is the day after the last.
    public var isExclusive = false
  }

  /// The mapping of a document; nil if no element has a title and a date.
  public static func of(_ bytes: [UInt8]) -> MappingGuess? {
    switch FormatDetector.detect(bytes) {
    case .feed(let format) where format.isJSON: ofJSON(bytes)
    case .feed(let format) where format.isXML: ofXML(bytes)
    default: nil
    }
  }

  /// A mapping for fields that the reader of a known feed format does not cover, such as times and
  /// venues.
  ///
  /// nil if the items have no such field for the start.
  public static func adding(to format: FeedFormat, _ bytes: [UInt8]) -> MappingGuess? {
    guard var guess = of(bytes) else { return nil }
    let own = ["start", "end", "venue", "organizer", "price", "latitude", "longitude"]
    guess.fields.removeAll { !own.contains($0.name) }
    guess.format = format
    guard let start = guess.fields.first(where: { $0.name == "start" }),
      let name = start.path.split(whereSeparator: { "/.".contains($0) }).last,
      !MappingWords.written.contains(MappingWords.plain(name))
    else { return nil }
    return guess
  }

  /// Assigns the paths of an item to fields; nil without a title and a start.
  ///
  /// - Parameter paths: The paths of an item, with an example value of each.
  static func guess(
    _ format: FeedFormat, item: String, paths: [(path: String, value: String)],
    separator: Character
  ) -> MappingGuess? {
    var candidates = MappingCandidates(paths, separator: separator)
    var fields: [Field] = []
    for (name, words) in EventNames.members {
      let found = candidates.take(name, words)
      let times = EventNames.times[name] ?? []
      if let found {
        var field = Field(name: name, path: found.path)
        switch name {
        case "start", "end":
          if MappingCandidates.isDay(found.value) { field.time = candidates.takeTime(named: times) }
        case "venue": field.room = candidates.take(named: MappingWords.rooms)
        // Each element of the list is a category.
        case "category": field.path = found.path.replacing("[0]", with: "")
        default: break
        }
        fields.append(field)
      } else if name == "end", let start = fields.first(where: { $0.name == "start" }),
        start.time != nil, let time = candidates.takeTime(named: times)
      {
        // The end has a time of day only: its date is that of the start.
        fields.append(Field(name: name, path: start.path, time: time))
      }
    }
    let names = Set(fields.map(\.name))
    if !names.contains("latitude"), let point = candidates.takePoint() {
      fields.append(Field(name: "latitude", path: point.latitude))
      fields.append(Field(name: "longitude", path: point.longitude))
    }
    guard names.contains("title"), names.contains("start") else { return nil }
    return MappingGuess(
      format: format, item: item, fields: fields, others: candidates.left.map(\.path))
  }

  /// The guess with the most fields; of equal ones, that of the longest list.
  static func best(
    _ guesses: [(guess: MappingGuess, count: Int)]
  ) -> MappingGuess? {
    guesses.max {
      ($0.guess.fields.count, $0.count) < ($1.guess.fields.count, $1.count)
    }?.guess
  }
}
