import AlmanacPipeline
import ArgumentParser
import Foundation

extension Almanac {
  struct Review: AsyncParsableCommand {
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
    @OptionGroup var answer: JSONOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
      let isScreen = !answer.json && Terminal.output.isTerminal
      let count = limit.limit ?? (isScreen ? limit.count : .max)
      switch subject {
      case .places:
        let review = try PlaceReview(
          configuration: global.configuration, output: global.folder, now: global.time,
          isClockStated: global.statedTime != nil, limit: count)
        try print(review.lines, of: review.total) { review.text }
      case .categories:
        let review = try CategoryReview(
          configuration: global.configuration, output: global.folder, now: global.time,
          isClockStated: global.statedTime != nil, limit: count)
        try print(review.lines, of: review.total) { review.text }
      case .merges:
        let review = try MergeReview(
          configuration: global.configuration, output: global.folder, now: global.time,
          limit: count)
        try print(review.lines, of: review.total) { review.text }
      case .submissions:
        let review = try SubmissionReview(
          configuration: global.configuration, output: global.folder, now: global.time,
          isClockStated: global.statedTime != nil,
          environment: ProcessInfo.processInfo.environment, limit: count)
        try print(review.lines, of: review.total) { review.text }
      }
    }

    /// Prints the lines, and on standard error that there are more.
    private func print(_ lines: [some Answer], of total: Int, text: () -> String) throws {
      try global.print(lines, asJSON: answer.json, text: text)
      if lines.count < total {
        StandardStream.tell(
          "almanac: \(lines.count) of \(total); --limit N shows more, and a file or pipe gets all")
      }
    }
  }
}
