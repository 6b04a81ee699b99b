import ArgumentParser

extension Almanac {
  struct Evaluate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Measure the quality of a stage on labeled data.",
      discussion: """
        Example: almanac evaluate deduplicate records.ndjson --truth truth.csv
        """,
      subcommands: [EvaluateDeduplicate.self])
  }
}
