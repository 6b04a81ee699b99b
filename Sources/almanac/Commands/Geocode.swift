import AlmanacModel
import ArgumentParser

extension Almanac {
  struct Geocode: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Find the place behind each venue text.",
      discussion: """
        Reads what 'parse' left; in doubt it places nothing, and says why.

        Example: almanac geocode --samples
        """)

    @OptionGroup var options: PipelineOptions

    func run() async throws { try await options.run(from: .geocode, until: .geocode) }
  }
}
