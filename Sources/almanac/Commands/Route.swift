import AlmanacPipeline
import ArgumentParser

extension Almanac {
  struct Route: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Find the way between two places by public transit.",
      discussion: """
        An end is a place's id or name, a stop's id, code or name, a venue text, or \
        latitude,longitude. Prints the simplest way (fewest changes, then fewest stops) and the \
        fastest. Minutes on foot are estimates from the straight line. A service by headway has \
        no times: it runs every so many minutes.

        Example: almanac route "University Town" "Central Library" --arrive 18:00
        """)

    @Argument(help: "Where to start.")
    var from: String

    @Argument(help: "Where to go.")
    var to: String

    @Option(help: ArgumentHelp("When to leave. (default: now)", valueName: "time"))
    var at: String?

    @Option(help: ArgumentHelp("When to be there.", valueName: "time"))
    var arrive: String?

    @Option(help: ArgumentHelp("The campus, if there are several.", valueName: "id"))
    var campus: String?

    @OptionGroup var answer: AnswerOptions

    func validate() throws {
      if at != nil, arrive != nil {
        throw ValidationError("--at and --arrive exclude each other; give one")
      }
    }

    func run() throws {
      let result = try RouteQuery(answer.global.lastRun(), campus: campus)
        .result(from: from, to: to, time: at ?? arrive, isArrival: arrive != nil)
      try answer.print(result) { _ in result.text }
    }
  }
}
