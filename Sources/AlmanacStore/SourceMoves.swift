public import AlmanacTime
public import GRDB

/// A URL that returns permanent redirects (RFC 9110 section 15.4). One day may be a mistake. After
/// three days in a row, Almanac requests the target instead.
public struct SourceMove: Hashable, Sendable, Codable, FetchableRecord, PersistableRecord {
  public static let databaseTableName = "move"

  public var source: String
  /// The URL of the source's definition.
  public var address: String
  /// The target of the redirect.
  public var target: String
  /// The first day on which it redirected.
  public var since: Instant
  /// When a day was last counted.
  public var lastDayAt: Instant
  /// Number of days in a row.
  public var days: Int

  /// A move that begins with one redirect.
  public init(of source: String, address: String, target: String, since: Instant) {
    self.source = source
    self.address = address
    self.target = target
    self.since = since
    lastDayAt = since
    days = 1
  }

  /// Seconds after which another run counts as another day: with an hourly timer, one run a day
  /// counts.
  private static let minimumDay = 20 * 3_600

  /// Whether the target is requested instead.
  public var isLearned: Bool { days >= 3 }

  /// The URL to request; nil while the move is uncertain.
  public var learnedTarget: String? { isLearned ? target : nil }

  /// The move after another answer; nil if the answer contradicts it.
  ///
  /// - Parameter target: The permanent redirect of the requested URL; nil if it answered directly.
  ///   A learned target redirects only if it moved in turn; then the count restarts.
  public func after(_ target: String?, at now: Instant) -> SourceMove? {
    if isLearned { return target == nil ? self : nil }
    guard target == self.target else { return nil }
    guard now.seconds(since: lastDayAt) >= Self.minimumDay else { return self }
    var move = self
    move.days += 1
    move.lastDayAt = now
    return move
  }
}

extension Workspace {
  /// The moves of all sources whose URL redirects, by source id.
  public func moves() throws -> [String: SourceMove] {
    let moves = try database.read { try SourceMove.fetchAll($0) }
    return Dictionary(uniqueKeysWithValues: moves.map { ($0.source, $0) })
  }

  /// Stores the move of a source.
  public func save(_ move: SourceMove) throws { try database.write { try move.save($0) } }

  /// Deletes the move: the URL no longer redirects, or its target doesn't answer.
  public func forgetMove(of source: String) throws {
    _ = try database.write { try SourceMove.deleteOne($0, key: source) }
  }
}
