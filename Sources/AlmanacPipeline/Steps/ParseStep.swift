import AlmanacIngest
import AlmanacModel
import AlmanacRecords
import AlmanacStore
import AlmanacTime
import Logging

/// Capture to listings and forecasts, source by source; what has not changed is not read again.
struct ParseStep {
  let context: RunContext

  /// What a held document's fingerprint ends in.
  private static let held = "-held"

  private enum Outcome: Sendable {
    case noCapture
    case upToDate(StageDone)
    case parsed(ParsedDocuments, fingerprint: String)
  }

  /// What the workspace holds as the stage begins; no source changes what is known of another.
  private struct Known: Sendable {
    let ledger: [String: StageDone]
    let captures: [String: Capture]

    init(_ workspace: Workspace) throws {
      ledger = try workspace.ledger(of: .parse)
      captures = try workspace.currentCaptures()
    }
  }

  func run(into report: inout RunReport) async throws {
    var stage = RunReport.Stage(.parse)
    try context.workspace.forgetSources(otherThan: Set(context.settings.sourceIDs))
    let sources = context.chosenSources
    let known = try Known(context.workspace)
    context.progress.tell(.expects(sources.count, .sources, of: nil))
    try await OrderedWorkers.run(
      sources, width: context.options.workers,
      work: { source in
        context.progress.tell(.took(source.id))
        defer { context.progress.tell(.finished(source.id)) }
        return (source, try await parse(source, known))
      },
      receive: { source, outcome in
        try context.checkInterruption()
        switch outcome {
        case .noCapture: break
        case .upToDate(let done):
          stage.skipped += 1
          try count(done, of: source, &stage, &report)
        case .parsed(let documents, let fingerprint):
          let done = try save(documents, of: source, fingerprint)
          try count(done, of: source, &stage, &report)
        }
      })
    report.stages.append(stage)
  }

  private func parse(_ source: Source, _ known: Known) async throws -> Outcome {
    let documents = try SourceDocuments(
      of: source, current: known.captures[source.id], in: context.workspace)
    guard !documents.isEmpty else { return .noCapture }
    let zone = context.settings.campus(source.campus)?.timezone ?? "UTC"
    var fingerprint = Fingerprint(.parse)
    // Trust, cadence and location say nothing about what the bytes mean.
    var definition = source
    definition.location = .file("")
    definition.cadence = 0
    try fingerprint.combine(definition)
    documents.combine(into: &fingerprint)
    fingerprint.combine(zone)
    fingerprint.combine(context.zones.version)
    let value = fingerprint.value
    if !context.options.force, let done = known.ledger[source.id], done.fingerprint == value {
      return .upToDate(done)
    }
    let parser = Parser(zones: context.zones)
    return .parsed(
      try await documents.parse(by: parser, campusTimezone: zone), fingerprint: value)
  }

  private func save(
    _ documents: ParsedDocuments, of source: Source, _ fingerprint: String
  ) throws -> StageDone {
    let parsed = documents.source
    var done = StageDone(
      stage: .parse, key: source.id, fingerprint: fingerprint, taken: documents.seen,
      kept: (parsed?.listings.count ?? 0) + documents.forecastCount,
      dropped: parsed?.quarantined ?? 0,
      findings: documents.findings.map { $0.about(source: source.id) })
    guard let parsed else {
      try context.workspace.saveRefusal(done)
      return done
    }
    let format = parsed.document.format ?? source.format ?? .xml
    let completeness = source.completeness(of: format)
    if let refusal = try refusal(parsed, of: source, completeness, &done) {
      done.findings.append(refusal)
      // Looked at again every night, and another state than that of the document believed.
      done.fingerprint += Self.held
      try context.workspace.saveRefusal(done)
      return done
    }
    done.capture = documents.captures.joined(separator: " ")
    try context.workspace.saveParsed(
      source: source.id, campus: source.campus, listings: parsed.listings,
      holding: parsed.held, concealing: parsed.concealed, forecasts: documents.forecasts,
      completeness: completeness, at: context.options.now, done: done)
    return done
  }

  /// Why the document is not believed; what an operator accepted, or what it said for some nights,
  /// is.
  private func refusal(
    _ parsed: ParsedSource, of source: Source, _ completeness: Source.Completeness,
    _ done: inout StageDone
  ) throws -> Finding? {
    // Everything the source ever said is read only where there is something to compare it with.
    guard source.kind == .events, completeness == .full || parsed.seen == 0 else { return nil }
    let zone = context.settings.campus(source.campus).map(context.zone) ?? .utc
    let count = parsed.listings.count
    let refusal = shrinking.refusal(
      before: try context.workspace.listings(source: source.id),
      keys: parsed.held.union(try parsed.listings.keys()), count: count,
      completeness: completeness, zone: zone)
    guard var refusal else { return nil }
    refusal.source = source.id
    let known = try context.workspace.hold(of: source.id)
    let hold =
      known?.seen(listing: count, at: context.options.now)
      ?? SourceHold(since: context.options.now, listed: count)
    guard known?.accepts(count) != true, hold.nights < context.settings.shrinking.nights else {
      done.findings.append(
        Finding(
          "I_SHRUNK", source: source.id,
          message: known?.isAccepted == true
            ? "lists \(count) events, as you accepted"
            : "lists \(count) events, and did for \(hold.nights) nights; now it is believed"))
      return nil
    }
    try context.workspace.save(hold, of: source.id)
    return refusal
  }

  private var shrinking: ShrinkGuard {
    ShrinkGuard(limits: context.settings.shrinking, now: context.options.now)
  }

  private func count(
    _ done: StageDone, of source: Source, _ stage: inout RunReport.Stage,
    _ report: inout RunReport
  ) throws {
    stage.taken += done.taken
    stage.kept += done.kept
    stage.dropped += done.dropped
    stage.noted += done.findings.count
    report.findings += done.findings
    try report.change(source) { line in
      line.seen = done.taken
      line.kept = done.kept
      line.quarantined = done.dropped
      guard let refusal = done.findings.first(where: { $0.code.refusesSource }) else { return }
      let isGuarded = ShrinkGuard.holds(refusal)
      let isHeld = try isGuarded && context.workspace.listingCount(source: source.id) > 0
      line.outcome = isHeld ? .held : .failed
      line.finding = line.finding ?? refusal
      context.log.warning(
        "document refused", metadata: ["source": "\(source.id)", "code": "\(refusal.code)"])
    }
  }
}

extension Settings {
  func campus(_ id: String) -> Campus? { campuses.first { $0.campus.id == id }?.campus }
}
