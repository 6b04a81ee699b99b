import AlmanacPipeline
import ArgumentParser

extension Almanac {
  struct Review: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List what people should look at, what costs most first.",
      discussion: """
        --places: the venue texts that nobody could place, each with the best candidates and what \
        to add to the gazetteer, and the known places that lack a point.

        --categories: the publishers' categories that lead to none of ours.

        --merges: the listings of which it is in doubt whether they are one event, put together or \
        not, the closest to the line first, each pair with what to write into decisions.yaml.

        Examples: almanac review --places
                  almanac review --merges --limit 10
        """)

    enum Subject: String, EnumerableFlag {
      case places, categories, merges

      static func help(for subject: Subject) -> ArgumentHelp? {
        switch subject {
        case .places: "Venue texts that could not be placed."
        case .categories: "Publishers' categories that lead to none of ours."
        case .merges: "Doubtful merges and near misses."
        }
      }
    }

    @Flag(help: "What to review.")
    var subject: Subject

    @Flag(help: "One JSON object a line instead of text.")
    var json = false

    @Option(
      help: ArgumentHelp(
        "How many at most. (default: 50 of a text on a terminal, else all)", valueName: "n"))
    var limit: Int?

    /// How many are listed on a terminal.
    private static let screenful = 50

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var clock: ClockOptions
    @OptionGroup(visibility: .hidden) var reporting: IdleReporting

    func validate() throws {
      guard (1...1_000_000).contains(limit ?? 1) else {
        throw ValidationError("--limit must be from 1 to 1000000")
      }
    }

    func run() async throws {
      let isScreen = !json && Terminal.output.isTerminal
      let review = try await review(limit: limit ?? (isScreen ? Self.screenful : .max))
      if json {
        try StandardStream.write(review.json)
      } else {
        try StandardStream.write(line: review.text)
      }
      if review.count < review.total {
        StandardStream.tell(
          "almanac: \(review.count) of \(review.total); --limit N shows more, and a file or pipe "
            + "gets all")
      }
    }

    private func review(
      limit: Int
    ) async throws -> (json: [UInt8], text: String, count: Int, total: Int) {
      switch subject {
      case .places:
        let review = try PlaceReview(
          configuration: configuration.file, output: output.folder, now: clock.instant,
          isClockStated: clock.stated != nil, limit: limit)
        return (review.json, review.text, review.lines.count, review.total)
      case .categories:
        let review = try CategoryReview(
          configuration: configuration.file, output: output.folder, now: clock.instant,
          isClockStated: clock.stated != nil, limit: limit)
        return (review.json, review.text, review.lines.count, review.total)
      case .merges:
        let review = try MergeReview(
          configuration: configuration.file, output: output.folder, now: clock.instant,
          limit: limit)
        return (review.json, review.text, review.count, review.total)
      }
    }
  }
}
