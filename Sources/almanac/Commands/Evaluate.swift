import ArgumentParser

extension Almanac {
  struct Evaluate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Measure the quality of a stage on labeled data.",
      discussion: """
        Examples: almanac evaluate deduplicate records.ndjson --truth truth.csv
                  almanac evaluate geocode truth.ndjson --gazetteer nus=config/gazetteer/nus.geojson
                  almanac evaluate categorize labels.jsonl --pool more.jsonl
        """,
      subcommands: [EvaluateGeocode.self, EvaluateDeduplicate.self, EvaluateCategorize.self])
  }
}
