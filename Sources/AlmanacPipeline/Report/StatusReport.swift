public import AlmanacModel
import AlmanacPublish
public import AlmanacStore
public import AlmanacTime
import Foundation

/// The status of every source and the last runs: the content of `almanac status`.
public struct StatusReport: Answer {
  public static let schema = "almanac.status/2"

  private enum CodingKeys: String, CodingKey {
    case now, edition, publishedAt, runs
    case exitCode = "exit"
    case lines = "sources"
  }

  public struct Line: Sendable, Encodable {
    public var id: String
    public var status: SourceStatus
    public var lastGood: Instant?
    public var consecutiveFailures: Int
    /// The earliest time of the next fetch; nil: the next run.
    public var nextAttempt: Instant?
    public var read: Int
    public var accepted: Int
    public var rejected: Int
    /// Why it is failing.
    public var finding: Finding?
    /// The last moment at which its series have occurrences, because it counts as gone.
    public var seriesEnd: Instant?
  }

  /// Seconds after which an edition is stale: a daily run and six hours to spare.
  private static let staleAfter = 30 * 3_600

  public let now: Instant
  public let lines: [Line]
  public let runs: [RunRecord]
  /// Name of the edition that `latest` points to.
  public let edition: String?
  /// The time of the run that published it.
  public let publishedAt: Instant?
  public let exitCode: ExitCode

  /// Reads the workspace; needs no lock.
  public init(_ last: LastRun) throws {
    let (settings, workspace, now) = (last.settings, last.workspace, last.now)
    self.now = now
    runs = try workspace.runs(limit: 5)
    let known = Dictionary(
      settings.sources.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let mistakes = Dictionary(
      settings.brokenSources.map { ($0.id, $0.finding) }, uniquingKeysWith: { first, _ in first })
    lines = try settings.sourceIDs.map { try Self.line($0, known[$0], mistakes[$0], last) }
    let latest = try Self.latest(last.output.url)
    edition = latest?.name
    publishedAt = latest?.at
    let isFresh = latest.map { now.seconds(since: $0.at) <= Self.staleAfter } ?? false
    exitCode =
      !isFresh ? .stale : lines.contains { $0.status != .ok } ? .degraded : .published
  }

  /// The published edition, and the time of the run that published it.
  static func latest(_ output: URL) throws -> (name: String, at: Instant)? {
    do {
      let reader = try EditionReader(edition: OutputFolder(url: output).latest)
      return (reader.folder.lastPathComponent, try reader.publishedAt())
    } catch QueryError.unreadable {
      return nil
    }
  }

  /// - Parameter source: nil if its definition can't be read and never could.
  private static func line(
    _ id: String, _ source: Source?, _ mistake: Finding?, _ last: LastRun
  ) throws -> Line {
    let (workspace, now) = (last.workspace, last.now)
    let state = try workspace.state(of: id)
    let record = try workspace.stageRecord(.parse, key: id)
    let refusal = record?.findings.first { $0.code.refusesSource }
    let reason = mistake ?? state.failure ?? refusal
    let isHeld = try (mistake ?? state.failure) == nil && workspace.hold(of: id) != nil
    let other: SourceStatus =
      isHeld ? .held : reason != nil ? .failed : state.lastSuccessAt == nil ? .never : .ok
    return try Line(
      id: id, status: FetchSchedule.failure(of: state, at: now) ?? other,
      lastGood: workspace.lastGood(of: state), consecutiveFailures: state.consecutiveFailures,
      nextAttempt: state.nextAttemptAt.flatMap { $0 > now ? $0 : nil }, read: record?.read ?? 0,
      accepted: source?.kind ?? .events == .events
        ? workspace.listingCount(source: id) : record?.accepted ?? 0,
      rejected: record?.rejected ?? 0, finding: reason,
      seriesEnd: source.flatMap {
        EndedSources.end(of: $0, state, after: last.settings.fetching.goneAfter, now: now)
      })
  }
}

extension StatusReport {
  public func text(style: TerminalStyle = .plain) -> String {
    var table = TextTable(
      "source", "status", "last good", .numbers("age"), .numbers("failures"), .numbers("read"),
      .numbers("accepted"), .numbers("rejected"), style: style)
    for line in lines {
      table.add(
        [
          line.id, line.status.rawValue, line.lastGood?.rfc3339 ?? "never",
          age(line.lastGood),
          String(line.consecutiveFailures), String(line.read), String(line.accepted),
          String(line.rejected),
        ], marking: 1, line.status.tint)
    }
    var parts = [table.text]
    let reasons = lines.compactMap { line in
      line.finding.map { reason in
        let later = line.nextAttempt.map { "; fetched again after \($0.rfc3339)" } ?? ""
        let end = line.seriesEnd.map { "; its series end at \($0.rfc3339)" } ?? ""
        return TerminalText.safe("\(line.id): \(reason.code): \(reason.message)\(later)\(end)")
      }
    }
    if !reasons.isEmpty { parts.append(reasons.joined(separator: "\n")) }
    parts.append(
      (["edition \(edition ?? "none")"]
        + runs.map { "run at \($0.now.rfc3339): exit \($0.exitCode), \($0.summary)" })
        .joined(separator: "\n"))
    return parts.joined(separator: "\n\n")
  }

  private func age(_ instant: Instant?) -> String {
    guard let instant else { return "" }
    let seconds = max(0, now.seconds(since: instant))
    return seconds < 172_800 ? "\(seconds / 3_600) h" : "\(seconds / 86_400) d"
  }
}
