public import AlmanacModel
public import AlmanacTime

/// The content of a submitted event.
public struct Submission: Hashable, Sendable {
  public enum Kind: String, Hashable, Sendable {
    /// Published once the staff has approved its content.
    case official
    /// Published at once; enough reports hide it.
    case student
    /// For the owner and the owner's friends; never published.
    case friends
  }

  /// Hex SHA-256 of all members: what an approval approves.
  public var hash: String
  public var kind: Kind
  public var listing: Listing
  /// From when on it can't be changed any more: its end, or its start if it has none.
  public var expiry: Instant

  public init(hash: String, kind: Kind, listing: Listing, expiry: Instant) {
    self.hash = hash
    self.kind = kind
    self.listing = listing
    self.expiry = expiry
  }
}

/// One line of a log that is valid by itself.
///
/// Operations have a total order that doesn't depend on their lines: by time, then by kind, then by
/// content. Of one second, submissions come first and deletions last, so that the more careful one of
/// two decisions wins.
public struct SubmissionOperation: Hashable, Sendable {
  public enum Action: Hashable, Sendable {
    case submit(Submission)
    case edit(Submission)
    case report(reason: String)
    /// Takes back what the person has waiting at the event, and the person's report.
    case withdraw
    case approve(hash: String)
    case reject(hash: String)
    case delete
  }

  /// Of the event.
  public var id: String
  public var at: Instant
  /// The keyed hash of the person.
  public var who: String
  public var isStaff: Bool
  public var action: Action

  public init(id: String, at: Instant, who: String, isStaff: Bool = false, action: Action) {
    self.id = id
    self.at = at
    self.who = who
    self.isStaff = isStaff
    self.action = action
  }

  private var rank: (Int, String) {
    switch action {
    case .submit(let content): (0, content.hash)
    case .edit(let content): (1, content.hash)
    case .report(let reason): (2, reason)
    case .withdraw: (3, "")
    case .approve(let hash): (4, hash)
    case .reject(let hash): (5, hash)
    case .delete: (6, "")
    }
  }

  /// Listings are not compared: their hashes are.
  public static func == (one: SubmissionOperation, other: SubmissionOperation) -> Bool {
    one.id == other.id && one.at == other.at && one.who == other.who
      && one.isStaff == other.isStaff && one.rank == other.rank
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(at)
    hasher.combine(who)
  }

  func precedes(_ other: SubmissionOperation) -> Bool {
    if at != other.at { return at < other.at }
    let (rank, others) = (self.rank, other.rank)
    if rank != others { return rank < others }
    return (who, isStaff ? 1 : 0) < (other.who, other.isStaff ? 1 : 0)
  }
}
