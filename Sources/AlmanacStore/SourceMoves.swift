public import AlmanacTime
import GRDB

/// A URL that answers with permanent redirects: a night may be a mistake, three of them are meant.
public struct SourceMove: Hashable, Sendable {
  /// The URL of the source's definition.
  public var address: String
  /// Where it leads.
  public var target: String
  /// The first of the nights in which it did.
  public var since: Instant
  public var lastNightAt: Instant
  /// Nights in a row.
  public var nights: Int

  public init(address: String, target: String, since: Instant) {
    self.address = address
    self.target = target
    self.since = since
    lastNightAt = since
    nights = 1
  }

  /// Seconds between two runs of different nights: an hourly timer has one a day.
  private static let night = 20 * 3_600

  /// Whether the target is asked instead.
  public var isLearned: Bool { nights >= 3 }

  /// The address to ask; nil as long as it is not certain.
  public var learnedTarget: String? { isLearned ? target : nil }

  /// The move after another answer; nil where that says something else.
  ///
  /// - Parameter target: where the address that was asked leads for good. Once the move is learned, that
  ///   is its own target, which leads nowhere unless it moved on: then all is learned anew.
  public func after(_ target: String?, at now: Instant) -> SourceMove? {
    if isLearned { return target == nil ? self : nil }
    guard target == self.target else { return nil }
    guard now.seconds(since: lastNightAt) >= Self.night else { return self }
    var move = self
    move.nights += 1
    move.lastNightAt = now
    return move
  }
}

extension Workspace {
  /// Of every source whose URL, as it was then, leads elsewhere, by its id.
  public func moves() throws -> [String: SourceMove] {
    try all("SELECT source, address, target, since, lastNightAt, nights FROM move") { row in
      var move = SourceMove(
        address: row[1], target: row[2], since: Instant(secondsSinceEpoch: row[3]))
      move.lastNightAt = Instant(secondsSinceEpoch: row[4])
      move.nights = row[5]
      return (row[0], move)
    }
  }

  public func save(_ move: SourceMove, of source: String) throws {
    try database.write { database in
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO move (source, address, target, since, lastNightAt, nights)
          VALUES (?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          source, move.address, move.target, move.since.secondsSinceEpoch,
          move.lastNightAt.secondsSinceEpoch, move.nights,
        ])
    }
  }

  /// The URL no longer leads elsewhere, or what it led to does not answer.
  public func forgetMove(of source: String) throws {
    try database.write { database in
      try database.execute(sql: "DELETE FROM move WHERE source = ?", arguments: [source])
    }
  }
}
