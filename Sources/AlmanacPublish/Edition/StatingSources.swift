import AlmanacModel

/// Who states the events of an edition. Many events are of the same few sources, so that each such set
/// has a number.
struct StatingSources {
  /// By the ids of the sources.
  private(set) var numbers: [String: Int] = [:]
  /// The numbers of a set's sources, ascending.
  private(set) var sets: [[Int]] = []
  private var known: [[Int]: Int] = [:]

  /// Ids of the sources that events and their weather come from.
  var ids: Set<String> { Set(numbers.keys) }

  /// - Returns: The number of the event's set.
  mutating func note(_ event: Event) -> Int {
    var set: [Int] = []
    func add(_ source: String) {
      let number = number(of: source)
      // They are few.
      if !set.contains(number) { set.append(number) }
    }
    for listing in event.listings { add(listing.source) }
    for occurrence in event.occurrences {
      for source in occurrence.weather?.sources ?? [] { add(source) }
    }
    if set.count > 1 { set.sort() }
    if let number = known[set] { return number }
    known[set] = sets.count
    sets.append(set)
    return sets.count - 1
  }

  private mutating func number(of source: String) -> Int {
    if let number = numbers[source] { return number }
    numbers[source] = numbers.count
    return numbers.count - 1
  }
}

/// Whom files owe thanks. Thousands of files of thousands of sources are each of a few, which are
/// looked up, not searched for.
struct Thanks {
  private let lines: [String]
  private let sets: [[Int]]
  /// Positions of the gazetteers' lines, by campus; of equal lines, always the first one.
  private var ofGazetteers: [String: Int] = [:]
  /// Positions of the sources' lines, by their numbers; nil where nothing is owed.
  private var ofSources: [Int?]

  init(_ attributions: [Attribution], _ sources: StatingSources) {
    lines = attributions.map(\.line)
    sets = sources.sets
    ofSources = Array(repeating: nil, count: sources.numbers.count)
    var first: [String: Int] = [:]
    for (position, attribution) in attributions.enumerated() {
      let position = first[attribution.line] ?? position
      first[attribution.line] = position
      if attribution.isGazetteer {
        ofGazetteers[attribution.id] = position
      } else if let number = sources.numbers[attribution.id] {
        ofSources[number] = position
      }
    }
  }

  /// The gazetteers of these campuses, and who states what is in these sets; each once, in the order
  /// of the attributions.
  func lines(to chosen: Set<Int>, campuses: some Sequence<String>) -> [String] {
    var isOwed = [Bool](repeating: false, count: lines.count)
    for position in campuses.lazy.compactMap({ ofGazetteers[$0] }) { isOwed[position] = true }
    for set in chosen {
      for position in sets[set].lazy.compactMap({ ofSources[$0] }) { isOwed[position] = true }
    }
    return zip(lines, isOwed).compactMap { $1 ? $0 : nil }
  }
}
