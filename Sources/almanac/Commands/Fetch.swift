import AlmanacModel
import ArgumentParser

extension Almanac {
  struct Fetch: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Retrieve the sources that are due.",
      discussion: """
        Conditionally and politely; the last good capture of a source that fails stays.

        Example: almanac fetch --samples
        """)

    @OptionGroup var options: PipelineOptions

    func run() async throws { try await options.run(.fetch) }
  }
}
