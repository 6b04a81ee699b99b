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

    @Flag(help: "Take the run time of the samples.")
    var samples = false

    @Flag(help: "Exit with 1 if an input has a mistake.")
    var strict = false

    @Option(
      help: ArgumentHelp("Agendas planned at once. (default: one a processor)", valueName: "n"))
    var workers: Int?

    @OptionGroup var answer: JSONOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
      guard (1...256).contains(workers ?? 1) else {
        throw ValidationError("--workers must be from 1 to 256")
      }
    }

    func run() async throws {
      let planner = try PeoplePlanner(
        configuration: global.configuration, output: global.folder, now: global.statedTime,
        usesSamplesClock: samples, systemNow: GlobalOptions.systemTime,
        workers: workers ?? ProcessInfo.processInfo.activeProcessorCount)
      let report = try await planner.run()
      for line in report.lines { StandardStream.tell("almanac: \(line)") }
      try global.print(report, asJSON: answer.json) { _ in report.summary }
      if strict && report.isDegraded {
        throw ArgumentParser.ExitCode(AlmanacPipeline.ExitCode.degraded.rawValue)
      }
    }
  }
}
