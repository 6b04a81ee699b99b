import AlmanacPipeline
import ArgumentParser

extension Almanac {
  struct Review: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List what an operator should decide next, the most pressing first.",
      discussion: """
        --places: the venue texts that nobody could place, each with the best candidates and what \
        to add to the gazetteer, and the known places that lack a point.

        --merges: the listings of which it is in doubt whether they are one event, put together or \
        not, the closest to the line first, each pair with what to write into decisions.yaml.

        Examples: almanac review --places
                  almanac review --merges --limit 10
        """)

    @Flag(help: "Venue texts that could not be placed.")
    var places = false

    @Flag(help: "Doubtful merges and near misses.")
    var merges = false

    @Flag(help: "One JSON object a line instead of text.")
    var json = false

    @Option(help: ArgumentHelp("How many at most.", valueName: "n"))
    var limit = 50

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var clock: ClockOptions

    func validate() throws {
      guard places != merges else {
        throw ValidationError("say what to review: --places or --merges")
      }
      guard (1...1_000_000).contains(limit) else {
        throw ValidationError("--limit must be from 1 to 1000000")
      }
    }

    func run() async throws {
      let (text, lines) = merges ? try await merged() : try placed()
      if json {
        try StandardStream.write(lines)
      } else {
        try StandardStream.write(line: text)
      }
    }

    private func placed() throws -> (text: String, json: [UInt8]) {
      let review = try PlaceReview(
        configuration: configuration.file, output: output.folder, now: clock.instant,
        isClockStated: clock.stated != nil, limit: limit)
      return (review.text, review.json)
    }

    private func merged() async throws -> (text: String, json: [UInt8]) {
      let review = try await MergeReview(
        configuration: configuration.file, output: output.folder, now: clock.instant,
        limit: limit)
      return (review.text, review.json)
    }
  }
}
