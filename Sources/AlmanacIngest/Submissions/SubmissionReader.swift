public import AlmanacModel
public import AlmanacTime
import Crypto

/// Reads a stored log: lines to operations, operations to the state, the state to listings.
public struct SubmissionReader {
  private let source: Source
  private let rules: SubmissionRules
  /// Fields that an event must have.
  private let required: [String]
  private let mapper: ListingMapper
  private let entries: MappedEntryMapper
  private let zone: Zone

  /// nil for a source without rules for submissions.
  ///
  /// - Parameter zone: That of times without an offset.
  public init?(source: Source, zone: Zone, zones: ZoneDatabase) {
    guard let rules = source.submissions else { return nil }
    self.source = source
    self.rules = rules
    required = SubmissionMember.fields.filter {
      rules.required.contains($0) || $0 == "title" || $0 == "start"
    }
    self.zone = zone
    mapper = ListingMapper(source: source, zone: zone, zones: zones)
    entries = MappedEntryMapper(Self.mapping, ReadingContext(zone: zone, zones: zones))
  }

  /// The state that a log adds up to, and its findings; nil for bytes that are no stored log.
  ///
  /// - Complexity: O(*n* log *n*) in the number of lines.
  public func read(_ log: [UInt8], now: Instant) -> SubmissionState? {
    var fold = SubmissionFold()
    var findings: [Finding] = []
    var rejected = 0
    func note(_ problem: SubmissionProblem, _ file: String, _ line: Int) {
      if problem.code != SubmissionProblem.cutCode { rejected += 1 }
      findings.append(
        Finding(
          problem.code, source: source.id, subject: file.isEmpty ? nil : file,
          message: problem.message, line: line))
    }
    let isLog = SealedLog.read(log) { line in
      let file = line.file ?? ""
      switch line.content {
      case .problem(let problem): note(problem, file, line.number)
      case .operation(let sealed):
        do throws(SubmissionProblem) {
          let (operation, problems) = try operation(sealed)
          findings += problems.map { problem in
            var problem = problem.about(source: source.id)
            problem.line = line.number
            return problem
          }
          fold.add(operation, file: file, line: line.number)
        } catch {
          note(error, file, line.number)
        }
      }
    }
    guard isLog else { return nil }
    let result = fold.result(now: now, hidingAt: rules.reports)
    for (file, line, problem) in result.problems { note(problem, file, line) }
    var state = SubmissionState(
      events: result.events.values.sorted { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) },
      early: result.early, rejected: rejected, findings: findings)
    state.noteWaiting(in: source.id)
    return state
  }

  private func operation(
    _ line: SealedLog.Operation
  ) throws(SubmissionProblem) -> (SubmissionOperation, [Finding]) {
    let members = SubmittedMembers(values: line.members)
    guard let id = members["id"], SubmissionID.isValid(id) else {
      throw .field("id", "must be 1 to 64 letters, digits, '-' and '_'")
    }
    var operation = SubmissionOperation(
      id: id, at: line.at, person: line.person, isStaff: line.isStaff, action: .withdraw)
    var findings: [Finding] = []
    switch members["op"] {
    case "submit":
      let (content, problems) = try submission(members, id: id)
      (operation.action, findings) = (.submit(content), problems)
    case "edit":
      let (content, problems) = try submission(members, id: id)
      (operation.action, findings) = (.edit(content), problems)
    case "delete": operation.action = .delete
    case "withdraw": operation.action = .withdraw
    case "approve": operation.action = .approve(hash: try hash(members))
    case "reject":
      operation.action = .reject(hash: try hash(members), reason: members["reason"])
    case "report":
      guard let reason = members["reason"], rules.reasons.contains(reason) else {
        throw .field("reason", "must be one of \(rules.reasons.joined(separator: ", "))")
      }
      operation.action = .report(reason: reason)
    default:
      throw .field("op", "must be submit, edit, delete, report, withdraw, approve or reject")
    }
    return (operation, findings)
  }

  private func hash(_ members: SubmittedMembers) throws(SubmissionProblem) -> String {
    guard let hash = members["hash"] else {
      throw .field("hash", "is missing; 'almanac review submissions' prints it")
    }
    return hash
  }

  private func submission(
    _ members: SubmittedMembers, id: String
  ) throws(SubmissionProblem) -> (Submission, [Finding]) {
    let kind = try kind(members)
    for name in required where members[name]?.hasText != true {
      throw .field(name, "is missing or blank")
    }
    var entry = entries.entry(members)
    for name in ["start", "end"] where entry.unreadable[name] != nil {
      throw .field(name, "is no time such as 2026-03-02T19:00, and no day such as 2026-03-02")
    }
    entry.id = id
    entry.tidy()
    var listing = try listing(from: entry)
    listing.kind = kind == .official ? .official : .community
    if kind == .friends { listing.visibility = .private }
    var hasher = SHA256()
    hasher.update(data: Array(kind.rawValue.utf8))
    for name in SubmissionMember.sortedFields {
      guard let text = members[name], text.hasText else { continue }
      hasher.update(data: Array("\u{0}\(name)\u{0}\(text)".utf8))
    }
    let content = Submission(
      hash: HexDigits.text(of: hasher.finalize()), kind: kind, listing: listing,
      expiry: expiry(of: listing))
    // They may quote the event.
    return (content, kind == .friends ? [] : entry.problems)
  }

  private func kind(_ members: SubmittedMembers) throws(SubmissionProblem) -> Submission.Kind {
    let isForFriends: Bool
    switch members["visibility"] {
    case nil, "", "public": isForFriends = false
    case "friends": isForFriends = true
    default: throw .field("visibility", "must be public or friends")
    }
    switch members["type"] {
    case nil, "", "student": return isForFriends ? .friends : .student
    case "official":
      guard !isForFriends else { throw .field("type", "can't be official for friends only") }
      return .official
    default: throw .field("type", "must be official or student")
    }
  }

  private func listing(from entry: Entry) throws(SubmissionProblem) -> Listing {
    do throws(ListingError) {
      return try mapper.listing(from: entry)
    } catch {
      // Its own message quotes the text, which may be private.
      switch error {
      case .noTitle: throw .field("title", "is missing or blank")
      case .titleTooLong: throw .field("title", "is too long")
      case .endBeforeStart: throw .field("end", "is before 'start'")
      case .outOfRange(let field, _):
        throw .field(field, "is not in the years 1970 to 2100")
      default: throw .field("start", "can't be used")
      }
    }
  }

  private func expiry(of listing: Listing) -> Instant {
    if let end = listing.end { return end.instant(in: zone) }
    if listing.start.isDay { return zone.startOfDay(listing.start.date.adding(days: 1)) }
    return listing.start.instant(in: zone)
  }

  private static let mapping: FeedMapping = {
    func field(_ name: String, separator: String = " ") -> FieldMapping {
      FieldMapping(paths: [name], separator: separator)
    }
    return FeedMapping(
      item: "",
      fields: [
        .title: field("title"), .venue: field("venue"), .content: field("description"),
        .link: field("url"), .image: field("image"), .price: field("price"),
        .organizer: field("organizer"), .contact: field("contact"),
        .categories: field("category", separator: ","), .tags: field("tag", separator: ","),
        .audience: field("audience"), .language: field("language"), .online: field("online"),
        .latitude: field("latitude"), .longitude: field("longitude"),
      ], start: TimeMapping(date: field("start")), end: TimeMapping(date: field("end")))
  }()
}

/// The members of a line, whose fields are those of an event.
private struct SubmittedMembers: MappedItem {
  let values: [String: JSONValue]

  subscript(name: String) -> String? { values[name]?.string }

  var line: Int? { nil }
  var base: String? { nil }

  func isTextless(at path: String) -> Bool { false }

  func values(at path: String) -> [String] {
    guard let text = self[path], text.hasText else { return [] }
    return [text]
  }
}

/// The state of all events of a log.
public struct SubmissionState: Sendable {
  /// In the order of their ids.
  public private(set) var events: [SubmittedEvent]
  /// Operations whose time is after the run time.
  public private(set) var early: Int
  /// Lines that change nothing.
  public private(set) var rejected: Int
  /// Without a text of an event that is for friends only, and without people.
  public private(set) var findings: [Finding]

  init(events: [SubmittedEvent], early: Int, rejected: Int, findings: [Finding]) {
    self.events = events
    self.early = early
    self.rejected = rejected
    self.findings = findings
  }

  /// Operations of a later time make the log be read again in the next run.
  public static let earlyCode: FindingCode = "W_SUBMISSION_EARLY"

  fileprivate mutating func noteWaiting(in source: String) {
    if early > 0 {
      findings.append(
        Finding(
          Self.earlyCode, source: source,
          message: "lines have a time that is still to come; they count from then on",
          count: early))
    }
    let waiting = events.count(where: \.isWaiting)
    guard waiting > 0 else { return }
    findings.append(
      Finding(
        "I_SUBMISSION_WAITS", source: source,
        message: "events wait for a decision; 'almanac review submissions' lists them",
        count: waiting))
  }

  /// The listings of the edition, with the times at which they first and last became visible.
  public var listings: [Listing] {
    events.compactMap { event in
      guard var listing = event.published?.listing else { return nil }
      listing.published = event.firstVisible.map { .zoned(ZonedTime($0, in: .utc)) }
      listing.updated = event.currentSince.map { .zoned(ZonedTime($0, in: .utc)) }
      return listing
    }
  }

  /// The ids of public events.
  public var publicIDs: Set<String> {
    Set(events.lazy.filter { $0.kind != .friends }.map(\.id))
  }

  /// The ids of public events that are rejected, or hidden by reports. They vanish without a trace;
  /// those that their owners delete are shown as withdrawn.
  public var hidden: Set<String> {
    Set(
      events.lazy.filter { $0.kind != .friends && $0.published == nil && !$0.isDeleted }
        .map(\.id))
  }
}
