import AlmanacPipeline
import ArgumentParser

extension Almanac {
  struct Accept: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Accept held sources, which list far less than before.",
      discussion: """
        A source that loses most of its upcoming events is held: its last data stays published. If the \
        loss is right, accept it for the next run. 'almanac status' shows held sources.

        Example: almanac accept choir
        """)

    @Argument(help: "Ids of held sources.")
    var sources: [String]

    @OptionGroup var answer: AnswerOptions

    func run() throws {
      let accepted = try SourceAcceptance.accept(sources, answer.global.lastRun())
      try answer.print(accepted) {
        accepted.map {
          "\($0.source): the next run uses its \(String(counting: $0.listed, "event")) instead of the "
            + "\($0.before) that it listed before \($0.since)"
        }.joined(separator: "\n")
      }
    }
  }
}
