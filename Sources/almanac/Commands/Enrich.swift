import AlmanacModel
import ArgumentParser

extension Almanac {
  struct Enrich: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Add weather forecasts to the events.",
      discussion: """
        Reads what 'deduplicate' and 'parse' left; fetches nothing.

        Example: almanac enrich --samples
        """)

    @OptionGroup var options: PipelineOptions

    func run() async throws { try await options.run(.enrich) }
  }
}
