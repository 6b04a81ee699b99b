public import AlmanacModel

/// Where in an XML or JSON document of no known kind the events may be: a first draft of `mapping:`
/// for a person to look at.
///
/// The items are the parts that state most of what an event has, repeated ones where there are any; their
/// members are known by the names that publishers give them.
public struct MappingGuess: Hashable, Sendable {
  public var format: FeedFormat
  /// Empty for a JSON document that is itself the list.
  public var item: String
  /// By the names of `mapping`, in its order, start and end among them.
  public var fields: [Field]
  /// Of dates such as 5/8/2019, where the document shows it; nil: not needed, or not known.
  public var dateOrder: FeedMapping.DateOrder?
  /// What the items also have.
  public var others: [String]

  public struct Field: Hashable, Sendable {
    public var name: String
    public var path: String
    /// Of a start or an end whose path gives the day alone: where the time of day stands.
    public var time: String?
    /// Of a venue: where its room stands.
    public var room: String?
  }

  /// nil where nothing has a title and a date.
  public static func of(_ bytes: [UInt8]) -> MappingGuess? {
    switch FormatDetector.detect(bytes) {
    case .feed(let format) where format.isJSON: ofJSON(bytes)
    case .feed(let format) where format.isXML: ofXML(bytes)
    default: nil
    }
  }

  /// What a feed's own reader does not know of its items: when they take place, and where.
  ///
  /// nil where nothing in them looks like it.
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

  /// - Parameter paths: of one item, with a value of each.
  static func guess(
    _ format: FeedFormat, item: String, paths: [(path: String, value: String)],
    separator: Character
  ) -> MappingGuess? {
    var candidates = MappingCandidates(paths, separator: separator)
    var fields: [Field] = []
    for (name, words) in MappingWords.fields {
      let found = candidates.take(name, words)
      let times = MappingWords.times[name] ?? []
      if let found {
        var field = Field(name: name, path: found.path)
        switch name {
        case "start", "end":
          if MappingCandidates.isDay(found.value) { field.time = candidates.takeTime(named: times) }
        case "venue": field.room = candidates.take(named: MappingWords.rooms)
        // Of several categories each is one.
        case "category": field.path = found.path.replacing("[0]", with: "")
        default: break
        }
        fields.append(field)
      } else if name == "end", let start = fields.first(where: { $0.name == "start" }),
        start.time != nil, let time = candidates.takeTime(named: times)
      {
        // On the same day.
        fields.append(Field(name: name, path: start.path, time: time))
      }
    }
    let names = Set(fields.map(\.name))
    guard names.contains("title"), names.contains("start") else { return nil }
    return MappingGuess(
      format: format, item: item, fields: fields, others: candidates.left.map(\.path))
  }

  /// The best of several lists: the one whose items have most of what is known, then the longest.
  static func best(
    _ guesses: [(guess: MappingGuess, count: Int)]
  ) -> MappingGuess? {
    guesses.max {
      ($0.guess.fields.count, $0.count) < ($1.guess.fields.count, $1.count)
    }?.guess
  }
}
