import AlmanacModel
import AlmanacPublish
import AlmanacRefine
import AlmanacStore
import AlmanacTime
import Foundation

/// Listings to events, with the identities of last night.
struct DeduplicateStep {
  let context: RunContext

  func run(into report: inout RunReport) async throws {
    let before = report.findings.count
    defer { keepCommonUnknowns(of: &report, from: before) }
    try await CampusStep(context: context, stage: .deduplicate).run(
      into: &report,
      fingerprint: { campus, print in
        let id = campus.campus.id
        print.combine(try context.ledger(.geocode, keys: [id]))
        for source in context.sources(of: campus.campus) {
          print.combine("\(source.id) \(source.visibility) \(source.publishing)")
        }
        try combineRules(of: campus.campus, into: &print)
      },
      work: deduplicate)
  }

  private func combineRules(of campus: Campus, into print: inout Fingerprint) throws {
    try print.combine(context.settings.trust)
    try print.combine(context.settings.decisions)
    try print.combine(context.settings.learning)
    let today = context.zone(of: campus).civil(at: context.options.now).date
    print.combine("learned \(context.settings.learning.period(ofDay: today.dayNumber))")
    try print.combine(context.window(of: campus))
    print.combine(try context.endedSources(of: context.sources(of: campus)).text)
    print.combine(campus.timezone)
    print.combine(context.zones.version)
  }

  /// All that the events depend on but listings, placements and what was known before.
  private func circumstances(of campus: Campus) throws -> String {
    var print = Fingerprint(.deduplicate)
    for source in context.sources(of: campus) { try print.combine(source) }
    try combineRules(of: campus, into: &print)
    return print.value
  }

  /// Decisions are shared by all campuses: a name is unknown where every campus says so.
  private func keepCommonUnknowns(of report: inout RunReport, from start: Int) {
    var counts: [Finding: Int] = [:]
    let found = report.findings[start...]
    for finding in found { counts[finding, default: 0] += 1 }
    var kept: [Finding] = []
    for finding in found where finding.code == "W_DECISION_UNKNOWN" {
      if counts[finding] == context.settings.campuses.count, !kept.contains(finding) {
        kept.append(finding)
      }
    }
    report.findings =
      report.findings[..<start]
      + found.filter { $0.code != "W_DECISION_UNKNOWN" } + kept
  }

  private func deduplicate(_ campus: Settings.CampusSettings, _ fingerprint: String) async throws
    -> StageDone
  {
    let id = campus.campus.id
    let circumstances = try circumstances(of: campus.campus)
    let (batch, count, kept) = try await batch(of: campus.campus, circumstances)
    context.progress.tell(.advanced(count))
    let output = batch.records.first
    let sources = context.sources(of: campus.campus).filter { $0.kind == .events }
    let done = StageDone(
      stage: .deduplicate, key: id, fingerprint: fingerprint, taken: count,
      kept: output?.events.count ?? 0, dropped: batch.dropped, findings: batch.findings,
      capture: try SourceCaptures(of: sources, in: context.workspace).text)
    let saved = try context.workspace.saveEvents(
      output?.events ?? [], identities: output?.identities ?? [], replacing: output?.replaced,
      snapshot: (output?.snapshot).map { CampusSnapshot($0, circumstances, without: kept) },
      keepingOutlines: kept, campus: id, done: done)
    if output?.replaced == nil {
      context.events.give(output?.events ?? [], campus: id)
    } else {
      context.events.forget(campus: id)
    }
    return saved
  }

  /// What comes out, of how many listings, and the sources whose outlines stay: by what changed where that
  /// tells it, else by all.
  private func batch(
    of campus: Campus, _ circumstances: String
  ) async throws -> (batch: Batch<DeduplicateOutput>, listings: Int, kept: Set<String>) {
    var input = try Self.input(of: campus, in: context)
    let former = try context.workspace.snapshot(campus: campus.id)
    input.snapshot = former.map(DeduplicateSnapshot.init)
    input.takesKnownPairs = !context.options.force
    input.cadence = context.settings.learning
    let deduplicator = Deduplicator(zones: context.zones, workers: context.options.workers)
    if former?.circumstances == circumstances, !context.options.force {
      // What differs from what the stored events were made of; elsewhere anything may.
      input.changes = try context.workspace.changedListings(campus: campus.id)
      let outlines = try context.workspace.outlines(campus: campus.id)
      input.snapshot?.outlines = outlines
      if let found = try await deduplicator.run(input, reading: store(of: campus)) {
        context.expect(found.listings, .listings, of: campus)
        let kept = found.batch.records.first?.snapshot.outlines.filter {
          outlines[$0.key] == $0.value
        }
        return (found.batch, found.listings, Set((kept ?? [:]).keys))
      }
      input.snapshot?.outlines = [:]
    }
    let whole = try await whole(input, of: campus)
    let count = whole.listings.count
    context.expect(count, .listings, of: campus)
    return (await deduplicator.run(consume whole), count, [])
  }

  /// With all listings and identities.
  private func whole(
    _ input: DeduplicateInput, of campus: Campus
  ) async throws -> DeduplicateInput {
    var input = input
    input.identities = try context.workspace.identities(campus: campus.id)
    if input.identities.isEmpty {
      input.identities = try published(campus: campus.id)
      input.changes = nil
    }
    input.listings = try await context.listings(of: campus)
    return input
  }

  private func store(of campus: Campus) -> StoredCampus {
    let workspace = context.workspace
    return StoredCampus(
      listingIDs: { try workspace.listingIDs(campus: campus.id) },
      listings: { [context] in try await context.listings(ids: $0, of: campus) },
      identityIDs: { try workspace.identityIDs(campus: campus.id) },
      identities: { try workspace.identities(campus: campus.id, ids: $0) })
  }

  /// What the stage works on, as the workspace and the settings have it, but for listings, identities and
  /// snapshot.
  private static func input(of campus: Campus, in context: RunContext) throws -> DeduplicateInput {
    DeduplicateInput(
      campus: campus, listings: [],
      placements: try context.workspace.placements(campus: campus.id),
      strategies: context.strategies(of: campus),
      trust: context.settings.trust, decisions: context.settings.decisions,
      window: context.window(of: campus), zone: context.zone(of: campus), now: context.options.now)
  }

  /// The same with all of them.
  static func input(
    of campus: Campus, in context: RunContext, _ identities: [EventIdentity]
  ) async throws -> DeduplicateInput {
    var input = try input(of: campus, in: context)
    input.listings = try await context.listings(of: campus)
    input.identities = identities
    input.snapshot = try context.workspace.snapshot(campus: campus.id).map(
      DeduplicateSnapshot.init)
    return input
  }

  /// For a workspace that is new or was lost, the identities of the edition that is there.
  private func published(campus: String) throws -> [EventIdentity] {
    do {
      let latest = context.options.output.appending(path: "latest")
      return try EditionReader(edition: latest).identities(campus: campus)
    } catch QueryError.unreadable {
      return []
    }
  }
}

extension CampusSnapshot {
  /// - Parameter kept: Sources whose outlines are left out.
  init(
    _ snapshot: DeduplicateSnapshot, _ circumstances: String, without kept: Set<String>
  ) {
    self.init(
      statistics: Data(snapshot.statistics), comparisons: Data(snapshot.comparisons),
      outlines: snapshot.outlines.filter { !kept.contains($0.key) },
      identities: Data(snapshot.identities), circumstances: circumstances)
  }
}

extension DeduplicateSnapshot {
  init(_ snapshot: CampusSnapshot) {
    self.init(
      statistics: [UInt8](snapshot.statistics), comparisons: [UInt8](snapshot.comparisons),
      identities: [UInt8](snapshot.identities))
  }
}
