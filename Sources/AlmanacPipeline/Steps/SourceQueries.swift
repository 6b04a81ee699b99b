import AlmanacModel
import AlmanacRecords
import AlmanacRefine
import AlmanacStore

/// The questions that a campus's listings ask the geocoder.
///
/// Of a source whose listings are as they were it is kept what they ask; the others are read.
struct SourceQueries {
  /// What listings ask, by source.
  private typealias Asked = [String: Set<VenueQuery>]

  let context: RunContext
  let campus: Campus

  /// - Returns: Those of all listings, in the order of their text, so that the order of the listings does
  ///   not matter; and of the sources that were read what each of them asks.
  func read() async throws -> (queries: [VenueQuery], asked: [String: AskedQueries]) {
    let strategies = context.strategies(of: campus)
    let (kept, asked) = try await found(strategies)
    // In order: of two texts that are equal but for their bytes the first stays.
    let queries = asked.sorted { $0.key < $1.key }.reduce(into: kept) { $0.formUnion($1.value) }
    return (
      queries.sorted { $0.sortKey < $1.sortKey },
      Dictionary(
        uniqueKeysWithValues: try asked.map { source, queries in
          (
            source,
            AskedQueries(
              strategy: try Self.name(strategies[source]),
              hashes: Set(queries.map(VenueQueries.hash)))
          )
        })
    )
  }

  private func found(
    _ strategies: [String: VenueStrategy]
  ) async throws -> (kept: Set<VenueQuery>, asked: Asked) {
    if let changed = try await changed(strategies) { return changed }
    return ([], try await all(strategies))
  }

  private static func name(_ strategy: VenueStrategy?) throws -> String {
    try RecordCoding.text(of: strategy ?? .text)
  }

  /// What the listings of changed sources ask, and all others; nil where most are to be read.
  private func changed(
    _ strategies: [String: VenueStrategy]
  ) async throws -> (kept: Set<VenueQuery>, asked: Asked)? {
    guard !context.options.force else { return nil }
    let known = try context.workspace.askedQueries(campus: campus.id).filter { source, asked in
      try strategies[source].map { try Self.name($0) == asked.strategy } ?? false
    }
    let missing = strategies.keys.filter { known[$0] == nil }.sorted()
    guard missing.count * 4 <= strategies.count else { return nil }
    let hashes = known.values.reduce(into: Set<UInt64>()) { $0.formUnion($1.hashes) }
    var kept: Set<VenueQuery> = []
    for query in try context.workspace.placements(campus: campus.id).keys
    where hashes.contains(VenueQueries.hash(of: query)) {
      kept.insert(query)
    }
    guard kept.count == hashes.count else { return nil }
    var asked: Asked = [:]
    let questions = VenueQueries(strategies: strategies)
    try await OrderedWorkers.run(missing, width: context.options.workers) {
      [workspace = context.workspace, campus] source in
      let listings = try workspace.listings(source: source).filter { $0.campus == campus.id }
      return (source, Set(listings.flatMap(questions.queries)))
    } receive: { source, queries in
      asked[source] = queries
    }
    return (kept, asked)
  }

  private func all(_ strategies: [String: VenueStrategy]) async throws -> Asked {
    let questions = VenueQueries(strategies: strategies)
    // One that lists nothing asks nothing.
    var asked = strategies.mapValues { _ in Set<VenueQuery>() }
    try await context.readListings(.present, of: campus) { listings in
      listings.reduce(into: Asked()) {
        $0[$1.source, default: []].formUnion(questions.queries(of: $1))
      }
    } receive: { part, _ in
      asked.merge(part) { $0.union($1) }
    }
    return asked
  }
}

extension VenueQuery {
  fileprivate var sortKey: String {
    let point = coordinate.map { "\($0.latitude),\($0.longitude)" } ?? ""
    return "\(text ?? "")\u{1f}\(point)\u{1f}\(strategy)"
  }
}
