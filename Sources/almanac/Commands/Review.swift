import AlmanacPipeline
import ArgumentParser

extension Almanac {
  struct Review: ParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "List what an operator should decide next, by how many coming events it touches.",
      discussion: """
        --places: the venue texts that nobody could place, each with the best candidates and what \
        to add to the gazetteer, and the known places that lack a point.

        --categories: the publishers' categories that lead to none of ours.

        Example: almanac review --places
        """)

    @Flag(help: "Venue texts that could not be placed.")
    var places = false

    @Flag(help: "Publishers' categories that lead to none of ours.")
    var categories = false

    @Flag(help: "One JSON object a line instead of a table.")
    var json = false

    @Option(help: ArgumentHelp("How many at most.", valueName: "n"))
    var limit = 50

    @OptionGroup var configuration: ConfigurationOptions
    @OptionGroup var output: OutputOptions
    @OptionGroup var clock: ClockOptions

    func validate() throws {
      guard places != categories else {
        throw ValidationError("say what to review: --places or --categories")
      }
      guard (1...1_000_000).contains(limit) else {
        throw ValidationError("--limit must be from 1 to 1000000")
      }
    }

    func run() throws {
      let (lines, text) = try places ? placeReview() : categoryReview()
      if json {
        try StandardStream.write(lines)
      } else {
        try StandardStream.write(line: text)
      }
    }

    private func placeReview() throws -> (json: [UInt8], text: String) {
      let review = try PlaceReview(
        configuration: configuration.file, output: output.folder, now: clock.instant,
        isClockStated: clock.stated != nil, limit: limit)
      return (review.json, review.text)
    }

    private func categoryReview() throws -> (json: [UInt8], text: String) {
      let review = try CategoryReview(
        configuration: configuration.file, output: output.folder, now: clock.instant,
        isClockStated: clock.stated != nil, limit: limit)
      return (review.json, review.text)
    }
  }
}
