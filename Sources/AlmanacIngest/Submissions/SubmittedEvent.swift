public import AlmanacTime

/// The state of one submitted event.
public struct SubmittedEvent: Hashable, Sendable {
  public enum State: String, Hashable, Sendable {
    case visible
    /// Nothing of it has been approved yet.
    case pending
    /// By reports, until the staff decides.
    case hidden
    case rejected
    case deleted
  }

  public let id: String
  /// The keyed hash of the owner.
  public let owner: String
  public let kind: Submission.Kind
  /// What is published, unless the state forbids it.
  public private(set) var current: Submission?
  /// When `current` became visible.
  public private(set) var currentSince: Instant?
  /// When any content first became visible.
  public private(set) var firstVisible: Instant?
  /// What waits for approval.
  public private(set) var pending: Submission?
  public private(set) var isDeleted = false
  /// What the staff rejected last, until it approves something.
  public private(set) var rejected: Submission?
  /// Why, for the owner.
  public private(set) var rejectionReason: String?
  private var isHidden = false
  /// Whether the staff has approved any content.
  public private(set) var isApproved = false
  /// Reasons of the reports that are not settled, by the hash of the person.
  private var reports: [String: String] = [:]
  /// People whose reports the staff has settled. They don't count at this event any more.
  private var settled: Set<String> = []

  init(_ content: Submission, id: String, owner: String, at: Instant) {
    self.id = id
    self.owner = owner
    kind = content.kind
    place(content, at: at)
  }

  public var state: State {
    if isDeleted { return .deleted }
    if isHidden { return .hidden }
    if current != nil { return .visible }
    return pending == nil ? .rejected : .pending
  }

  /// What the edition shows.
  public var published: Submission? {
    state == .visible && kind != .friends ? current : nil
  }

  /// Whether the staff has to decide something.
  public var isWaiting: Bool { !isDeleted && (pending != nil || isHidden || !reports.isEmpty) }

  /// The content that the staff has to decide on.
  public var undecided: Submission? { pending ?? current }

  /// The number of people by the reasons of their reports that are not settled.
  public var reasons: [String: Int] {
    reports.values.reduce(into: [:]) { $0[$1, default: 0] += 1 }
  }

  /// Publishes content, or lets it wait.
  private mutating func place(_ content: Submission, at: Instant) {
    let mayAppear =
      kind == .friends || kind == .student && !isApproved && !isHidden && rejected == nil
    if mayAppear { show(content, at: at) } else { pending = content }
  }

  private mutating func show(_ content: Submission, at: Instant) {
    guard content.hash != current?.hash else { return }
    current = content
    currentSince = at
    firstVisible = firstVisible ?? at
  }

  /// - Parameter most: People whose reports hide a student event.
  /// - Throws: Why the operation changes nothing.
  mutating func apply(
    _ operation: SubmissionOperation, hidingAt most: Int
  ) throws(SubmissionProblem) {
    guard !isDeleted else { throw SubmissionProblem("the event is deleted") }
    switch operation.action {
    case .submit(let content):
      guard operation.person == owner else { throw Self.foreign }
      guard content.hash == current?.hash || content.hash == pending?.hash else {
        throw .field("id", "is in use; change the event with 'edit', or choose another id")
      }
    case .edit(let content): try edit(content, by: operation)
    case .delete:
      try checkChange(by: operation)
      isDeleted = true
    case .report(let reason): report(reason, by: operation.person, hidingAt: most)
    case .withdraw: try withdraw(by: operation.person)
    case .approve(let hash): try approve(hash, by: operation)
    case .reject(let hash, let reason): try reject(hash, because: reason, by: operation)
    }
  }

  private static let foreign = SubmissionProblem(
    "'token' belongs to somebody else than the event", SubmissionProblem.tokenCode)

  /// Only owners change events, and only until they end. The end is that of the published content: an
  /// edit that waits could move it.
  private func checkChange(by operation: SubmissionOperation) throws(SubmissionProblem) {
    guard operation.person == owner else { throw Self.foreign }
    let expiry = (current ?? pending ?? rejected)?.expiry
    guard expiry.map({ operation.at < $0 }) ?? false else {
      throw SubmissionProblem("the event is over and can't be changed any more")
    }
  }

  private mutating func edit(
    _ content: Submission, by operation: SubmissionOperation
  ) throws(SubmissionProblem) {
    try checkChange(by: operation)
    guard content.kind == kind else {
      throw .field("type", "can't be changed; delete the event and submit it again")
    }
    if content.hash == current?.hash {
      // Back to what is published: nothing waits any more.
      pending = nil
    } else {
      place(content, at: operation.at)
    }
  }

  private mutating func report(_ reason: String, by person: String, hidingAt most: Int) {
    guard kind != .friends, !settled.contains(person) else { return }
    reports[person] = reason
    if kind == .student, reports.count >= most { isHidden = true }
  }

  private mutating func withdraw(by person: String) throws(SubmissionProblem) {
    let hadReport = reports.removeValue(forKey: person) != nil
    guard person == owner, pending != nil else {
      guard hadReport else { throw SubmissionProblem("there is nothing to withdraw") }
      return
    }
    pending = nil
    if current == nil, rejected == nil { isDeleted = true }
  }

  private mutating func approve(
    _ hash: String, by operation: SubmissionOperation
  ) throws(SubmissionProblem) {
    guard operation.isStaff else { throw Self.notStaff }
    guard
      let content = [pending, current, rejected].lazy.compactMap(\.self).first(where: {
        $0.hash == hash
      })
    else { throw Self.otherContent }
    show(content, at: operation.at)
    isApproved = true
    if pending?.hash == hash { pending = nil }
    rejected = nil
    rejectionReason = nil
    settle()
  }

  private mutating func reject(
    _ hash: String, because reason: String?, by operation: SubmissionOperation
  ) throws(SubmissionProblem) {
    guard operation.isStaff else { throw Self.notStaff }
    if let content = pending, content.hash == hash {
      pending = nil
      rejected = content
    } else if let content = current, content.hash == hash {
      current = nil
      rejected = content
      settle()
    } else {
      throw Self.otherContent
    }
    rejectionReason = reason
  }

  private mutating func settle() {
    settled.formUnion(reports.keys)
    reports = [:]
    isHidden = false
  }

  private static let notStaff = SubmissionProblem(
    "'token' is not the staff's", SubmissionProblem.tokenCode)
  private static let otherContent = SubmissionProblem.field(
    "hash", "is not that of a content that waits or is published")
}
