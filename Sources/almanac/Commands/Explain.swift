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

    @Argument(help: "An event's id, or a listing's id, uid or link.")
    var name: String

    func run() throws {
      try StandardStream.write(line: ExplainAnswer(output: output.folder).text(of: name))
    }
  }
}
