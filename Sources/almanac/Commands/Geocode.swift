import AlmanacModel
import AlmanacPipeline
import ArgumentParser
import Foundation

extension Almanac {
  struct Geocode: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Find the place behind each venue text.",
      discussion: """
        Reads what 'parse' left; in doubt it places nothing, and says why.

        Examples: almanac geocode --samples
                  almanac geocode --input records.ndjson --gazetteer config/gazetteer/nus.geojson
        """)

    @OptionGroup var options: PipelineOptions

    @OptionGroup var filter: FilterOptions

    @OptionGroup var gazetteers: GazetteerOptions

    func run() async throws {
      let done = try await filter.run(options) {
        let filter = try GeocodeFilter(gazetteers: try gazetteers.files())
        try gazetteers.tell(filter.findings)
        return filter
      }
      if !done { try await options.run(.geocode) }
    }
  }
}
