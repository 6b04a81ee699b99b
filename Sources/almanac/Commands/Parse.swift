import AlmanacModel
import ArgumentParser

extension Almanac {
  struct Parse: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Read the captures into listings and forecasts.",
      discussion: """
        Reads what 'fetch' left; an item that can't be read is set aside with its reason.

        Example: almanac parse --samples
        """)

    @OptionGroup var options: PipelineOptions

    func run() async throws { try await options.run(.parse) }
  }
}
