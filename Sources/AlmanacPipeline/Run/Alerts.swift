import AlmanacFiles
import AlmanacModel
import AlmanacRecords
import AlmanacStore
import AlmanacTime
import Foundation
import Logging

/// Runs the operator's command for each source, and for the run, whose status changed: once per change.
///
/// An alert never changes how a run ends. One that could not be delivered is repeated by the next run.
struct Alerts {
  /// What the command reads from standard input, as one JSON object.
  struct Alert: Answer, Equatable {
    static let schema = "almanac.alert/1"

    let at: Instant
    /// nil: the alert is about the run.
    let source: String?
    /// A `SourceStatus`, `silent`, or `failed` and `ok` of the run.
    let status: String
    let before: String
    /// For people.
    let message: String
  }

  private static let setting = "alerts"
  private static let ok = "ok"
  /// The key of the run beside the ids of sources, which have no space.
  private static let run = "the run"
  /// How long the command may take.
  private static let timeout = DispatchTimeInterval.seconds(30)

  let settings: Settings
  let workspace: Workspace
  let log: Logger

  /// Reports what changed since the last alerts.
  func send(for report: RunReport) throws {
    guard let alerting = settings.alerting else { return }
    let known = try workspace.setting(Self.setting)
    var states = try known.map { try RecordCoding.record([String: String].self, from: $0) } ?? [:]
    for alert in Self.alerts(for: report, states, silentAfter: alerting.silentAfter) {
      // The status is only remembered after delivery, so that the next run repeats a failed alert.
      do {
        try Self.run(alerting.command, try alert.json)
        states[alert.source ?? Self.run] = alert.status == Self.ok ? nil : alert.status
      } catch {
        log.warning("an alert could not be delivered", metadata: ["reason": "\(error)"])
      }
    }
    let text = try RecordCoding.text(of: states)
    if text != known { try workspace.set(Self.setting, to: text) }
  }

  /// Reports a mistake of the configuration or the system, unless the run before ended with the same.
  ///
  /// Of the configuration only `alert.command` is read: no workspace is open yet that remembers what was
  /// reported.
  static func send(_ mistake: any Error, _ options: RunOptions, _ log: Logger) {
    let message = "\(mistake)"
    guard RunFiles(options: options).lastError != message,
      let root = try? ConfigurationNode.load(options.configuration),
      let command = root["alert"]?["command"]?.text
    else { return }
    do {
      let alert = Alert(
        at: options.now, source: nil, status: "failed", before: ok, message: message)
      try run(command, try alert.json)
    } catch {
      log.warning("an alert could not be delivered", metadata: ["reason": "\(error)"])
    }
  }

  /// The alerts of a run.
  ///
  /// - Parameters:
  ///   - states: The status that was reported last of each source and of the run; none: ok.
  ///   - silentAfter: Seconds without a change after which a source counts as silent.
  static func alerts(for report: RunReport, _ states: [String: String], silentAfter: Int) -> [Alert]
  {
    var alerts: [Alert] = []
    func add(_ source: String?, _ status: String, _ message: String) {
      let before = states[source ?? run] ?? ok
      guard status != before else { return }
      alerts.append(
        Alert(at: report.now, source: source, status: status, before: before, message: message))
    }
    let failure =
      report.error ?? (report.exitCode == .networkDown ? "\(RunError.networkDown)" : nil)
    add(nil, failure == nil ? ok : "failed", failure ?? "the run ended as it should")
    // The status of sources is unknown after a failed run, and while the network is down.
    guard failure == nil else { return alerts }
    for line in report.sources where line.status != .waiting {
      let still = line.unchangedSince.map { report.now.seconds(since: $0) } ?? 0
      if line.status.isFailure {
        let reason = line.finding.map { "\($0.code): \($0.message)" } ?? line.status.rawValue
        add(line.id, line.status.rawValue, reason)
      } else if still >= silentAfter {
        add(line.id, "silent", "nothing new for \(still / 86_400) days")
      } else {
        let accepted = report.findings.first { $0.code == "I_SHRUNK" && $0.source == line.id }
        add(line.id, ok, accepted?.message ?? "it is read again")
      }
    }
    return alerts
  }

  private enum Failure: Error, CustomStringConvertible {
    case exit(Int32)
    case timeout

    var description: String {
      switch self {
      case .exit(let code): "the command ended with \(code)"
      case .timeout: "the command took longer than 30 s"
      }
    }
  }

  private static func run(_ command: String, _ input: String) throws {
    // A file, not a pipe: the command need not read its input.
    let file = FileManager.default.temporaryDirectory.appending(
      path: "almanac-alert-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: file) }
    try Data("\(input)\n".utf8).write(to: file)
    let process = Process()
    let ended = DispatchSemaphore(value: 0)
    process.executableURL = URL(filePath: "/bin/sh")
    process.arguments = ["-c", command]
    process.standardInput = try FileHandle(forReadingFrom: file)
    // Standard output is for the results of the program.
    process.standardOutput = FileHandle.standardError
    process.terminationHandler = { _ in ended.signal() }
    try process.run()
    guard ended.wait(timeout: .now() + timeout) == .success else {
      process.terminate()
      throw Failure.timeout
    }
    guard process.terminationStatus == 0 else { throw Failure.exit(process.terminationStatus) }
  }
}
