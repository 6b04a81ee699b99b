import AlmanacPipeline
import ArgumentParser

extension Almanac {
  struct Rollback: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Publish an edition of before again.",
      discussion: """
        Points 'latest' to the edition before, or to the one that is named, in one step. The edition \
        that is left stays; the next run publishes anew, so correct what was wrong first.

        Examples: almanac rollback
                  almanac rollback --list
        """)

    @Argument(help: "The edition, by id, its beginning or the clock of its run.")
    var edition: String?

    @Flag(help: "List the editions and change nothing.")
    var list = false

    @Flag(help: "JSON instead of text.")
    var json = false

    @OptionGroup var output: OutputOptions
    @OptionGroup(visibility: .hidden) var clock: ClockOptions
    @OptionGroup(visibility: .hidden) var campus: IdleCampus

    func run() throws {
      let rollback = AlmanacPipeline.Rollback(output: output.folder)
      if !list {
        let (from, to) = try rollback.roll(to: edition)
        if !json {
          return try StandardStream.write(
            line: from == to
              ? "latest is \(to) already" : "latest is \(to) now, not \(from ?? "none")")
        }
      }
      let lines = try rollback.list()
      if json {
        try StandardStream.write(rollback.json(of: lines))
      } else {
        try StandardStream.write(line: rollback.text(of: lines, style: Terminal.output.style))
      }
    }
  }
}
