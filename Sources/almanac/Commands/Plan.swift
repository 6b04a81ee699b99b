import AlmanacPipeline
import ArgumentParser
import Foundation

extension Almanac {
  struct Plan: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Plan personal agendas from the edition and private inputs.",
      discussion: """
        For each folder in 'people' of the configuration it writes people/ID in the output folder: \
        agenda.ics, tasks.ics, agenda.json and today.txt, which only their owner may read. 'almanac \
        run' does this after it has published. A person with a mistake in the inputs keeps the last \
        files; the mistakes are printed with file and line on standard error.

        Example: almanac plan --now 2026-03-02T12:00:00Z
        """)

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var clock: ClockOptions
    @OptionGroup(visibility: .hidden) var reporting: IdleReporting

    @Flag(help: "Take the run time of the samples.")
    var samples = false

    @Flag(help: "Exit with 1 if a person has a mistake in the inputs.")
    var strict = false

    @Flag(help: "Print one JSON object instead of text.")
    var json = false

    @Option(help: ArgumentHelp("How many persons are planned at once.", valueName: "n"))
    var workers = ProcessInfo.processInfo.activeProcessorCount

    func validate() throws {
      guard (1...256).contains(workers) else {
        throw ValidationError("--workers must be from 1 to 256")
      }
    }

    func run() async throws {
      let planner = try PeoplePlanner(
        configuration: configuration.file, output: output.folder, now: clock.stated,
        usesSamplesClock: samples, systemNow: ClockOptions.system, workers: workers)
      let report = try await planner.run()
      for line in report.lines { StandardStream.tell("almanac: \(line)") }
      if json {
        try StandardStream.write(report.json)
      } else {
        try StandardStream.write(line: report.summary)
      }
      if strict && report.isDegraded {
        throw ArgumentParser.ExitCode(AlmanacPipeline.ExitCode.degraded.rawValue)
      }
    }
  }
}
