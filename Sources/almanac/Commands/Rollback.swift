import AlmanacPipeline
import ArgumentParser

extension Almanac {
  struct Rollback: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Republish a previous edition.",
      discussion: """
        Points 'latest' to the edition before, or to the named one. The next run publishes a new \
        edition, so correct the cause first.

        Examples: almanac rollback
                  almanac rollback --list
        """)

    @Argument(help: "Edition: its id, a prefix of it, or its time.")
    var edition: String?

    @Flag(help: "List the editions, and change nothing.")
    var list = false

    @OptionGroup var answer: AnswerOptions

    func run() throws {
      let rollback = AlmanacPipeline.Rollback(output: answer.global.folder)
      let rolled = list ? nil : try rollback.roll(to: edition)
      let lines = try rollback.list()
      try answer.print(lines) {
        guard let (from, to) = rolled else {
          return rollback.text(of: lines, style: answer.global.style)
        }
        return from == to
          ? "latest is \(to) already" : "latest is \(to) now, not \(from ?? "none")"
      }
    }
  }
}
