import AlmanacIngest
import AlmanacModel
import AlmanacStore
import AlmanacTime
import Logging

/// Parses captures into listings and forecasts, source by source. Skips unchanged ones.
struct ParseStep {
  let context: RunContext

  /// Suffix of the fingerprint of a held document.
  private static let held = "-held"

  private enum Outcome: Sendable {
    case noCapture
    case upToDate(StageRecord)
    case parsed(ParsedDocuments, fingerprint: String)
  }

  /// The workspace as the stage begins; no source changes the state of another.
  private struct Known: Sendable {
    let ledger: [String: StageRecord]
    let captures: [String: Capture]
    /// Sources whose last document was refused.
    let refused: Set<String>

    init(_ workspace: Workspace) throws {
      ledger = try workspace.ledger(of: .parse)
      captures = try workspace.currentCaptures()
      let failing = try workspace.failingStates()
      refused = Set(failing.values.lazy.filter { $0.refusedSince != nil }.map(\.source))
    }
  }

  func run(into report: inout RunReport) async throws {
    var stage = RunReport.Stage(.parse)
    try context.workspace.forgetSources(otherThan: Set(context.settings.sourceIDs))
    let sources = context.chosenSources
    let known = try Known(context.workspace)
    context.progress.report(.expects(sources.count, .sources, of: nil))
    var withdrawal = Withdrawal()
    // Each source has a transaction, and the stage can be repeated. If it fails, closing
    // the workspace flushes them.
    try context.workspace.setFlushing(false)
    try await OrderedWorkers.run(
      sources, width: context.options.workers, check: { try context.checkInterruption() },
      work: { source in
        defer { context.progress.report(.advanced(1)) }
        return (source, try await parse(source, known))
      },
      receive: { source, outcome in
        switch outcome {
        case .noCapture: break
        case .upToDate(let record):
          stage.unchanged += 1
          try count(record, of: source, &stage, &report)
          // A held document is never up to date.
          let isRefused = record.findings.contains(where: \.code.refusesSource)
          try note(isRefused: isRefused, source, known)
        case .parsed(let documents, let fingerprint):
          try note(isRefused: documents.source == nil, source, known)
          var document = ReadDocument(
            source: source, documents: documents, fingerprint: fingerprint)
          try review(&document)
          // Small sources that lose most of their events wait for the total of the run.
          if withdrawal.postpones(document, shrinking) { break }
          try count(try save(document), of: source, &stage, &report)
        }
      })
    let all = try withdrawal.isSuspect(shrinking) ? total(withdrawal) : withdrawal.loss
    // The total is known now: hold the postponed documents only if it is too much.
    for var document in withdrawal.postponed {
      document.refusal = document.loss.flatMap { shrinking.refusal($0, of: all) }
      try count(try save(document), of: document.source, &stage, &report)
    }
    try context.workspace.setFlushing(true)
    let gone = try goneSources(sources)
    report.findings += gone
    stage.warnings += gone.count
    report.stages.append(stage)
  }

  private func goneSources(_ sources: [Source]) throws -> [Finding] {
    let failing = try context.workspace.failingStates()
    return sources.compactMap { source in
      failing[source.id].flatMap { state in
        EndedSources.finding(
          of: source, state, after: context.settings.fetching.goneAfter, now: context.options.now)
      }
    }
  }

  private func parse(_ source: Source, _ known: Known) async throws -> Outcome {
    let documents = try SourceDocuments(
      of: source, current: known.captures[source.id], in: context.workspace)
    guard !documents.isEmpty else { return .noCapture }
    let zone = context.settings.campus(source.campus)?.timezone ?? "UTC"
    var fingerprint = Fingerprint(.parse)
    // The meaning of the bytes doesn't depend on trust, cadence and location.
    var definition = source
    definition.location = .file("")
    definition.cadence = 0
    definition.formerly = nil
    // Steering is applied when listings are read.
    definition.steering = Steering()
    try fingerprint.combine(definition)
    documents.combine(into: &fingerprint)
    fingerprint.combine(zone)
    fingerprint.combine(ZoneDatabase.system.version)
    let limit = context.settings.fetching.maxBytes
    if source.kind == .transit { fingerprint.combine(String(limit)) }
    let value = fingerprint.value
    if !context.options.force, let record = known.ledger[source.id], record.fingerprint == value {
      return .upToDate(record)
    }
    let parser = Parser()
    return .parsed(
      try await documents.parse(
        by: parser, campusTimezone: zone, limit: limit, now: context.options.now),
      fingerprint: value)
  }

  /// Records whether the source's document is refused.
  private func note(isRefused: Bool, _ source: Source, _ known: Known) throws {
    guard isRefused != known.refused.contains(source.id) else { return }
    try context.workspace.recordParse(
      of: source.id, refusedSince: isRefused ? context.options.now : nil)
  }

  /// A document that was read and not saved yet.
  private struct ReadDocument {
    let source: Source
    let documents: ParsedDocuments
    let fingerprint: String
    /// What it would withdraw; nil if it can't withdraw anything.
    var loss: ShrinkGuard.Loss?
    /// Why the shrink guard rejects it.
    var refusal: Finding?
    /// Whether the document may withdraw what it does not list.
    var completeness: Source.Completeness {
      guard let parsed = documents.source, !parsed.document.isPartial else { return .window }
      return source.completeness(of: parsed.document.format ?? source.format ?? .xml)
    }
  }

  /// What the documents of a run withdraw together.
  private struct Withdrawal {
    private(set) var loss = ShrinkGuard.Loss()
    /// Documents of small sources that lose most of their events: they are saved when all others are.
    private(set) var postponed: [ReadDocument] = []
    private(set) var sources: Set<String> = []

    /// Counts a document; returns whether it has to wait for the others.
    mutating func postpones(_ document: ReadDocument, _ guardian: ShrinkGuard) -> Bool {
      guard var loss = document.loss else { return false }
      let isSmall = document.refusal == nil && guardian.isTooMuch(loss)
      // A rejected document withdraws nothing.
      if document.refusal != nil { loss.lost = 0 }
      self.loss = self.loss + loss
      sources.insert(document.source.id)
      if isSmall { postponed.append(document) }
      return isSmall
    }

    /// Whether it is too much for the sources counted so far; others only add upcoming events.
    func isSuspect(_ guardian: ShrinkGuard) -> Bool {
      !postponed.isEmpty && loss.lost >= guardian.limits.events && guardian.isTooMuch(loss)
    }
  }

  /// The same with the upcoming events of all other sources.
  private func total(_ withdrawal: Withdrawal) throws -> ShrinkGuard.Loss {
    var all = withdrawal.loss
    for source in context.settings.sources
    where source.kind.hasEvents && !withdrawal.sources.contains(source.id) {
      all.upcoming += shrinking.upcoming(
        try context.workspace.listings(source: source.id), zone(of: source))
    }
    return all
  }

  private func zone(of source: Source) -> Zone {
    context.settings.campus(source.campus)?.zone ?? .utc
  }

  private func save(_ document: ReadDocument) throws -> StageRecord {
    let (source, documents) = (document.source, document.documents)
    let parsed = documents.source
    var record = StageRecord(
      stage: .parse, key: source.id, fingerprint: document.fingerprint, read: documents.seen,
      accepted: source.kind.hasEvents || source.kind == .weather
        ? (parsed?.listings.count ?? 0) + documents.forecastCount : documents.seen,
      rejected: parsed?.rejected ?? 0,
      findings: documents.findings.map { $0.about(source: source.id) })
    guard let parsed else {
      try context.workspace.note(record)
      return record
    }
    if let refusal = document.refusal,
      let finding = try held(refusal, of: source, listing: parsed.listings.count, &record)
    {
      record.findings.append(finding)
      // Checked again in every run: the hold may end although the document is the same.
      record.fingerprint += Self.held
      // An event that became private must disappear, whatever else is wrong with the document.
      let secret = parsed.listings.filter { $0.visibility != .public }.map(\.key)
      try context.workspace.hide(parsed.hidden.union(secret), of: source.id)
      try context.workspace.note(record)
      return record
    }
    record.capture = documents.captures.joined(separator: " ")
    // Counts as unread until its last operation counts.
    if record.findings.contains(where: { $0.code == SubmissionState.earlyCode }) {
      record.fingerprint += Self.held
    }
    try context.workspace.saveParsed(
      source: source.id, campus: source.campus, listings: parsed.listings,
      retaining: parsed.retained, hiding: parsed.hidden, forecasts: documents.forecasts,
      completeness: document.completeness, at: context.options.now, record: record)
    return record
  }

  /// Compares a document with what its source listed before.
  private func review(_ document: inout ReadDocument) throws {
    let (source, completeness) = (document.source, document.completeness)
    // Read the previous listings only if there is something to compare them with.
    guard let parsed = document.documents.source, source.kind.hasEvents,
      completeness == .full || parsed.seen == 0
    else { return }
    let before = try context.workspace.listings(source: source.id)
    guard !before.isEmpty else { return }
    let zone = zone(of: source)
    let keys = parsed.retained.union(parsed.explained).union(parsed.listings.map(\.key))
    if completeness == .full {
      document.loss = shrinking.loss(
        before: before, listings: parsed.listings, keys: keys, zone: zone)
      document.refusal = document.loss.flatMap(shrinking.refusal)
    }
    if parsed.listings.isEmpty, keys.isEmpty {
      document.refusal = shrinking.refusalOfEmpty(
        before: before, completeness: completeness, zone: zone)
    }
  }

  /// The refusal, unless an operator accepted the document or the source gave the same result on enough
  /// days.
  private func held(
    _ refusal: Finding, of source: Source, listing count: Int, _ record: inout StageRecord
  ) throws -> Finding? {
    let known = try context.workspace.hold(of: source.id)
    let hold =
      known?.seen(listing: count, at: context.options.now)
      ?? SourceHold(of: source.id, since: context.options.now, listed: count)
    guard known?.accepts(count) != true, hold.days < context.settings.shrinkLimits.days else {
      record.findings.append(
        Finding(
          "I_SHRUNK", source: source.id,
          message: known?.isAccepted == true
            ? "lists \(String(counting: count, "event")), as you accepted"
            : "lists \(String(counting: count, "event")), and did for "
              + "\(String(counting: hold.days, "day")); it is accepted now"))
      return nil
    }
    try context.workspace.save(hold)
    return refusal.about(source: source.id)
  }

  private var shrinking: ShrinkGuard {
    ShrinkGuard(limits: context.settings.shrinkLimits, now: context.options.now)
  }

  private func count(
    _ record: StageRecord, of source: Source, _ stage: inout RunReport.Stage,
    _ report: inout RunReport
  ) throws {
    stage.add(record)
    report.findings += record.findings
    try report.change(source.id, source.kind) { line in
      line.read = record.read
      line.accepted = record.accepted
      line.rejected = record.rejected
      guard let refusal = record.findings.first(where: { $0.code.refusesSource }) else { return }
      let isGuarded = ShrinkGuard.holds(refusal)
      let isHeld = try isGuarded && context.workspace.listingCount(source: source.id) > 0
      line.status = isHeld ? .held : .failed
      line.finding = line.finding ?? refusal
      context.log.warning(
        "document rejected", metadata: ["source": "\(source.id)", "code": "\(refusal.code)"])
    }
  }
}
