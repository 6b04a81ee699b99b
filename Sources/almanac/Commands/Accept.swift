import AlmanacPipeline
import ArgumentParser

extension Almanac {
  struct Accept: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Believe sources that list far less than before, or nothing any more.",
      discussion: """
        A source that suddenly loses most of its coming events is held: what it said before stays \
        published, until it lists them again or says the same for some nights. When it is right, \
        this lets it through at the next run; 'status' says which sources are held.

        Example: almanac accept choir
        """)

    @Argument(help: "Ids of held sources.")
    var sources: [String]

    @Flag(help: "One JSON object a line instead of text.")
    var json = false

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup(visibility: .hidden) var clock: ClockOptions
    @OptionGroup(visibility: .hidden) var reporting: IdleReporting

    func run() throws {
      let acceptance = try SourceAcceptance(
        configuration: configuration.file, output: output.folder)
      for answer in try acceptance.accept(sources) {
        try StandardStream.write(
          line: json
            ? answer.json
            : "\(answer.source): the next run takes its \(String(counting: answer.listed, "event")) for the "
              + "\(answer.before) it listed before \(answer.since)")
      }
    }
  }
}
