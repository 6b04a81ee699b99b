import AlmanacPipeline
import ArgumentParser

extension Almanac {
  struct Review: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List what needs a decision, highest impact first.",
      discussion: """
        places: venue texts that could not be placed, with what to add to the gazetteer.
        categories: publishers' categories that are not mapped to the taxonomy.
        merges: listings that may be one event, with the entry for decisions.yaml.

        Examples: almanac review places
                  almanac review merges --limit 10
        """)

    enum Subject: String, ExpressibleByArgument, CaseIterable { case places, categories, merges }

    @Argument(help: "What to review.")
    var subject: Subject

    @Option(
      help: ArgumentHelp(
        "Maximum number of results. (default: 50 on a terminal, else all)", valueName: "n"))
    var limit: Int?

    @OptionGroup var answer: JSONOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func validate() throws {
      guard (1...1_000_000).contains(limit ?? 1) else {
        throw ValidationError("--limit must be from 1 to 1000000")
      }
    }

    func run() throws {
      let isScreen = !answer.json && Terminal.output.isTerminal
      let limit = limit ?? (isScreen ? 50 : .max)
      switch subject {
      case .places:
        let review = try PlaceReview(
          configuration: global.configuration, output: global.folder, now: global.time,
          isClockStated: global.statedTime != nil, limit: limit)
        try show(review.lines, of: review.total) { review.text }
      case .categories:
        let review = try CategoryReview(
          configuration: global.configuration, output: global.folder, now: global.time,
          isClockStated: global.statedTime != nil, limit: limit)
        try show(review.lines, of: review.total) { review.text }
      case .merges:
        let review = try MergeReview(
          configuration: global.configuration, output: global.folder, now: global.time,
          limit: limit)
        try show(review.lines, of: review.total) { review.text }
      }
    }

    private func show(_ lines: [some Answer], of total: Int, text: () -> String) throws {
      try global.print(lines, asJSON: answer.json, text: text)
      guard lines.count < total else { return }
      StandardStream.tell(
        "almanac: \(lines.count) of \(total); --limit N shows more, and a file or pipe gets all")
    }
  }
}
