import AlmanacPipeline
import ArgumentParser

extension Almanac {
  struct Add: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Propose the definition of a feed, and write it.",
      discussion: """
        Finds out the format; of a page, the feeds that it links to and the events that stand in it \
        for machines; of XML or JSON of no known kind, which parts look like events. Writes \
        feeds/ID/feed.yaml with a comment to every line, and never over another.

        Examples: almanac add https://events.example.edu/
                  almanac add concerts.ics --id concerts --dry-run
        """)

    @Argument(help: "A feed, or a page that links to one: a URL or a file.")
    var address: String

    @Option(help: ArgumentHelp("The source's id. (default: from its title)", valueName: "id"))
    var id: String?

    @Option(help: "The source's name. (default: its title)")
    var name: String?

    @Option(help: ArgumentHelp("Of several feeds, take this one.", valueName: "n"))
    var choose: Int?

    @OptionGroup var feed: FeedOptions

    @Flag(help: "Print the definition and write nothing.")
    var dryRun = false

    @Flag(help: "One JSON object instead of text.")
    var json = false

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var clock: ClockOptions
    @OptionGroup(visibility: .hidden) var reporting: IdleReporting

    func run() async throws {
      let adder = try FeedAdder(
        feed.options(configuration: configuration.file, output, clock),
        configuration: configuration.file)
      let addition = try await adder.propose(address, id: id, name: name, choice: choose)
      if !dryRun { try addition.write() }
      try StandardStream.write(
        line: json
          ? addition.json(isWritten: !dryRun)
          : addition.text(isWritten: !dryRun, style: Terminal.output.style))
    }
  }
}
