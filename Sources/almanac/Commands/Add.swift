import AlmanacPipeline
import ArgumentParser

extension Almanac {
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Propose the definition of a feed, and write it.",
      discussion: """
        Finds the format, the feeds that a page links to, and which parts of XML or JSON are events. \
        Writes feeds/ID/feed.yaml with comments; never replaces one.

        Examples: almanac add https://events.example.edu/
                  almanac add concerts.ics --id concerts --dry-run
        """)

    @Argument(help: "Feed, or page that links to one: URL or file.")
    var address: String

    @Option(help: ArgumentHelp("Id of the source. (default: from its title)", valueName: "id"))
    var id: String?

    @Option(help: "Name of the source. (default: its title)")
    var name: String?

    @Option(help: ArgumentHelp("Number of the feed to pick, of several.", valueName: "n"))
    var pick: Int?

    @OptionGroup var feed: FeedOptions

    @Flag(name: [.customShort("n"), .long], help: "Print the definition, and write nothing.")
    var dryRun = false

    @OptionGroup var answer: AnswerOptions

    func run() async throws {
      let adder = try FeedAdder(
        feed.options(configuration: answer.global.configuration, answer.global),
        configuration: answer.global.configuration)
      var addition = try await adder.propose(address, id: id, name: name, choice: pick)
      if !dryRun { try addition.write() }
      try answer.print(addition) { addition.text(style: $0) }
    }
  }
}
