import AlmanacPipeline
import AlmanacTime
import ArgumentParser
import Foundation
import Logging

/// The options that every command of a campus takes.
struct GlobalOptions: ParsableArguments {
  enum When: String, ExpressibleByArgument, CaseIterable { case auto, always, never }

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Configuration. (default: $ALMANAC_CONFIG, else config/almanac.yaml)", valueName: "file"))
  var config: String?

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Folder of workspace and editions. (default: $ALMANAC_OUTPUT, else output)",
      valueName: "dir"))
  var output: String?

  @Option(
    help: ArgumentHelp("Run as if it were this time. (default: now)", valueName: "time"),
    transform: TimeArgument.init(parsing:))
  var now: TimeArgument?

  @Flag(name: .shortAndLong, help: "Log only errors, and show no progress.")
  var quiet = false

  @Flag(name: .shortAndLong, help: "Log every step.")
  var verbose = false

  @Option(help: "Log level on standard error.")
  var logLevel = LogLevel.notice

  @Option(help: "Form of the log: text for people, json for machines.")
  var logFormat = LogFormat.text

  @Option(help: "Show progress: auto (on terminals), always or never.")
  var progress = When.auto

  @Option(help: "Color words: auto (on terminals), always or never.")
  var color = When.auto

  func validate() throws {
    if output?.isEmpty == true { throw ValidationError("--output is empty") }
    if quiet && verbose { throw ValidationError("--quiet and --verbose exclude each other") }
    guard progress != .always || logFormat == .text else {
      throw ValidationError("--progress always is text and would spoil --log-format json")
    }
  }

  private var namedConfiguration: String? { config ?? Terminal.environment("ALMANAC_CONFIG") }

  var configuration: URL {
    URL(filePath: namedConfiguration ?? "config/almanac.yaml").standardizedFileURL
  }

  /// Whether there is a configuration, or one was named.
  var hasConfiguration: Bool {
    namedConfiguration != nil || FileManager.default.fileExists(atPath: configuration.path)
  }

  var folder: URL {
    URL(filePath: output ?? Terminal.environment("ALMANAC_OUTPUT") ?? "output").standardizedFileURL
  }

  /// The time that the call names, in UTC if it has no offset.
  var givenTime: Instant? { now?.start(in: .utc) }

  /// The run time: the named one, else the system's.
  var time: Instant { givenTime ?? Self.systemTime }

  /// The only place that reads the system time.
  static var systemTime: Instant {
    Instant(secondsSinceEpoch: Int64(Date().timeIntervalSince1970))
  }

  /// The workspace as the last run left it.
  func lastRun() throws -> LastRun {
    try LastRun(
      of: folder, configuration: configuration, now: time, isGiven: givenTime != nil)
  }

  /// - Parameter samples: Whether the samples are read; without `--now` they have their own run time.
  func runOptions(samples: Bool) -> RunOptions {
    var options = RunOptions(configuration: configuration, output: folder, now: time)
    options.samples = samples
    options.usesSamplesTime = samples && givenTime == nil
    return options
  }

  var logger: Logger {
    var logger = Logger(label: "almanac") { [logFormat] _ in StandardErrorLog(format: logFormat) }
    logger.logLevel = quiet ? .error : verbose ? .info : logLevel.value
    return logger
  }

  /// nil to show nothing; a log for machines is never mixed with progress.
  var display: ProgressDisplay? {
    guard progress != .never, logFormat == .text, !quiet else { return nil }
    if Terminal.errors.canRedraw { return ProgressDisplay(.live(Terminal.errors)) }
    return progress == .always ? ProgressDisplay(.lines) : nil
  }

  /// The style of text on standard output.
  var style: TerminalStyle {
    switch color {
    case .auto: Terminal.output.style
    case .always: .colored
    case .never: .plain
    }
  }
}

/// `--json`, in every command that answers with text otherwise.
struct JSONOption: ParsableArguments {
  @Flag(name: .shortAndLong, help: "Print JSON instead of text.")
  var json = false
}

/// The options of a command that prints an answer.
struct AnswerOptions: ParsableArguments {
  @OptionGroup var format: JSONOption
  @OptionGroup(title: "Global options") var global: GlobalOptions

  /// Prints an answer as JSON, or as its text.
  func print(_ answer: some Answer, text: (TerminalStyle) -> String) throws {
    try StandardStream.write(line: format.json ? answer.json : text(global.style))
  }

  /// Prints a list: a JSON object a line, or its text.
  func print(_ answers: [some Answer], text: () -> String) throws {
    guard format.json else { return try StandardStream.write(line: text()) }
    for answer in answers { try StandardStream.write(line: answer.json) }
  }
}

/// `--limit`.
struct LimitOption: ParsableArguments {
  @Option(help: ArgumentHelp("Maximum number of results. (default: 50)", valueName: "n"))
  var limit: Int?

  var count: Int { limit ?? 50 }

  func validate() throws {
    try (1...1_000_000).check("--limit", limit)
  }
}
