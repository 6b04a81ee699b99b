import AlmanacPipeline
import ArgumentParser

extension Almanac {
  struct Explain: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Show the sources of an event and why they were merged.",
      discussion: """
        Shows its listings, place, category and changes. To undo a merge, put the printed listing ids \
        under 'different:' in decisions.yaml.

        Example: almanac explain https://events.example.edu/2041
        """)

    @Argument(help: "Id of an event, or id, uid or link of a listing.")
    var name: String

    @OptionGroup var answer: JSONOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() throws {
      let found = try Explanation.all(of: name, output: global.folder)
      try global.print(found, asJSON: answer.json) {
        found.map(\.text).joined(separator: "\n\n")
      }
    }
  }
}
