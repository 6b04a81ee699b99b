import AlmanacPipeline
import ArgumentParser
import Foundation

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
    guard let output, output != "-" else {
      FileHandle.standardOutput.write(Data(result))
      return true
    }
    try Data(result).write(to: URL(filePath: output), options: .atomic)
    return true
  }
}
