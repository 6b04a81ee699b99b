import AlmanacPipeline
import ArgumentParser
import Foundation

extension Almanac {
  struct Evaluate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
      abstract: "Measure the quality of a stage on labeled data.",
      discussion: """
        Examples: almanac evaluate geocode truth.ndjson --gazetteer nus=config/gazetteer/nus.geojson
                  almanac evaluate categorize labels.jsonl --pool more.jsonl
        """,
      subcommands: [EvaluateGeocode.self, EvaluateCategorize.self])
  }
}

struct EvaluateGeocode: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geocode",
    abstract: "Hold the geocoder's answers against labeled venue texts.",
    discussion: """
      A truth is one JSON object a line: campus, query, expected_id (null where nothing may be \
      placed) and accept (places that are right as well). Prints one JSON object: by campus the \
      counts, the reliability of the confidence in tenths, and every mistake.
      """)

  @Argument(help: "The labeled texts (NDJSON); '-' is standard input.")
  var truth: String

  @OptionGroup var gazetteers: GazetteerOptions

  func run() throws {
    let evaluator = try GeocodeEvaluator(gazetteers: try gazetteers.files())
    let result = try evaluator.evaluate(try InputFile.bytes(of: truth))
    for finding in evaluator.findings + result.findings {
      StandardStream.tell(TerminalText.line(of: finding, in: truth))
    }
    try StandardStream.write(result.json)
  }
}

struct EvaluateCategorize: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "categorize",
    abstract: "Hold the categorizer's choice against labeled events.",
    discussion: """
      A label is one JSON object a line, as for 'almanac train categories'. Prints one JSON object: \
      the score of the text alone, of models that have not seen the event (byHash) or its feed \
      (byFeed), with the reliability of the confidence in tenths and what abstaining gains; and the \
      score with the publisher's words.
      """,
    aliases: ["categories"])

  enum Member: String, ExpressibleByArgument, CaseIterable {
    case publisherCategory = "publisher_category"
  }

  @Argument(help: "The labeled events (NDJSON); '-' is standard input.")
  var labels: String

  @Option(help: ArgumentHelp("Further labeled events to learn from.", valueName: "file"))
  var pool: String?

  @Option(help: ArgumentHelp("What to leave out of the question.", valueName: "member"))
  var hide: [Member] = []

  @Option(help: ArgumentHelp("The taxonomy.", valueName: "file"))
  var categories = "config/categories.yaml"

  func run() async throws {
    let result = try await CategoryEvaluator(taxonomy: URL(filePath: categories)).evaluate(
      try InputFile.bytes(of: labels), pool: try pool.map { try InputFile.bytes(of: $0) } ?? [],
      hidesPublisher: hide.contains(.publisherCategory))
    for finding in result.findings {
      StandardStream.tell(TerminalText.line(of: finding, in: labels))
    }
    try StandardStream.write(result.json)
  }
}
