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
        submissions: submitted events that wait, with the lines that decide.

        Examples: almanac review places
                  almanac review merges --limit 10
        """)

    enum Subject: String, ExpressibleByArgument, CaseIterable {
      case places, categories, merges, submissions
    }

    @Argument(help: "What to review.")
    var subject: Subject

    @OptionGroup var limit: LimitOption
    @OptionGroup var answer: AnswerOptions

    func run() throws {
      let isScreen = !answer.format.json && Terminal.output.isTerminal
      let count = limit.limit ?? (isScreen ? limit.count : .max)
      let last = try answer.global.lastRun()
      switch subject {
      case .places: try print(AlmanacPipeline.Review<UnplacedVenue>(last, limit: count))
      case .categories: try print(AlmanacPipeline.Review<UnmappedCategory>(last, limit: count))
      case .merges: try print(AlmanacPipeline.Review<DoubtfulMerge>(last, limit: count))
      case .submissions: try print(AlmanacPipeline.Review<WaitingSubmission>(last, limit: count))
      }
    }

    /// Prints the lines, and on standard error that there are more.
    private func print(_ review: AlmanacPipeline.Review<some ReviewLine>) throws {
      try answer.print(review.lines) { review.text }
      if review.lines.count < review.total {
        StandardStream.report(
          "almanac: \(review.lines.count) of \(review.total); --limit N shows more, and a file or "
            + "pipe gets all")
      }
    }
  }
}
