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
  func run(_ options: PipelineOptions, _ filter: () throws -> any LineFilter) async throws
    -> Bool
  {
    guard let input else { return false }
    let display = options.progress.display(options.log.logFormat)
    if display != nil { Termination.clearScreenFirst() }
    let filter = try filter()
    let bytes = try InputFile.bytes(of: input)
    display?.start()
    defer { display?.end() }
    let result = try await filter.run(bytes, progress: display?.sink ?? .unwatched)
    display?.end()
    for finding in result.findings {
      StandardStream.tell(TerminalText.line(of: finding, in: input))
    }
    if let output = options.output.output, output != "-" {
      try OutputFile.write(result.lines, to: output)
    } else {
      try StandardStream.write(result.lines)
    }
    return true
  }
}
