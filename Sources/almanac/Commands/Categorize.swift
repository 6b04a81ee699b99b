import AlmanacModel
import ArgumentParser

extension Almanac {
  struct Categorize: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Give every event its category.",
      discussion: """
        Reads what 'deduplicate' left; the reason is kept with it.

        Example: almanac categorize --samples
        """)

    @OptionGroup var options: PipelineOptions

    func run() async throws { try await options.run(from: .categorize, until: .categorize) }
  }
}
