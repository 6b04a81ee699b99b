import ArgumentParser
import Foundation

/// Where the workspace and the editions are.
struct OutputOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Where the workspace and the editions are. (default: output)", valueName: "dir"))
  var output: String?

  func validate() throws {
    if output?.isEmpty == true { throw ValidationError("--output is empty") }
  }

  var folder: URL { URL(filePath: output ?? "output").standardizedFileURL }
}

/// Which configuration is meant.
struct ConfigurationOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The configuration.", valueName: "file"))
  var config = "config/almanac.yaml"

  var file: URL { URL(filePath: config).standardizedFileURL }

  /// Whether there is one, or one was named: a call that can do without it does so only where nobody
  /// asked for one.
  var isThere: Bool {
    config != "config/almanac.yaml" || FileManager.default.fileExists(atPath: file.path)
  }
}
