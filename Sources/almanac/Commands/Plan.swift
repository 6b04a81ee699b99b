import AlmanacPipeline
import ArgumentParser

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

    @OptionGroup var workers: WorkersOption
    @OptionGroup var answer: JSONOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
      var options = global.runOptions(samples: samples)
      options.workers = workers.count
      let report = try await PeoplePlanner(options).run()
      for line in report.lines { StandardStream.report("almanac: \(line)") }
      try global.print(report, asJSON: answer.json) { _ in report.summary }
      if strict && report.isDegraded { try AlmanacPipeline.ExitCode.degraded.end() }
    }
  }
}
