import AlmanacModel
import AlmanacPublish
import AlmanacRecords
import AlmanacRefine
import AlmanacStore
import AlmanacTime
import Foundation

/// Merges listings into events, with the identities of the previous run.
struct DeduplicateStep {
  let context: RunContext

  func run(into report: inout RunReport) async throws {
    let before = report.findings.count
    defer {
      keepCommonUnknowns(of: &report, from: before)
      report.countRejections()
    }
    try await CampusStep(context: context, stage: .deduplicate).run(
      into: &report,
      fingerprint: { campus, inputs in
        let snapshot = try Self.snapshot(of: campus.campus, in: context)
        try combineInput(of: campus.campus, snapshot, into: &inputs)
      },
      work: { campus, _ in try await deduplicate(campus) })
  }

  /// - Parameter snapshot: Of the last run.
  private func combineInput(
    of campus: Campus, _ snapshot: DeduplicateSnapshot?, into inputs: inout Fingerprint
  ) throws {
    inputs.combine(try context.ledger(.geocode, keys: [campus.id]))
    let sources = context.sources(of: campus)
    for source in sources {
      inputs.combine("\(source.id) \(source.visibility) \(source.publishing)")
    }
    try inputs.combine(sources.map(\.steering))
    try inputs.combine(context.settings.rules)
    if context.rules(of: campus).contains(where: { !$0.isEmpty }) {
      inputs.combine(context.today(of: campus).rfc3339)
      try context.combineCategories(of: campus, into: &inputs)
    }
    let day = DeduplicateSnapshot.day(
      after: snapshot, now: context.options.now, zone: campus.zone,
      context.settings.learning)
    inputs.combine("learned on day \(day)")
    try combineRules(of: campus, into: &inputs)
  }

  private static func snapshot(
    of campus: Campus, in context: RunContext
  ) throws -> DeduplicateSnapshot? {
    try context.workspace.snapshot(campus: campus.id).map {
      DeduplicateSnapshot(statistics: [UInt8]($0))
    }
  }

  private func combineRules(of campus: Campus, into inputs: inout Fingerprint) throws {
    try inputs.combine(context.settings.trust)
    try inputs.combine(context.settings.decisions)
    try inputs.combine(context.settings.learning)
    try inputs.combine(context.window(of: campus))
    inputs.combine(try context.endedSources(of: context.sources(of: campus)).text)
    inputs.combine(campus.timezone)
    inputs.combine(ZoneDatabase.system.version)
  }

  /// Decisions are shared by all campuses: a name is unknown only if it is unknown to every campus.
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

  private func deduplicate(_ campus: Settings.CampusSettings) async throws -> StageRecord {
    let id = campus.campus.id
    let stored = try context.workspace.identities(campus: id)
    let (input, rejections) = try await input(
      of: campus.campus, stored.isEmpty ? try published(campus: id) : stored)
    let count = input.listings.count
    context.expect(count, .listings, of: campus.campus)
    let deduplicator = Deduplicator(workers: context.options.workers)
    let batch = await deduplicator.run(consume input)
    context.progress.report(.advanced(count))
    let output = batch.records.first
    let sources = context.sources(of: campus.campus).filter { $0.kind.hasEvents }
    // With the snapshot of this run: statistics that were learned now are not due in the next run.
    var fingerprint = Fingerprint(.deduplicate)
    try combineInput(of: campus.campus, output?.snapshot, into: &fingerprint)
    let record = StageRecord(
      stage: .deduplicate, key: id, fingerprint: fingerprint.value, read: count,
      accepted: output?.events.count ?? 0, rejected: batch.rejected,
      findings: rejections + batch.findings,
      capture: try SourceCaptures(of: sources, in: context.workspace).text)
    let saved = try context.workspace.saveEvents(
      output?.events ?? [], inputs: output?.inputs ?? [], keeping: output?.kept ?? [],
      identities: output?.identities ?? [], replacing: stored,
      snapshot: (output?.snapshot).map { Data($0.statistics) }, doubts: output?.doubts ?? [],
      campus: id, record: record)
    try keepCorrections(of: campus.campus)
    return saved
  }

  /// The input of the stage from the workspace and the settings, and what rules reject of it.
  private func input(
    of campus: Campus, _ identities: [EventIdentity]
  ) async throws -> (DeduplicateInput, rejections: [Finding]) {
    var (listings, hashes) = try await context.listings(of: campus)
    let dates = listings.map { Int32(clamping: $0.overrides.count) }
    let placements = try context.workspace.placements(campus: campus.id)
    let rejections = try await context.selector(of: campus).select(
      &listings, placements: placements,
      queries: VenueQueries(
        strategies: context.strategies(of: campus), aliases: context.aliases(of: campus)),
      workers: context.options.workers)
    // The dates of a source that lists each apart are one event, as if an operator had decided so.
    var decisions = context.settings.decisions
    decisions.same += DateCollapser.sets(
      listings,
      of: Set(context.sources(of: campus).filter(\.steering.collapses).map(\.id)))
    var input = DeduplicateInput(
      campus: campus, listings: listings, placements: placements,
      strategies: context.strategies(of: campus), identities: identities,
      trust: context.settings.trust, decisions: decisions,
      window: context.window(of: campus), zone: campus.zone, now: context.options.now,
      snapshot: try hasOtherCorrections(campus) ? nil : Self.snapshot(of: campus, in: context))
    input.aliases = context.aliases(of: campus)
    input.submissionSources = Set(
      context.sources(of: campus).lazy.filter { $0.kind == .submissions }.map(\.id))
    // Rules may have taken dates out of a series.
    for index in listings.indices where listings[index].overrides.count != dates[index] {
      hashes[index] = StableHash.bytes(try RecordCoding.text(of: listings[index]).utf8)
    }
    input.hashes = hashes
    if !context.options.force {
      input.storedInputs = try context.workspace.eventInputs(campus: campus.id)
    }
    input.cadence = context.settings.learning
    return (input, rejections)
  }

  // MARK: - Corrections

  static func setting(of campus: Campus) -> String { "corrections \(campus.id)" }

  private func corrections(of campus: Campus) throws -> String {
    try context.sources(of: campus).filter(\.steering.corrections.changesTimes).map {
      "\($0.id) \(try RecordCoding.text(of: $0.steering.corrections))"
    }.joined(separator: "\n")
  }

  /// Whether the corrections of sources differ from those when the statistics were learned: then the
  /// statistics of their times are outdated.
  private func hasOtherCorrections(_ campus: Campus) throws -> Bool {
    try (context.workspace.setting(Self.setting(of: campus)) ?? "") != corrections(of: campus)
  }

  private func keepCorrections(of campus: Campus) throws {
    guard try hasOtherCorrections(campus) else { return }
    try context.workspace.set(Self.setting(of: campus), to: corrections(of: campus))
  }

  /// Saves the identities of the latest edition in a workspace that is new or was lost.
  func restoreIdentities(of campus: Campus) throws {
    guard try context.workspace.identities(campus: campus.id).isEmpty else { return }
    try context.workspace.restore(try published(campus: campus.id), campus: campus.id)
  }

  /// The identities in the latest edition, for a workspace that is new or was lost.
  private func published(campus: String) throws -> [EventIdentity] {
    do {
      let latest = OutputFolder(url: context.options.output).latest
      return try EditionReader(edition: latest).identities(campus: campus)
    } catch QueryError.unreadable {
      return []
    }
  }
}
