public import AlmanacTime
public import GRDB

/// Marks a source whose document a guard rejects because it lists far fewer events than before. Its
/// previous listings remain in use.
public struct SourceHold: Hashable, Sendable, Codable, FetchableRecord, PersistableRecord {
  public static let databaseTableName = "hold"

  public var source: String
  /// The first day on which the document was that short.
  public var since: Instant
  /// When a day was last counted.
  public var lastDayAt: Instant
  /// Number of days in a row with about the same number of events.
  public var days: Int
  /// The number of events in the last document.
  public var listed: Int
  /// Whether an operator accepted the document.
  public var isAccepted: Bool

  /// A hold that begins with one document.
  ///
  /// - Parameter listed: The number of events in it.
  public init(of source: String, since: Instant, listed: Int) {
    self.source = source
    self.since = since
    self.listed = listed
    lastDayAt = since
    days = 1
    isAccepted = false
  }

  /// Seconds after which another run counts as another day: with an hourly timer, one run a day
  /// counts.
  private static let minimumDay = 20 * 3_600

  /// The hold after another document. Restarts the count if the number of events differs.
  public func seen(listing count: Int, at now: Instant) -> SourceHold {
    guard isAbout(count) else { return SourceHold(of: source, since: now, listed: count) }
    var hold = self
    hold.listed = count
    if now.seconds(since: lastDayAt) >= Self.minimumDay {
      hold.days += 1
      hold.lastDayAt = now
    }
    return hold
  }

  /// Whether the operator's acceptance covers a document with `count` events.
  public func accepts(_ count: Int) -> Bool { isAccepted && (count >= listed || isAbout(count)) }

  /// Whether a count differs by at most a tenth, the usual fluctuation of events.
  private func isAbout(_ count: Int) -> Bool { abs(count - listed) <= max(1, listed / 10) }
}

extension Workspace {
  /// The hold of a source; nil if its documents are accepted.
  public func hold(of source: String) throws -> SourceHold? {
    try database.read { try SourceHold.fetchOne($0, key: source) }
  }

  /// The last retrieval of a document that is in use, or its confirmation. While documents are
  /// rejected or held, when that began: earlier confirmations aren't stored.
  public func lastGood(of state: SourceState) throws -> Instant? {
    [state.lastSuccessAt, state.refusedSince, try hold(of: state.source)?.since]
      .compactMap(\.self).min()
  }

  /// Stores the hold of a source.
  public func save(_ hold: SourceHold) throws { try database.write { try hold.save($0) } }
}
