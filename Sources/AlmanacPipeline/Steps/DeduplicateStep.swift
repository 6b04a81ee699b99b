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
    var identities = try context.workspace.identities(campus: id)
    if identities.isEmpty { identities = try published(campus: id) }
    let input = try await Self.input(of: campus.campus, in: context, identities)
    let count = input.listings.count
    context.expect(count, .listings, of: campus.campus)
    let deduplicator = Deduplicator(zones: context.zones, workers: context.options.workers)
    let batch = await deduplicator.run(consume input)
    context.progress.tell(.advanced(count))
    let output = batch.records.first
    let sources = context.sources(of: campus.campus).filter { $0.kind == .events }
    let done = StageDone(
      stage: .deduplicate, key: id, fingerprint: fingerprint, taken: count,
      kept: output?.events.count ?? 0, dropped: batch.dropped, findings: batch.findings,
      capture: try SourceCaptures(of: sources, in: context.workspace).text)
    let saved = try context.workspace.saveEvents(
      output?.events ?? [], identities: output?.identities ?? [],
      snapshot: (output?.snapshot).map {
        CampusSnapshot(statistics: Data($0.statistics))
      }, campus: id, done: done)
    context.events.give(output?.events ?? [], campus: id)
    return saved
  }

  /// What the stage works on, as the workspace and the settings have it.
  static func input(
    of campus: Campus, in context: RunContext, _ identities: [EventIdentity]
  ) async throws -> DeduplicateInput {
    var input = DeduplicateInput(
      campus: campus, listings: try await context.listings(of: campus),
      placements: try context.workspace.placements(campus: campus.id),
      strategies: context.strategies(of: campus), identities: identities,
      trust: context.settings.trust, decisions: context.settings.decisions,
      window: context.window(of: campus), zone: context.zone(of: campus), now: context.options.now,
      snapshot: try context.workspace.snapshot(campus: campus.id).map {
        DeduplicateSnapshot(statistics: [UInt8]($0.statistics))
      })
    input.cadence = context.settings.learning
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
