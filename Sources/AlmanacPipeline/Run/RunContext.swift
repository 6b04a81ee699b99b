import AlmanacModel
import AlmanacRecords
import AlmanacRefine
import AlmanacStore
import AlmanacTime
import Logging

/// What every step of a run shares.
struct RunContext: Sendable {
  let settings: Settings
  let options: RunOptions
  let workspace: Workspace
  /// Its entries name the run and the stage.
  var log: Logger
  let progress: ProgressSink
  /// Whether a signal asked the run to stop. Checked between batches.
  let isInterrupted: @Sendable () -> Bool

  func checkInterruption() throws(RunError) {
    if isInterrupted() { throw .interrupted }
  }

  /// Reports how much work a campus is in this stage. A single campus is not named.
  func expect(_ count: Int, _ unit: ProgressUnit, of campus: Campus) {
    progress.report(.expects(count, unit, of: settings.campuses.count == 1 ? nil : campus.id))
  }

  /// The configured sources that the call names or has a share of, by default all. Omits sources whose
  /// definition is broken.
  var chosenSources: [Source] {
    settings.sources.filter {
      (options.sources.isEmpty || options.sources.contains($0.id))
        && options.shard?.contains($0) != false && !settings.isBroken($0.id)
    }
  }

  /// The configured campuses that the call works on.
  var campuses: [Settings.CampusSettings] {
    settings.campuses.filter { options.campuses?.contains($0.campus.id) != false }
  }

  func sources(of campus: Campus) -> [Source] {
    settings.sources.filter { $0.campus == campus.id }
  }

  /// The campus's listings, as far as the definitions of their sources let them be published, and hashes
  /// of their content.
  func listings(of campus: Campus) async throws -> (listings: [Listing], hashes: [UInt64]) {
    var (listings, hashes): ([Listing], [UInt64]) = ([], [])
    try await readListings(.present, of: campus) {
      (listings: $0.map(\.listing), hashes: $0.map(\.hash))
    } receive: { part, count in
      if listings.isEmpty { listings.reserveCapacity(count) }
      listings += part.listings
      hashes += part.hashes
    }
    return (listings, hashes)
  }

  /// Number of listings or events that are read together.
  private static let chunk = 1_024

  /// Reads a campus's listings on all workers, as far as their sources' definitions let them be
  /// published.
  ///
  /// - Parameters:
  ///   - work: Receives some of them, each with a hash of its content.
  ///   - receive: Receives the results in the order of the listings' ids, and about how many listings
  ///     there are in all.
  func readListings<Result: Sendable>(
    _ which: CampusListings, of campus: Campus,
    work: @escaping @Sendable ([(listing: Listing, hash: UInt64)]) -> Result,
    receive: (_ part: Result, _ count: Int) throws -> Void
  ) async throws {
    let definitions = try definitions(of: campus)
    let spans = try workspace.spans(which, campus: campus.id, of: Self.chunk)
    try await OrderedWorkers.run(spans, width: options.workers) { [workspace] span in
      work(try definitions.limiting(try workspace.listings(which, campus: campus.id, in: span)))
    } receive: {
      try receive($0, spans.count * Self.chunk)
    }
  }

  private func definitions(of campus: Campus) throws -> Definitions {
    let sources = sources(of: campus)
    var correctors: [String: ListingCorrector] = [:]
    for source in sources where !source.steering.corrections.isEmpty {
      correctors[source.id] = ListingCorrector(
        source.steering.corrections,
        zone: source.timezone.flatMap(ZoneDatabase.system.zone(named:)) ?? campus.zone,
        zones: .system,
        window: window(of: campus))
    }
    return Definitions(sources, try endedSources(of: sources), correctors)
  }

  /// The sources that count as gone.
  func endedSources(of sources: [Source]) throws -> EndedSources {
    EndedSources(
      sources, try workspace.failingStates(), after: settings.fetching.goneAfter,
      now: options.now
    ) { [self] source in
      settings.campus(source.campus)?.zone ?? .utc
    }
  }

  /// How sources let their listings be published.
  private struct Definitions: Sendable {
    private let sources: [String: Source]
    private let ended: EndedSources
    private let correctors: [String: ListingCorrector]
    /// Most sources publish everything: their listings skip the lookup of the definition.
    private let unlimited: Set<String>

    init(
      _ sources: [Source], _ ended: EndedSources, _ correctors: [String: ListingCorrector]
    ) {
      self.sources = Dictionary(
        sources.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
      self.ended = ended
      self.correctors = correctors
      unlimited = Set(
        sources.filter { !$0.isLimiting && !ended.contains($0) && correctors[$0.id] == nil }
          .map(\.id))
    }

    func limiting(
      _ listings: [(listing: Listing, hash: UInt64)]
    ) throws -> [(listing: Listing, hash: UInt64)] {
      if listings.allSatisfy({ unlimited.contains($0.listing.source) }) { return listings }
      return try listings.compactMap { listing, hash in
        guard let source = sources[listing.source] else { return nil }
        let corrected = correctors[source.id]?.corrected(listing) ?? listing
        let limited = ended.limiting(
          source.isLimiting ? source.limiting(corrected) : corrected, of: source)
        if limited == listing { return (listing, hash) }
        return (limited, StableHash.bytes(try RecordCoding.text(of: limited).utf8))
      }
    }
  }

  /// How each source's venues are read.
  func strategies(of campus: Campus) -> [String: VenueStrategy] {
    Dictionary(uniqueKeysWithValues: sources(of: campus).map { ($0.id, $0.venue) })
  }

  /// By source, its own names of places.
  func aliases(of campus: Campus) -> [String: [String: String]] {
    let named = sources(of: campus).filter { !$0.steering.aliases.isEmpty }
    return Dictionary(uniqueKeysWithValues: named.map { ($0.id, $0.steering.aliases) })
  }

  /// The rules of a campus's sources, and those of all sources.
  func rules(of campus: Campus) -> [ListingRules] {
    sources(of: campus).map(\.steering.rules) + [settings.rules]
  }

  /// The start of the run's day in the campus's zone.
  func today(of campus: Campus) -> Instant {
    campus.zone.startOfDay(campus.zone.civil(at: options.now).date)
  }

  func selector(of campus: Campus) throws -> ListingSelector {
    let sources = sources(of: campus)
    return try ListingSelector(
      settings.rules,
      sources: Dictionary(uniqueKeysWithValues: sources.map { ($0.id, $0.steering.rules) }),
      zone: campus.zone, today: today(of: campus),
      categorizer: rules(of: campus).contains(where: \.readsCategories)
        ? categorizer(of: campus) : nil,
      taxonomy: settings.taxonomy)
  }

  /// Adds every input of a category except the event.
  func combineCategories(of campus: Campus, into inputs: inout Fingerprint) throws {
    try inputs.combine(settings.taxonomy)
    inputs.combine(settings.categoryModelDigest)
    try inputs.combine(settings.decisions.set)
    try inputs.combine(sources(of: campus).map(\.categories))
  }

  func categorizer(of campus: Campus, tally: WorkTally = .unwatched) -> Categorizer {
    Categorizer(
      taxonomy: settings.taxonomy,
      sourceTables: Dictionary(
        uniqueKeysWithValues: sources(of: campus).map { ($0.id, $0.categories) }),
      model: settings.categoryModel, decisions: settings.decisions, tally: tally)
  }

  /// The window around the campus's day: it moves at midnight and not within a day.
  func window(of campus: Campus) -> Window {
    settings.window(on: campus.zone.civil(at: options.now).date, in: campus.zone)
  }

  /// Whether a forecast is too old to be joined and published. Results depend on it.
  func isStale(_ age: ForecastAge) -> Bool {
    guard let confirmed = age.confirmedAt else { return true }
    return !WeatherEnricher.isFresh(
      fetchedAt: confirmed, issuedAt: age.issuedAt, now: options.now)
  }

  /// IDs of events whose result of a stage is missing, outdated or to be removed; nil if all must be
  /// recomputed.
  ///
  /// - Parameter rules: Hash of every input except the events; nil if the results depend on more.
  func pendingEvents(
    _ stage: StageName, of campus: Campus, rules: String?
  ) throws -> Set<String>? {
    guard let rules, !options.force else { return nil }
    return try workspace.pendingEvents(stage, campus: campus.id, rules: rules)
  }

  /// A campus's events in the order of their ids.
  ///
  /// - Parameter ids: The events to read, as far as they exist; nil for all.
  func events(of campus: Campus, only ids: Set<String>?) async throws -> [Event] {
    if let ids { return try workspace.events(campus: campus.id, ids: ids) }
    let ids = try workspace.eventIDs(campus: campus.id)
    var events: [Event] = []
    events.reserveCapacity(ids.count)
    try await OrderedWorkers.run(
      ids.chunks(of: Self.chunk), width: options.workers
    ) { [workspace] ids in
      guard let first = ids.first, let last = ids.last else { return [Event]() }
      return try workspace.events(campus: campus.id, from: first, through: last)
    } receive: {
      events += $0
    }
    return events
  }

  /// The fingerprints of a stage's results for these keys, as one text.
  func ledger(_ stage: StageName, keys: [String]) throws -> String {
    let known = try workspace.fingerprints(of: stage)
    return keys.sorted().map { "\($0)=\(known[$0] ?? "-")" }.joined(separator: "\n")
  }
}
