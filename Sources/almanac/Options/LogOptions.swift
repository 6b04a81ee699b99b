import ArgumentParser
import Logging

/// How much is said of the work on standard error.
struct LogOptions: ParsableArguments {
  @Option(help: "How much to log on standard error.")
  var logLevel = LogLevel.notice

  @Option(help: "How the log looks: text for people, json for machines.")
  var logFormat = LogFormat.text

  func logger(_ label: String) -> Logger {
    var logger = Logger(label: label) { [logFormat] _ in StandardErrorLog(format: logFormat) }
    logger.logLevel = logLevel.value
    return logger
  }
}
