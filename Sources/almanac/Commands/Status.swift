import AlmanacPipeline
import ArgumentParser

extension Almanac {
  struct Status: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show the status of each source and the last runs.",
      discussion: """
        Exits 0 if all is fresh, 1 if a source failed, 2 if the edition is older than 30 hours. A \
        workspace of samples has the time of its last run.

        Example: almanac status --json
        """)

    @OptionGroup var answer: AnswerOptions

    func run() throws {
      let status = try StatusReport(answer.global.lastRun())
      try answer.print(status) { status.text(style: $0) }
      try status.exitCode.end()
    }
  }
}
