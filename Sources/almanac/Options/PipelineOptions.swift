import AlmanacModel
import AlmanacPipeline
import ArgumentParser
import Foundation

/// What 'run' and the seven stages have in common.
struct PipelineOptions: ParsableArguments {
  @OptionGroup var configuration: ConfigurationOptions
  @OptionGroup var output: OutputOptions

  @Flag(help: "Read the sample beside each definition instead of the network.")
  var samples = false

  @Option(
    name: .customLong("source"), parsing: .upToNextOption,
    help: ArgumentHelp("Only these sources, in fetch and parse.", valueName: "id"))
  var sources: [String] = []

  @Flag(help: "No network: fetch reads files only.")
  var offline = false

  @Flag(help: "Try it on a copy of the workspace: sources are asked, nothing is written.")
  var dryRun = false

  @Flag(help: "Do again what is up to date.")
  var force = false

  @Flag(help: "Exit with 1 where a source failed.")
  var strict = false

  @Flag(help: "Print the report of the run as JSON instead of tables.")
  var json = false

  @OptionGroup var clock: ClockOptions

  @Option(help: ArgumentHelp("How many sources are worked on at once.", valueName: "n"))
  var workers = ProcessInfo.processInfo.activeProcessorCount

  @OptionGroup var log: LogOptions

  @OptionGroup var progress: ProgressOptions

  func validate() throws {
    guard progress.progress != .always || log.logFormat == .text else {
      throw ValidationError("--progress always is text and would spoil --log-format json")
    }
    guard (1...256).contains(workers) else {
      throw ValidationError("--workers must be from 1 to 256")
    }
  }

  /// Runs one stage alone and says how it went.
  func run(_ stage: StageName) async throws {
    try await run(from: stage, until: stage, isStage: true)
  }

  /// Runs these stages and says how it went.
  func run(from: StageName, until: StageName, isStage: Bool = false) async throws {
    Termination.install()
    var options = RunOptions(
      configuration: configuration.file, output: output.folder, now: clock.instant, from: from,
      until: until, sources: Set(sources), samples: samples, offline: offline, dryRun: dryRun,
      force: force, workers: workers)
    options.usesSamplesClock = samples && clock.stated == nil
    options.isStage = isStage
    let display = progress.display(log.logFormat)
    let pipeline = Pipeline(
      options: options, log: log.logger("almanac"), progress: display?.sink ?? .unwatched,
      isInterrupted: { Termination.isRequested })
    let report = try await watched(by: display) { try await pipeline.run() }
    if json {
      try StandardStream.write(pipeline.json(of: report))
    } else {
      try StandardStream.write(line: report.summary(style: Terminal.output.style))
    }
    if report.exitCode != .published { throw exit(report.exitCode) }
    if strict && report.isDegraded { throw exit(.degraded) }
  }

  private func watched<Result>(
    by display: ProgressDisplay?, _ work: () async throws -> Result
  ) async rethrows -> Result {
    display?.start()
    defer { display?.end() }
    return try await work()
  }

  private func exit(_ code: AlmanacPipeline.ExitCode) -> ArgumentParser.ExitCode {
    ArgumentParser.ExitCode(code.rawValue)
  }
}
