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

    @Option(
      help: ArgumentHelp(
        "With --input: the taxonomy. (default: config/categories.yaml, else the built-in one)",
        valueName: "file"))
    var categories: String?

    func run() async throws {
      let done = try await filter.run(options) {
        let own = "config/categories.yaml"
        let isThere = FileManager.default.fileExists(atPath: own)
        let file = categories ?? (isThere ? own : nil)
        return try CategorizeFilter(taxonomy: file.map { URL(filePath: $0) })
      }
      if !done { try await options.run(.categorize) }
    }
  }
}
