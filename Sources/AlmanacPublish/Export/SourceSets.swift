import AlmanacModel

/// Interns sets of sources. Many events share the same few sources, so each distinct set gets a
/// number.
struct SourceSets {
  /// Numbers of sources, by id.
  private(set) var numbers: [String: Int] = [:]
  /// The source numbers of each set, ascending.
  private(set) var sets: [[Int]] = []
  private var known: [[Int]: Int] = [:]

  /// The number of the set of sources that list an event or provide the weather of its dates.
  mutating func number(of event: Event, _ occurrences: [PublishedOccurrence]) -> Int {
    var set: [Int] = []
    func add(_ source: String) {
      let number = number(of: source)
      // A linear search suffices for a few values.
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

/// Computes the attribution lines of thousands of files.
struct AttributionLines: Sendable {
  private let lines: [String]
  private let sets: [[Int]]
  /// Positions in `lines` of the gazetteers, by campus. Equal lines share the first position.
  private var ofGazetteers: [String: Int] = [:]
  /// Positions in `lines` of the sources, by number; nil if a source has none.
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

  /// The lines of these campuses' gazetteers and of the sources in these sets, without duplicates,
  /// in the order of the attributions.
  func lines(of chosen: Set<Int>, campuses: some Sequence<String>) -> [String] {
    var isNeeded = [Bool](repeating: false, count: lines.count)
    for position in campuses.lazy.compactMap({ ofGazetteers[$0] }) { isNeeded[position] = true }
    for set in chosen {
      for position in sets[set].lazy.compactMap({ ofSources[$0] }) { isNeeded[position] = true }
    }
    return zip(lines, isNeeded).compactMap { $1 ? $0 : nil }
  }
}
