import AlmanacModel
import AlmanacRefine
import AlmanacStore

/// Geocodes venue texts; looks up every distinct query once.
struct GeocodeStep {
  let context: RunContext
  /// The queries by campus; nil for the venues of the workspace's listings.
  var venues: [String: VenueQuestions]?

  private static let chunk = 4_000

  func run(into report: inout RunReport) async throws {
    try await CampusStep(context: context, stage: .geocode).run(
      into: &report,
      fingerprint: { campus, print in
        let sources = context.sources(of: campus.campus)
        print.combine(try context.ledger(.parse, keys: sources.map(\.id)))
        print.combine(campus.gazetteerDigest)
        try print.combine(context.settings.decisions.pinPlace)
        try print.combine(context.settings.decisions.set)
        // One list each: encoding many small values takes longer than the rest of an unchanged run.
        try print.combine(sources.map(\.venue))
        try print.combine(sources.map(\.steering.aliases))
        try print.combine(sources.map(\.steering.corrections))
      },
      work: place)
  }

  private func place(_ campus: Settings.CampusSettings, _ fingerprint: String) async throws
    -> StageDone
  {
    let questions =
      if let venues { venues[campus.campus.id] ?? VenueQuestions() } else {
        try await questions(of: campus)
      }
    let queries = questions.queries
    context.expect(queries.count, .venues, of: campus.campus)
    let geocoder = Geocoder(
      matchers: [campus.campus.id: GazetteerMatcher(campus.gazetteer)],
      pins: context.settings.decisions.pinPlace, placeholders: questions.placeholders,
      tally: context.progress.tally)
    let chunks = stride(from: 0, to: queries.count, by: Self.chunk).map {
      Array(queries[$0..<min($0 + Self.chunk, queries.count)])
    }
    var batch = Batch<PlacedVenue>()
    try await OrderedWorkers.run(
      chunks, width: context.options.workers, work: { try await geocoder.run($0) },
      receive: { batch.append($0) })
    let placed = batch.records.count { $0.placement.place != nil }
    let done = StageDone(
      stage: .geocode, key: campus.campus.id, fingerprint: fingerprint, taken: queries.count,
      kept: placed, dropped: queries.count - placed, findings: batch.findings)
    try context.workspace.savePlacements(
      batch.records.map { ($0.query, $0.placement) }, campus: campus.campus.id, done: done)
    return done
  }

  /// The queries of the campus's listings. All of them together show which points are placeholders.
  func questions(of campus: Settings.CampusSettings) async throws -> VenueQuestions {
    let queries = try await queries(of: campus.campus)
    return VenueQuestions(
      queries: queries,
      placeholders: GazetteerMatcher(campus.gazetteer).placeholders(among: queries))
  }

  /// Each query once, in the order of the texts.
  private func queries(of campus: Campus) async throws -> [VenueQuery] {
    let questions = VenueQueries(
      strategies: context.strategies(of: campus), aliases: context.aliases(of: campus))
    var queries = Set(VenueQueries.ofEdits(context.settings.decisions, campus: campus.id))
    try await context.readListings(.present, of: campus) { listings in
      listings.reduce(into: Set<VenueQuery>()) {
        $0.formUnion(questions.queries(of: $1.listing))
      }
    } receive: { part, _ in
      queries.formUnion(part)
    }
    return queries.sorted { $0.sortKey < $1.sortKey }
  }
}

extension VenueQuery {
  fileprivate var sortKey: String {
    let point = coordinate.map { "\($0.latitude),\($0.longitude)" } ?? ""
    return "\(text ?? "")\u{1f}\(point)\u{1f}\(strategy)"
  }
}
