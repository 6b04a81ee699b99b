import AlmanacIngest
import AlmanacModel
import AlmanacStore
public import AlmanacTime
public import Foundation

/// Submitted events that wait for the staff: the content of `almanac review submissions`.
///
/// Hidden ones first, then those that wait for approval, then those that were reported. Each has the
/// lines that decide, ready to be appended to the log.
public struct SubmissionReview: Sendable {
  /// Seconds for which the token of a printed line is valid.
  private static let validity = 86_400
  /// Whose tokens they are.
  private static let staff = "staff"

  public let lines: [Line]
  /// The number without the limit.
  public let total: Int

  /// Reads the workspace; needs no lock.
  ///
  /// - Parameters:
  ///   - isClockStated: Whether the caller named the run time; else samples have their own.
  ///   - limit: Maximum number of events.
  /// - Throws: `RunError.noEdition` if nothing has run yet, and `FetchError.missingKey`.
  public init(
    configuration: URL, output: URL, now: Instant, isClockStated: Bool,
    environment: [String: String], limit: Int
  ) throws {
    let last = try LastRun(of: output, configuration: configuration)
    let now = try last.clock(now, isStated: isClockStated)
    var lines: [Line] = []
    for source in last.settings.sources {
      guard
        let key = try SecretReader(environment: environment).submissionKey(for: source),
        let state = try last.settings.submissions(of: source, in: last.workspace, now: now)
      else { continue }
      let token = key.token(for: Self.staff, role: .staff, until: now + Self.validity)
      lines += state.events.filter(\.isWaiting).compactMap {
        Line($0, source: source.id, at: now, token: token)
      }
    }
    total = lines.count
    self.lines = Array(lines.sorted { $0.rank < $1.rank }.prefix(limit))
  }
}

extension Settings {
  /// The state of a log as it was last parsed; nil if it was not, or if the source is of another kind.
  func submissions(
    of source: Source, in workspace: Workspace, now: Instant, zones: ZoneDatabase = .system
  ) throws -> SubmissionState? {
    guard source.kind == .submissions, let log = try workspace.parsedBody(of: source.id) else {
      return nil
    }
    let zone = source.timezone ?? campus(source.campus)?.timezone
    return SubmissionReader(
      source: source, zone: zone.flatMap(zones.zone(named:)) ?? .utc, zones: zones)?
      .read(log, now: now)
  }
}

extension SubmissionReview {
  /// A paragraph to each event.
  public var text: String {
    guard !lines.isEmpty else { return "no submitted event waits for a decision" }
    return lines.map { line in
      var rows = ["\(line.source): \(line.state), \(line.type), \(line.id)", "  \(line.title)"]
      rows.append("    " + [line.start, line.venue].compactMap(\.self).joined(separator: ", "))
      if let published = line.published { rows.append("  published \(published)") }
      if !line.reports.isEmpty {
        let reports = line.reports.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
        rows.append("  reports   \(reports.joined(separator: ", "))")
      }
      rows += ["  approve   \(line.approve)", "  reject    \(line.reject)"]
      return rows.map { TerminalText.oneLine($0) }.joined(separator: "\n")
    }.joined(separator: "\n\n")
  }

  public struct Line: Answer {
    public static let schema = "almanac.submissionReview/1"

    public let source, id, type: String
    /// `hidden`, `pending`, `edit` of a published event, or `reported`.
    public let state: String
    /// Of the content that waits.
    public let title, start, hash: String
    public let venue: String?
    /// The title of the content that is published meanwhile.
    public let published: String?
    /// The number of people by reason.
    public let reports: [String: Int]
    /// Lines for the log.
    public let approve, reject: String

    fileprivate var rank: (Int, Int, String) {
      (
        ["hidden", "pending", "edit"].firstIndex(of: state) ?? 3,
        -reports.values.reduce(0, +), start + id
      )
    }

    fileprivate init?(_ event: SubmittedEvent, source: String, at now: Instant, token: String) {
      guard let content = event.undecided else { return nil }
      self.source = source
      (id, type, hash) = (event.id, event.kind.rawValue, content.hash)
      let isEdit = event.pending != nil && event.current != nil
      state =
        switch event.state {
        case .hidden: "hidden"
        case .visible: isEdit ? "edit" : "reported"
        case .pending, .rejected, .deleted: "pending"
        }
      (title, venue) = (content.listing.title, content.listing.venue)
      start = content.listing.start.publicText
      published = isEdit ? event.current?.listing.title : nil
      reports = event.reasons
      func line(_ operation: String) -> String {
        var json = JSONWriter()
        json.beginObject()
        json.member("op", operation)
        json.member("id", event.id)
        json.member("at", now.rfc3339)
        json.member("hash", content.hash)
        json.member("token", token)
        json.endObject()
        return json.text
      }
      (approve, reject) = (line("approve"), line("reject"))
    }
  }
}
