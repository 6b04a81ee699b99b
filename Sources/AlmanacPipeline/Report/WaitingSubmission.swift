import AlmanacIngest
import AlmanacModel
import AlmanacStore
import AlmanacTime

/// A submitted event that waits for the staff: a line of `almanac review submissions`.
///
/// Hidden ones are first, then those that wait for approval, then those that were reported. Each has the
/// lines that decide, ready to be appended to the log.
public struct WaitingSubmission: ReviewLine {
  public static let schema = "almanac.submissionReview/1"
  public static let nothing = "no submitted event waits for a decision"

  /// Seconds for which the token of a printed line is valid.
  private static let validity = 86_400
  /// The person of these tokens.
  private static let staff = "staff"

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

  public func isBefore(_ other: WaitingSubmission) -> Bool { rank < other.rank }

  private var rank: (Int, Int, String) {
    (
      ["hidden", "pending", "edit"].firstIndex(of: state) ?? 3,
      -reports.values.reduce(0, +), start + id
    )
  }

  private init?(_ event: SubmittedEvent, source: String, at now: Instant, token: String) {
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

  /// - Throws: `FetchError.missingKey`.
  public static func all(of last: LastRun) throws -> [WaitingSubmission] {
    var lines: [WaitingSubmission] = []
    for source in last.settings.sources {
      guard
        let key = try SecretReader(environment: last.environment).submissionKey(for: source),
        let state = try last.settings.submissions(
          of: source, in: last.workspace, now: last.now)
      else { continue }
      let token = key.token(for: staff, role: .staff, until: last.now + validity)
      lines += state.events.filter(\.isWaiting).compactMap {
        WaitingSubmission($0, source: source.id, at: last.now, token: token)
      }
    }
    return lines
  }

  /// A paragraph for each event.
  public static func text(of lines: [WaitingSubmission]) -> String {
    lines.map(\.paragraph).joined(separator: "\n\n")
  }

  private var paragraph: String {
    var rows = ["\(source): \(state), \(type), \(id)", "  \(title)"]
    rows.append("    " + [start, venue].compactMap(\.self).joined(separator: ", "))
    if let published { rows.append("  published \(published)") }
    if !reports.isEmpty {
      let reports = reports.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
      rows.append("  reports   \(reports.joined(separator: ", "))")
    }
    rows += ["  approve   \(approve)", "  reject    \(reject)"]
    return rows.map { TerminalText.oneLine($0) }.joined(separator: "\n")
  }
}

extension Settings {
  /// The state of a log as it was last parsed; nil if it was not, or if the source is of another kind.
  func submissions(
    of source: Source, in workspace: Workspace, now: Instant
  ) throws -> SubmissionState? {
    guard source.kind == .submissions, let log = try workspace.parsedBody(of: source.id) else {
      return nil
    }
    let zone = source.timezone ?? campus(source.campus)?.timezone
    return SubmissionReader(
      source: source, zone: zone.flatMap(ZoneDatabase.system.zone(named:)) ?? .utc,
      zones: .system)?
      .read(log, now: now)
  }
}
