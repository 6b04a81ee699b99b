import AlmanacPipeline
import ArgumentParser

extension Almanac {
  struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Tell where what is published of an event comes from.",
      discussion: """
        Its listings and why they were taken for one event, its placement, its category and what \
        changed. Undo a merge under 'different:' in decisions.yaml, by the names that stand here.

        Example: almanac explain https://events.example.edu/2041
        """)

    @OptionGroup var output: OutputOptions
    @OptionGroup(visibility: .hidden) var clock: ClockOptions
    @OptionGroup(visibility: .hidden) var campus: IdleCampus

    @Argument(help: "An event's id, or a listing's id, uid or link.")
    var name: String

    @Flag(help: "One JSON object a line instead of text.")
    var json = false

    func run() throws {
      let answer = try ExplainAnswer(output: output.folder)
      if json {
        try StandardStream.write(try answer.json(of: name))
      } else {
        try StandardStream.write(line: try answer.text(of: name))
      }
    }
  }
}
