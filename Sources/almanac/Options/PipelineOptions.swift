import AlmanacModel
import AlmanacPipeline
import AlmanacTime
import ArgumentParser
import Foundation

/// What 'run' and the seven stages have in common.
struct PipelineOptions: ParsableArguments {
  @OptionGroup var output: OutputOptions

  @Flag(help: "Read the sample beside each definition instead of the network.")
  var samples = false

  @Option(
    name: .customLong("source"), parsing: .upToNextOption,
    help: ArgumentHelp("Only these sources, in fetch and parse.", valueName: "id"))
  var sources: [String] = []

  @Flag(help: "No network: fetch reads files only.")
  var offline = false

  @Flag(help: "Run the stages but publish nothing.")
  var dryRun = false

  @Flag(help: "Do again what is up to date.")
  var force = false

  @Flag(help: "Exit with 1 where a source failed.")
  var strict = false

  @Option(
    help: ArgumentHelp("The clock of the run (RFC 3339); default: now.", valueName: "time"))
  var now: String?

  @Option(help: ArgumentHelp("How many records are worked on at once.", valueName: "n"))
  var workers = ProcessInfo.processInfo.activeProcessorCount

  func validate() throws {
    guard (1...256).contains(workers) else {
      throw ValidationError("--workers must be from 1 to 256")
    }
    if let now, Instant(rfc3339: now) == nil {
      throw ValidationError("--now '\(now)' is no RFC 3339 time such as 2026-03-02T12:00:00Z")
    }
  }

  /// Runs these stages and says how it went; the one place that reads the clock.
  func run(from: StageName, until: StageName) async throws {
    let clock = Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
    var options = RunOptions(
      configuration: output.configurationFile, output: output.outputFolder,
      now: now.flatMap { Instant(rfc3339: $0) } ?? clock, from: from, until: until,
      sources: Set(sources), samples: samples, offline: offline, dryRun: dryRun, force: force,
      workers: workers)
    options.usesSamplesClock = samples && now == nil
    let pipeline = try Pipeline(
      options: options, log: output.logger("almanac"),
      isInterrupted: { Termination.isRequested })
    let report = try await pipeline.run()
    print(report.summary)
    if report.exitCode != .published { throw exit(report.exitCode) }
    if strict && report.isDegraded { throw exit(.degraded) }
  }

  private func exit(_ code: AlmanacPipeline.ExitCode) -> ArgumentParser.ExitCode {
    ArgumentParser.ExitCode(code.rawValue)
  }
}
