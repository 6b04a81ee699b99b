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

  private let shared: Shared

  /// Listings are large and operations are copied often, so that all is behind one reference.
  private final class Shared: Sendable {
    let hash: String
    let kind: Kind
    let listing: Listing
    let expiry: Instant

    init(hash: String, kind: Kind, listing: Listing, expiry: Instant) {
      self.hash = hash
      self.kind = kind
      self.listing = listing
      self.expiry = expiry
    }
  }

  public init(hash: String, kind: Kind, listing: Listing, expiry: Instant) {
    shared = Shared(hash: hash, kind: kind, listing: listing, expiry: expiry)
  }

  /// Hex SHA-256 of all members: what an approval approves.
  public var hash: String { shared.hash }
  public var kind: Kind { shared.kind }
  public var listing: Listing { shared.listing }
  /// From when on it can't be changed any more: its end, or its start if it has none.
  public var expiry: Instant { shared.expiry }

  /// Listings are not compared: the hash is that of all that they are made of.
  public static func == (one: Submission, other: Submission) -> Bool {
    one.hash == other.hash && one.kind == other.kind && one.expiry == other.expiry
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(hash) }
}

/// One line of a log that is valid by itself.
///
/// Operations have a total order that doesn't depend on their lines: by time, then by kind, then by
/// content. Of one second, submissions come first and deletions last, so that the more careful one of
/// two decisions wins.
public struct SubmissionOperation: Equatable, Sendable {
  public enum Action: Sendable {
    case submit(Submission)
    case edit(Submission)
    case report(reason: String)
    /// Takes back what the person has waiting at the event, and the person's report.
    case withdraw
    case approve(hash: String)
    /// - Parameter reason: For the owner.
    case reject(hash: String, reason: String? = nil)
    case delete
  }

  /// Of the event.
  public var id: String
  public var at: Instant
  /// The keyed hash of the person.
  public var person: String
  public var isStaff: Bool
  public var action: Action

  public init(id: String, at: Instant, person: String, isStaff: Bool = false, action: Action) {
    self.id = id
    self.at = at
    self.person = person
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
    case .reject(let hash, let reason): (5, "\(hash) \(reason ?? "")")
    case .delete: (6, "")
    }
  }

  public static func == (one: SubmissionOperation, other: SubmissionOperation) -> Bool {
    one.id == other.id && one.at == other.at && one.person == other.person
      && one.isStaff == other.isStaff && one.rank == other.rank
  }

  func precedes(_ other: SubmissionOperation) -> Bool {
    if at != other.at { return at < other.at }
    let (rank, others) = (self.rank, other.rank)
    if rank != others { return rank < others }
    return (person, isStaff ? 1 : 0) < (other.person, other.isStaff ? 1 : 0)
  }
}
