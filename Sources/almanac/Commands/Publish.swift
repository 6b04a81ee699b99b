import AlmanacModel
import ArgumentParser

extension Almanac {
  struct Publish: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Write an edition from the events.",
      discussion: """
        Reads what the stages before left; the edition is complete or absent.

        Example: almanac publish --samples
        """)

    @OptionGroup var options: PipelineOptions

    func run() async throws { try await options.run(.publish) }
  }
}
