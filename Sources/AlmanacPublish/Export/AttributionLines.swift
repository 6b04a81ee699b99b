import AlmanacModel

/// Computes the attribution lines of thousands of files.
struct AttributionLines: Sendable {
  private let lines: [String]
  /// Positions in `lines` of the gazetteers, by campus. Equal lines share the first position.
  private var ofGazetteers: [String: Int] = [:]
  /// Positions in `lines` of the sources, by id.
  private var ofSources: [String: Int] = [:]

  init(_ attributions: [Attribution]) {
    lines = attributions.lines
    let positions = Dictionary(uniqueKeysWithValues: zip(lines, lines.indices))
    for attribution in attributions {
      if attribution.isGazetteer {
        ofGazetteers[attribution.id] = positions[attribution.line]
      } else {
        ofSources[attribution.id] = positions[attribution.line]
      }
    }
  }

  /// The lines of some sources and of these campuses' gazetteers, without duplicates, in the order
  /// of the attributions.
  func lines(of sources: Set<String>, campuses: some Sequence<String>) -> [String] {
    let positions = Set(
      sources.compactMap { ofSources[$0] } + campuses.compactMap { ofGazetteers[$0] })
    return positions.sorted().map { lines[$0] }
  }
}

extension PublishedEvent {
  /// The sources that list the event or provide the weather of its dates.
  var sources: Set<String> {
    var sources = Set(event.listings.map(\.source))
    for occurrence in occurrences { sources.formUnion(occurrence.weather?.sources ?? []) }
    return sources
  }
}
