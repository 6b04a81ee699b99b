import AlmanacIngest
import AlmanacModel
import AlmanacPublish
import AlmanacStore
import AlmanacTime
import CMemory
import Foundation
public import Logging

/// The stages in order, over one workspace.
public struct Pipeline: Sendable {
  private let options: RunOptions
  private let log: Logger
  private let progress: ProgressSink
  private let isInterrupted: @Sendable () -> Bool
  /// Free memory of the allocator, in bytes, from which it is returned to the system after a stage.
  private static let trimmedBytes = 256 << 20

  /// - Parameters:
  ///   - progress: Receives how far the run is.
  ///   - isInterrupted: whether the process was asked to stop.
  public init(
    options: RunOptions, log: Logger,
    progress: ProgressSink = .unwatched,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) {
    self.options = options
    self.log = log
    self.progress = progress
    self.isInterrupted = isInterrupted
  }

  /// Runs the stages that the options name, and returns the report.
  ///
  /// Writes `run/report.json` and `run/metrics.prom` for every end of the run but a wrong call.
  public func run() async throws -> RunReport {
    let preparation: RunPreparation
    do {
      preparation = try RunPreparation(options)
    } catch {
      if !options.isRehearsal, ExitCode(describing: error) == .configuration {
        Alerts.send(error, options, log)
      }
      RunFiles(options: options).write(failure: error, log: log)
      throw error
    }
    defer { withExtendedLifetime(preparation.lock) {} }
    return try await run(preparation)
  }

  /// Runs the stages over a copy of the workspace, and compares the edition that they publish there
  /// with the latest. The sources are fetched; nothing in the output folder changes.
  public func rehearse() async throws -> RunRehearsal {
    let latest = try EditionArchive(output: options.output).latest
    return try await Rehearsal.run(options) { options in
      var report = try await Pipeline(
        options: options, log: log, progress: progress,
        isInterrupted: isInterrupted
      ).run()
      let diff =
        report.edition == nil ? nil : try Rehearsal.difference(options, from: latest)
      // These paths are in the copy, which is removed.
      (report.reportPath, report.editionPath, report.sitePath) = (nil, nil, nil)
      report.edition = nil
      return RunRehearsal(report: report, diff: diff)
    }
  }

  private func run(_ preparation: RunPreparation) async throws -> RunReport {
    let (settings, options) = (preparation.settings, preparation.options)
    // Memory that one heap has freed is lost to threads of another.
    almanac_limit_arenas(Int32(clamping: 2 * options.workers))
    var report = RunReport(now: options.now)
    report.isOfSamples = options.samples
    report.findings = settings.findings + settings.brokenSources.map(\.finding)
    let client = settings.fetching.client(maxConcurrent: settings.fetching.concurrency)
    var log = log
    // Two runs may have the same run time, but not the same process.
    let process = String(ProcessInfo.processInfo.processIdentifier, radix: 16)
    log[metadataKey: "run"] = "\(options.now.rfc3339)-\(process)"
    let context = preparation.context(
      log: log, progress: progress, isInterrupted: isInterrupted)
    let ping = HealthPing(
      settings, environment: ProcessInfo.processInfo.environment, client: client, log: log)
    if options.beginsRun { await ping?.send(.start) }
    do {
      try await runStages(context, client, &report)
    } catch {
      if options.isPinged { await ping?.send(.failure) }
      report.exitCode = ExitCode(describing: error)
      report.error = "\(error)"
      do {
        try finish(&report, context)
      } catch {
        // The caller prints the I/O error that is thrown; don't log it twice.
        let isPrinted = report.exitCode == .inputOutput || report.exitCode == .cannotCreate
        log.log(
          level: isPrinted ? .debug : .error, "the report could not be written",
          metadata: ["reason": "\(error)"])
      }
      throw error
    }
    do {
      try finish(&report, context)
    } catch {
      if options.isPinged { await ping?.send(.failure) }
      throw error
    }
    if options.isPinged, report.exitCode != .published {
      await ping?.send(.failure)
    } else if options.endsRun {
      await ping?.send(.success)
    }
    return report
  }

  /// The pipeline itself.
  private func runStages(
    _ context: RunContext, _ client: HTTPClient, _ report: inout RunReport
  ) async throws {
    let options = context.options
    let fetcher = Fetcher(
      client: client, now: options.now, limits: context.settings.fetching.limits)
    try await timed(.fetch, context, &report) {
      try await FetchStep(context: $0, fetcher: fetcher).run(into: &$1)
    }
    try await timed(.parse, context, &report) {
      guard $0.options.records.isEmpty else {
        return try await RecordParts(context: $0).adopt(for: .parse, into: &$1)
      }
      try await ParseStep(context: $0).run(into: &$1)
    }
    try await timed(.geocode, context, &report) {
      try await GeocodeStep(context: $0).run(into: &$1)
    }
    try await timed(.deduplicate, context, &report) {
      try await DeduplicateStep(context: $0).run(into: &$1)
    }
    try await timed(.categorize, context, &report) {
      try await CategorizeStep(context: $0).run(into: &$1)
    }
    try await timed(.enrich, context, &report) {
      try await EnrichStep(context: $0).run(into: &$1)
    }
    try await timed(.publish, context, &report) {
      try await RecordParts(context: $0).adopt(for: .publish, into: &$1)
      try await PublishStep(context: $0).run(into: &$1)
    }
    if options.includes(.publish), !options.isStage, !options.isRehearsal {
      await PlanStep(context: context).run(into: &report)
    }
  }

  private func timed(
    _ stage: StageName, _ context: RunContext, _ report: inout RunReport,
    _ work: (RunContext, inout RunReport) async throws -> Void
  ) async throws {
    guard context.options.includes(stage) else { return }
    if isInterrupted() { throw RunError.interrupted }
    var context = context
    context.log[metadataKey: "stage"] = "\(stage.rawValue)"
    context.log.info("the stage \(stage.rawValue) begins")
    progress.report(.began(stage))
    let start = ContinuousClock.now
    try await work(context, &report)
    context.workspace.releaseMemory()
    // The next stage would add its memory to what this one freed in the allocator. Trimming takes
    // time in every stage, so only a large run does it.
    almanac_trim_heap(Self.trimmedBytes)
    let seconds = (((ContinuousClock.now - start) / .seconds(1)) * 1_000).rounded() / 1_000
    if let index = report.stages.indices.last { report.stages[index].seconds = seconds }
    progress.report(.ended(stage, seconds: seconds))
  }

  private func finish(_ report: inout RunReport, _ context: RunContext) throws {
    let (options, workspace) = (context.options, context.workspace)
    try addBrokenSources(to: &report, context)
    try addHistory(to: &report.sources, context)
    if options.includes(.parse), report.error == nil {
      report.findings += try weekdayFindings(of: report.sources, context)
    }
    if !options.isRehearsal {
      try Alerts(settings: context.settings, workspace: workspace, log: context.log).send(
        for: report)
    }
    let files = RunFiles(options: options)
    try files.writeReport(&report)
    let latest =
      try report.edition.map { (name: $0, at: options.now) } ?? StatusReport.latest(options.output)
    try files.writeMetrics(of: report, lastSuccess: latest?.at)
    try workspace.record(
      RunRecord(
        now: options.now, exitCode: Int(report.exitCode.rawValue),
        summary: report.edition.map { "published \($0)" } ?? "nothing published"))
  }

  /// Sources that list far less than on the same weekday of other weeks.
  private func weekdayFindings(of lines: [RunReport.SourceLine], _ context: RunContext) throws
    -> [Finding]
  {
    var listed: [String: Int] = [:]
    for line in lines where line.kind.hasEvents && !line.status.isFailure {
      listed[line.id] = try context.workspace.listingCount(source: line.id)
    }
    let day = Int(context.options.now.secondsSinceEpoch / 86_400)
    return try WeekdayCounts.update(listed, on: day, in: context.workspace)
  }

  /// Reports a source whose definition can't be read as failed, like one that can't be fetched.
  private func addBrokenSources(to report: inout RunReport, _ context: RunContext) throws {
    let (settings, options) = (context.settings, context.options)
    guard options.from <= .parse else { return }
    for broken in settings.brokenSources
    where options.sources.isEmpty || options.sources.contains(broken.id) {
      let finding = broken.finding
      if options.includes(.fetch) {
        let address = try context.workspace.state(of: broken.id).address
        try context.workspace.recordFailure(
          of: broken.id, finding: finding, at: options.now, address: address)
      }
      let kind = settings.sources.first { $0.id == broken.id }?.kind ?? .events
      report.change(broken.id, kind) { line in
        line.status = .failed
        line.finding = finding
      }
    }
  }

  /// Adds what earlier runs recorded about the sources.
  private func addHistory(to lines: inout [RunReport.SourceLine], _ context: RunContext) throws {
    let workspace = context.workspace
    let ofTheWeb = Set(context.settings.sources.filter(\.isOfTheWeb).map(\.id))
    let states = try workspace.states()
    let changes = try workspace.lastChanges()
    for index in lines.indices {
      let id = lines[index].id
      if ofTheWeb.contains(id) { lines[index].unchangedSince = changes[id] }
      guard let state = states[id] else { continue }
      lines[index].lastGood = try workspace.lastGood(of: state)
      lines[index].consecutiveFailures = state.consecutiveFailures
      guard lines[index].status == .waiting,
        let failure = FetchSchedule.failure(of: state, at: context.options.now)
      else { continue }
      // Such a source is rarely fetched: without this it would only seem to wait.
      if failure != .failed { lines[index].status = failure }
      lines[index].finding = lines[index].finding ?? state.failure
    }
  }
}
