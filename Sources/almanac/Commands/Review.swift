import AlmanacPipeline
import ArgumentParser

extension Almanac {
  struct Review: AsyncParsableCommand {
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

    @OptionGroup var limit: LimitOption
    @OptionGroup var answer: JSONOption
    @OptionGroup(title: "Global options") var global: GlobalOptions

    func run() async throws {
      switch subject {
      case .places:
        let review = try PlaceReview(
          configuration: global.configuration, output: global.folder, now: global.time,
          isClockStated: global.statedTime != nil, limit: limit.count)
        try global.print(review.lines, asJSON: answer.json) { review.text }
      case .categories:
        let review = try CategoryReview(
          configuration: global.configuration, output: global.folder, now: global.time,
          isClockStated: global.statedTime != nil, limit: limit.count)
        try global.print(review.lines, asJSON: answer.json) { review.text }
      case .merges:
        let review = try await MergeReview(
          configuration: global.configuration, output: global.folder, now: global.time,
          limit: limit.count)
        try global.print(review.lines, asJSON: answer.json) { review.text }
      }
    }
  }
}
