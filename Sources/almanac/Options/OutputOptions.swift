import ArgumentParser
import Foundation
import Logging

/// Where things are, and how much is said of them.
struct OutputOptions: ParsableArguments {
  @Option(help: ArgumentHelp("The configuration.", valueName: "file"))
  var config = "config/almanac.yaml"

  @Option(
    help: ArgumentHelp(
      "Where the workspace and the editions are. (default: output)", valueName: "dir"))
  var output: String?

  @Option(help: "How much to log on standard error.")
  var logLevel = LogLevel.notice

  @Option(help: "How the log looks: text for people, json for machines.")
  var logFormat = LogFormat.text

  var configurationFile: URL { URL(filePath: config).standardizedFileURL }
  var outputFolder: URL { URL(filePath: output ?? "output").standardizedFileURL }

  func logger(_ label: String) -> Logger {
    var logger = Logger(label: label) { [logFormat] _ in StandardErrorLog(format: logFormat) }
    logger.logLevel = logLevel.value
    return logger
  }
}
