import AlmanacPipeline
import ArgumentParser

/// `almanac evaluate geocode`.
struct EvaluateGeocode: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geocode",
    abstract: "Hold the geocoder's answers against labeled venue texts.",
    discussion: """
      A truth is one JSON object a line: campus, query, expected_id (null where nothing may be \
      placed) and accept (places that are right as well). Prints one JSON object: by campus the \
      counts, the reliability of the confidence in tenths, and every mistake.

      Example: almanac evaluate geocode truth.ndjson --gazetteer nus=config/gazetteer/nus.geojson
      """)

  @Argument(help: "The labeled texts (NDJSON); '-' is standard input.")
  var truth: String

  @OptionGroup var gazetteers: GazetteerOptions

  func run() throws {
    let evaluator = try GeocodeEvaluator(gazetteers: try gazetteers.files())
    let result = try evaluator.evaluate(try InputFile.bytes(of: truth))
    try gazetteers.tell(evaluator.findings)
    for finding in result.findings {
      StandardStream.tell(TerminalText.line(of: finding, in: truth))
    }
    try StandardStream.write(result.json)
  }
}
