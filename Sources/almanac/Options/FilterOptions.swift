import AlmanacPipeline
import ArgumentParser

/// The stages that also run without a workspace, on NDJSON.
struct FilterOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Work on these records (NDJSON) instead of the workspace; '-' is standard input, and "
        + "--output is then the file to write, standard output by default.",
      valueName: "file"))
  var input: String?

  /// Reads, filters and writes; false where there is no `--input`.
  func run(to output: String?, _ filter: () throws -> any RecordFilter) async throws -> Bool {
    guard let input else { return false }
    let result = try await filter().run(try InputFile.bytes(of: input))
    for finding in result.findings {
      StandardStream.tell(TerminalText.line(of: finding, in: input))
    }
    if let output, output != "-" {
      try OutputFile.write(result.lines, to: output)
    } else {
      try StandardStream.write(result.lines)
    }
    return true
  }
}
