import AlmanacFiles
import AlmanacIngest
import AlmanacModel
import AlmanacPublish
import AlmanacStore
public import AlmanacTime
import Foundation
public import Logging

/// The stages in order, over one workspace.
public struct Pipeline: Sendable {
  public let settings: Settings
  private let options: RunOptions
  private let zones: ZoneDatabase
  private let log: Logger
  private let progress: ProgressSink
  private let client: HTTPClient
  private let isInterrupted: @Sendable () -> Bool

  /// Runs that `run/status.html` lists.
  private static let nightsShown = 14

  /// Reads the configuration and checks the call against it.
  ///
  /// - Parameters:
  ///   - progress: is told how far the run is.
  ///   - isInterrupted: whether the process was asked to stop.
  public init(
    options: RunOptions, zones: ZoneDatabase = .system, log: Logger,
    progress: ProgressSink = .unwatched,
    isInterrupted: @escaping @Sendable () -> Bool = { false }
  ) throws {
    guard zones.isAvailable else { throw RunError.noTimeZones }
    let loader = SettingsLoader(zones: zones, samples: options.samples)
    settings = try loader.load(options.configuration)
    let known = settings.sources.map(\.id)
    for id in options.sources.sorted() where !known.contains(id) {
      throw RunError.unknownSource(id, known: known)
    }
    var options = options
    if options.usesSamplesClock {
      guard let now = settings.samplesNow else { throw RunError.samplesWithoutClock }
      options.now = now
    }
    self.options = options
    self.zones = zones
    var log = log
    // Two runs may have one clock, but not one process.
    let process = String(ProcessInfo.processInfo.processIdentifier, radix: 16)
    log[metadataKey: "run"] = "\(options.now.rfc3339)-\(process)"
    self.log = log
    self.progress = progress
    self.isInterrupted = isInterrupted
    client = .curl(
      maxConcurrent: settings.fetching.concurrency, perHost: settings.fetching.perHost,
      hostGap: .milliseconds(settings.fetching.gap), userAgent: settings.fetching.userAgent)
  }

  /// Runs the stages that the options name, writes the report, and says how it went.
  public func run() async throws -> RunReport {
    let folder = options.output.appending(path: "workspace")
    try DurableFile.makeFolder(folder)
    try DurableFile.makeFolder(options.output.appending(path: "run"))
    let lockFile = folder.appending(path: "lock")
    guard let lock = try FileLock(at: lockFile) else {
      throw RunError.locked(path: lockFile.path)
    }
    defer { withExtendedLifetime(lock) {} }
    let workspace = try Workspace(folder: folder)
    try mark(workspace)
    try workspace.bodies.sweep()
    try Publisher(folder: options.output, keepEditions: settings.publishing.keepEditions).sweep()
    var report = RunReport(now: options.now)
    report.findings = settings.findings
    let context = RunContext(
      settings: settings, options: options, workspace: workspace,
      zones: zones, log: log,
      progress: progress, isInterrupted: isInterrupted)
    let ping = HealthPing(
      settings, environment: ProcessInfo.processInfo.environment, client: client, log: log)
    let isWatched =
      options.from == .fetch && options.until == .publish && !options.dryRun
      && !options.isRehearsal
    if isWatched { await ping?.send(.start) }
    do {
      try await runStages(context, &report)
    } catch {
      if isWatched { await ping?.send(.failure) }
      report.exitCode = ExitCode(describing: error)
      do {
        try finish(&report, workspace)
      } catch {
        // Of a disk that fails one line is enough, and that is told by whoever catches the other.
        let isTold = report.exitCode == .inputOutput || report.exitCode == .cannotCreate
        log.log(
          level: isTold ? .debug : .error, "the report could not be written",
          metadata: ["reason": "\(error)"])
      }
      throw error
    }
    do {
      try finish(&report, workspace)
    } catch {
      if isWatched { await ping?.send(.failure) }
      throw error
    }
    if isWatched { await ping?.send(report.exitCode == .published ? .success : .failure) }
    return report
  }

  /// The report as `run/report.json` has it.
  public func json(of report: RunReport) -> [UInt8] {
    ReportWriter(options: options).bytes(of: report)
  }

  /// The pipeline itself.
  private func runStages(_ context: RunContext, _ report: inout RunReport) async throws {
    // Reading the settings is over.
    ProcessMemory.release()
    let limits = Fetcher.Limits(
      timeout: settings.fetching.timeout, maxBytes: settings.fetching.maxBytes)
    let fetcher = Fetcher(client: client, now: options.now, limits: limits)
    try await timed(.fetch, context, &report) {
      try await FetchStep(context: $0, fetcher: fetcher).run(into: &$1)
    }
    try await timed(.parse, context, &report) {
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
      try await PublishStep(context: $0).run(into: &$1)
    }
  }

  private func timed(
    _ stage: StageName, _ context: RunContext, _ report: inout RunReport,
    _ work: (RunContext, inout RunReport) async throws -> Void
  ) async throws {
    guard options.includes(stage) else { return }
    if isInterrupted() { throw RunError.interrupted }
    var context = context
    context.log[metadataKey: "stage"] = "\(stage.rawValue)"
    context.log.info("the stage \(stage.rawValue) begins")
    progress.tell(.began(stage))
    let start = ContinuousClock.now
    try await work(context, &report)
    context.workspace.releaseMemory()
    ProcessMemory.release()
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    if let index = report.stages.indices.last { report.stages[index].seconds = seconds }
    progress.tell(.ended(stage, seconds: seconds))
  }

  /// A workspace of samples and one of live data never mix.
  private func mark(_ workspace: Workspace) throws {
    let kind = options.samples ? "samples" : "live"
    if let marked = try workspace.setting("kind"), marked != kind {
      throw RunError.otherKindOfWorkspace(isSamples: marked == "samples")
    }
    try workspace.set("kind", to: kind)
  }

  private func finish(_ report: inout RunReport, _ workspace: Workspace) throws {
    try addHistory(to: &report.sources, workspace)
    let folder = options.output.appending(path: "run")
    let file = folder.appending(path: "report.json")
    try DurableFile.write(ReportWriter(options: options).bytes(of: report), to: file)
    report.reportPath = file.path
    let latest =
      try report.edition.map { (name: $0, at: options.now) } ?? StatusReport.latest(options.output)
    let published = latest?.at
    let metrics = MetricsWriter(lastSuccess: published).bytes(of: report)
    try DurableFile.write(metrics, to: folder.appending(path: "metrics.prom"))
    try workspace.record(
      RunRecord(
        now: options.now, exitCode: Int(report.exitCode.rawValue),
        summary: report.edition.map { "published \($0)" } ?? "nothing published"))
    let page = StatusPage(
      report: report, result: ReportWriter.result(of: report), isSamples: options.samples,
      edition: latest, nights: try workspace.runs(limit: Self.nightsShown))
    try DurableFile.write(page.bytes(), to: folder.appending(path: "status.html"))
  }

  /// What the nights before say of the sources.
  private func addHistory(to lines: inout [RunReport.SourceLine], _ workspace: Workspace) throws {
    let ofTheWeb = Set(settings.sources.filter(\.isOfTheWeb).map(\.id))
    let states = try workspace.states()
    let changes = try workspace.lastChanges()
    for index in lines.indices {
      let id = lines[index].id
      lines[index].lastGood = states[id]?.lastSuccessAt
      lines[index].consecutiveFailures = states[id]?.consecutiveFailures ?? 0
      if ofTheWeb.contains(id) { lines[index].unchangedSince = changes[id] }
    }
  }
}
