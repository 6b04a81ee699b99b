import ArgumentParser

/// Measures the quality of the stages on labeled data, and makes the model that `categorize` reads.
/// For those who work on the program; it is not installed.
@main
struct AlmanacLab: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "almanac-lab",
    abstract: "Measure the quality of Almanac's stages, and train its model.",
    discussion: """
      Examples: almanac-lab evaluate deduplicate records.ndjson --truth truth.csv
                almanac-lab evaluate geocode truth.ndjson --gazetteer nus=config/gazetteer/nus.geojson
                almanac-lab train categories labels.jsonl --output config/categories.model
      """,
    subcommands: [Evaluate.self, Train.self])

  struct Evaluate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Compare a stage's answers with labeled data.",
      subcommands: [
        EvaluateGeocode.self, EvaluateDeduplicate.self, EvaluateCategorize.self,
        EvaluateTransit.self, EvaluateAgenda.self,
      ])
  }

  struct Train: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Make a model from labeled data.",
      subcommands: [TrainCategories.self, TrainDeduplicate.self])
  }
}
