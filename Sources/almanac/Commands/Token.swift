import AlmanacPipeline
import AlmanacTime
import ArgumentParser
import Foundation

extension Almanac {
  struct Token: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make a token with which a person submits events.",
      discussion: """
        A token identifies the person that writes a line of a log. Give it to that person only.

        Example: almanac token board ada --days 30
        """)

    @Argument(help: "Id of a source of kind 'submissions'.")
    var source: String

    @Argument(help: "Id of the person: letters, digits, '-' and '_'.")
    var person: String

    @Option(help: "Days for which the token is valid.")
    var days = 180

    @Flag(help: "Allow it to approve and reject.")
    var staff = false

    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
      guard SubmissionTokens.isPerson(person) else {
        throw ValidationError("a person's id has 1 to 64 letters, digits, '-' and '_'")
      }
      try (1...3_660).check("--days", days)
    }

    func run() throws {
      let tokens = try SubmissionTokens(
        configuration: global.configuration, source: source,
        environment: ProcessInfo.processInfo.environment)
      try StandardStream.write(
        line: tokens.token(
          for: person, isStaff: staff, until: global.time + days * 86_400))
    }
  }
}
