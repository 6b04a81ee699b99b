import AlmanacModel
import AlmanacPipeline
import ArgumentParser
import Foundation

extension Almanac {
  struct Categorize: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Give every event its category.",
      discussion: """
        Reads what 'deduplicate' left; the reason is kept with it.

        Examples: almanac categorize --samples
                  almanac categorize --input records.ndjson
        """)

    @OptionGroup var options: PipelineOptions

    @OptionGroup var filter: FilterOptions

    @Option(help: ArgumentHelp("With --input: the taxonomy.", valueName: "file"))
    var categories = "config/categories.yaml"

    func run() async throws {
      let done = try await filter.run(options) {
        try CategorizeFilter(taxonomy: URL(filePath: categories))
      }
      if !done { try await options.run(from: .categorize, until: .categorize) }
    }
  }
}
