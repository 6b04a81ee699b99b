import AlmanacModel
import AlmanacPipeline
import ArgumentParser

struct EvaluateGeocode: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "geocode",
    abstract: "Compare the geocoder's answers with labeled venue texts.",
    discussion: """
      A truth is one JSON object a line: campus, query, expected_id (null where nothing may be \
      placed) and accept (places that are right as well). Prints one JSON object: by campus the \
      counts, those at a threshold fitted on the other campuses (leftOut), the reliability of the \
      confidence in tenths, and every mistake.

      Example: almanac-lab evaluate geocode truth.ndjson --gazetteer nus=config/gazetteer/nus.geojson
      """)

  @Argument(help: "The labeled texts (NDJSON); '-' is standard input.")
  var truth: String

  @Option(
    help: ArgumentHelp("The places of a campus; may be repeated.", valueName: "[campus=]file"))
  var gazetteer: [String]

  func run() throws {
    guard let names = GazetteerArguments.names(in: gazetteer) else {
      throw ValidationError("name the campus of each: --gazetteer CAMPUS=FILE")
    }
    let (matchers, findings) = try GazetteerArguments.matchers(
      of: try names.mapValues { try InputFile.bytes(of: $0) })
    for finding in findings {
      try LabFiles.report([finding], in: names[finding.source ?? ""] ?? "--gazetteer")
    }
    let result = try GeocodeEvaluation.evaluate(try InputFile.bytes(of: truth), matchers)
    try LabFiles.report(result.findings, in: truth)
    try LabFiles.print(result.reports)
  }
}
