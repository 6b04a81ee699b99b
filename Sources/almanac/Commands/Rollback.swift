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

    @OptionGroup var answer: JSONOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
      let rollback = AlmanacPipeline.Rollback(output: global.folder)
      let rolled = list ? nil : try rollback.roll(to: edition)
      let lines = try rollback.list()
      try global.print(lines, asJSON: answer.json) {
        guard let (from, to) = rolled else { return rollback.text(of: lines, style: global.style) }
        return from == to
          ? "latest is \(to) already" : "latest is \(to) now, not \(from ?? "none")"
      }
    }
  }
}
