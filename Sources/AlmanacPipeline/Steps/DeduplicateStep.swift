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
    try print.combine(context.window(of: campus))
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
    let input = try await input(of: campus.campus, circumstances)
    let count = input.listings.count
    context.expect(count, .listings, of: campus.campus)
    let batch = await Deduplicator(zones: context.zones, workers: context.options.workers)
      .run(consume input)
    context.progress.tell(.advanced(count))
    let output = batch.records.first
    let sources = context.sources(of: campus.campus).filter { $0.kind == .events }
    let done = StageDone(
      stage: .deduplicate, key: id, fingerprint: fingerprint, taken: count,
      kept: output?.events.count ?? 0, dropped: batch.dropped, findings: batch.findings,
      capture: try SourceCaptures(of: sources, in: context.workspace).text)
    let saved = try context.workspace.saveEvents(
      output?.events ?? [], identities: output?.identities ?? [], replacing: output?.replaced,
      snapshot: (output?.snapshot).map { CampusSnapshot($0, circumstances) }, campus: id,
      done: done)
    if output?.replaced == nil {
      context.events.give(output?.events ?? [], campus: id)
    } else {
      context.events.forget(campus: id)
    }
    return saved
  }

  private func input(
    of campus: Campus, _ circumstances: String
  ) async throws -> DeduplicateInput {
    let known = try context.workspace.identities(campus: campus.id)
    var input = try await Self.input(
      of: campus, in: context, known.isEmpty ? published(campus: campus.id) : known)
    input.takesKnownPairs = !context.options.force
    input.cadence = context.settings.learning
    if !known.isEmpty, !context.options.force {
      input.changes = try changes(campus: campus.id, circumstances)
    }
    return input
  }

  /// What differs from what the stored events were made of; nil where anything may.
  private func changes(campus: String, _ circumstances: String) throws -> ChangedListings? {
    guard try context.workspace.snapshot(campus: campus)?.circumstances == circumstances else {
      return nil
    }
    return try context.workspace.changedListings(campus: campus)
  }

  /// What the stage works on, as the workspace and the settings have it.
  static func input(
    of campus: Campus, in context: RunContext, _ identities: [EventIdentity]
  ) async throws -> DeduplicateInput {
    DeduplicateInput(
      campus: campus, listings: try await context.listings(of: campus),
      placements: try context.workspace.placements(campus: campus.id),
      strategies: context.strategies(of: campus), identities: identities,
      trust: context.settings.trust, decisions: context.settings.decisions,
      window: context.window(of: campus), zone: context.zone(of: campus), now: context.options.now,
      snapshot: try context.workspace.snapshot(campus: campus.id).map(DeduplicateSnapshot.init))
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
  init(_ snapshot: DeduplicateSnapshot, _ circumstances: String) {
    self.init(
      statistics: Data(snapshot.statistics), comparisons: Data(snapshot.comparisons),
      circumstances: circumstances)
  }
}

extension DeduplicateSnapshot {
  init(_ snapshot: CampusSnapshot) {
    self.init(
      statistics: [UInt8](snapshot.statistics), comparisons: [UInt8](snapshot.comparisons))
  }
}
