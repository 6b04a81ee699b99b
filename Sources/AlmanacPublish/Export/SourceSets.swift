import AlmanacModel

/// The sources of an edition's events. Many events are of the same few sources, so that each such set
/// has a number.
struct SourceSets {
  /// By the ids of the sources.
  private(set) var numbers: [String: Int] = [:]
  /// The numbers of a set's sources, ascending.
  private(set) var sets: [[Int]] = []
  private var known: [[Int]: Int] = [:]

  /// The number of the set of sources that list an event or give the weather of its dates.
  mutating func number(of event: Event, _ occurrences: [PublishedOccurrence]) -> Int {
    var set: [Int] = []
    func add(_ source: String) {
      let number = number(of: source)
      // They are few.
      if !set.contains(number) { set.append(number) }
    }
    for listing in event.listings { add(listing.source) }
    for occurrence in occurrences {
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

/// The attribution that each of thousands of files needs.
struct AttributionLines: Sendable {
  private let lines: [String]
  private let sets: [[Int]]
  /// Positions of the gazetteers' lines, by campus; of equal lines, always the first one.
  private var ofGazetteers: [String: Int] = [:]
  /// Positions of the sources' lines, by their numbers; nil where there is none.
  private var ofSources: [Int?]

  init(_ attributions: [Attribution], _ sources: SourceSets) {
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

  /// The gazetteers of these campuses and the sources of these sets; each once, in the order of the
  /// attributions.
  func lines(of chosen: Set<Int>, campuses: some Sequence<String>) -> [String] {
    var isNeeded = [Bool](repeating: false, count: lines.count)
    for position in campuses.lazy.compactMap({ ofGazetteers[$0] }) { isNeeded[position] = true }
    for set in chosen {
      for position in sets[set].lazy.compactMap({ ofSources[$0] }) { isNeeded[position] = true }
    }
    return zip(lines, isNeeded).compactMap { $1 ? $0 : nil }
  }
}
