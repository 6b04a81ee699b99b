import AlmanacModel
import AlmanacPipeline
import ArgumentParser

extension Almanac {
  struct Deduplicate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make one event of the many listings of it.",
      discussion: """
        Reads what 'geocode' left; an event keeps its id from night to night.

        Examples: almanac deduplicate --samples
                  almanac deduplicate --input records.ndjson
        """)

    @OptionGroup var options: PipelineOptions

    @OptionGroup var filter: FilterOptions

    func run() async throws {
      let done = try await filter.run(options) { DeduplicateFilter() }
      if !done { try await options.run(.deduplicate) }
    }
  }
}
