import AlmanacModel
import ArgumentParser

extension Almanac {
  struct Deduplicate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make one event of the many listings of it.",
      discussion: """
        Reads what 'geocode' left; an event keeps its id from night to night.

        Example: almanac deduplicate --samples
        """)

    @OptionGroup var options: PipelineOptions

    func run() async throws { try await options.run(from: .deduplicate, until: .deduplicate) }
  }
}
