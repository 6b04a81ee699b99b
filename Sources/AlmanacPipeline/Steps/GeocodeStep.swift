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
      fingerprint: { campus, inputs in
        let sources = context.sources(of: campus.campus)
        inputs.combine(try context.ledger(.parse, keys: sources.map(\.id)))
        inputs.combine(campus.gazetteerDigest)
        try inputs.combine(context.settings.decisions.pinPlace)
        try inputs.combine(context.settings.decisions.set)
        // One list each: encoding many small values takes longer than the rest of an unchanged run.
        try inputs.combine(sources.map(\.venue))
        try inputs.combine(sources.map(\.steering.aliases))
        try inputs.combine(sources.map(\.steering.corrections))
      },
      work: place)
  }

  private func place(_ campus: Settings.CampusSettings, _ fingerprint: String) async throws
    -> StageRecord
  {
    let matcher = GazetteerMatcher(campus.gazetteer)
    let questions =
      if let venues { venues[campus.campus.id] ?? VenueQuestions() } else {
        try await questions(of: campus.campus, matcher)
      }
    let queries = questions.queries
    context.expect(queries.count, .venues, of: campus.campus)
    let geocoder = Geocoder(
      matchers: [campus.campus.id: matcher],
      pins: context.settings.decisions.pinPlace, placeholders: questions.placeholders,
      tally: context.progress.tally)
    var batch = Batch<PlacedVenue>()
    try await OrderedWorkers.run(
      queries.chunks(of: Self.chunk), width: context.options.workers,
      work: { try await geocoder.run(Array($0)) },
      receive: { batch.append($0) })
    let placed = batch.records.count { $0.placement.place != nil }
    let record = StageRecord(
      stage: .geocode, key: campus.campus.id, fingerprint: fingerprint, read: queries.count,
      accepted: placed, rejected: queries.count - placed, findings: batch.findings)
    try context.workspace.savePlacements(
      batch.records.map { ($0.query, $0.placement) }, campus: campus.campus.id, record: record)
    return record
  }

  /// The queries of the campus's listings. All of them together show which points are placeholders.
  func questions(of campus: Campus, _ matcher: GazetteerMatcher) async throws -> VenueQuestions {
    let queries = try await queries(of: campus)
    return VenueQuestions(queries: queries, placeholders: matcher.placeholders(among: queries))
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
    // Each key is built once, because sorting compares it often.
    return queries.map { (key: $0.sortKey, query: $0) }.sorted { $0.key < $1.key }.map(\.query)
  }
}

extension VenueQuery {
  fileprivate var sortKey: String {
    let point = coordinate.map { "\($0.latitude),\($0.longitude)" } ?? ""
    return "\(text ?? "")\u{1f}\(point)\u{1f}\(strategy)"
  }
}
