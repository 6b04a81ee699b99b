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

    @Option(
      help: ArgumentHelp(
        "With --input: the places of a campus; may be repeated.", valueName: "[campus=]file"))
    var gazetteer: [String] = []

    func run() async throws {
      let done = try await filter.run(options) { try geocodeFilter() }
      if !done { try await options.run(from: .geocode, until: .geocode) }
    }

    private func geocodeFilter() throws -> GeocodeFilter {
      guard !gazetteer.isEmpty else {
        throw ValidationError("--input needs the places: --gazetteer FILE")
      }
      var gazetteers: [String: [UInt8]] = [:]
      for argument in gazetteer {
        let parts = argument.split(separator: "=", maxSplits: 1).map(String.init)
        let file = parts.last ?? argument
        let campus = parts.count == 2 ? parts[0] : ""
        guard gazetteers[campus] == nil else {
          throw ValidationError("name the campus of each: --gazetteer CAMPUS=FILE")
        }
        gazetteers[campus] = try InputFile.bytes(of: file)
      }
      return try GeocodeFilter(gazetteers: gazetteers)
    }
  }
}
