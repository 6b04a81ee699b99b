public import AlmanacTime
import GRDB

/// A source whose document a guard does not believe, because it lists far less than before: what it
/// said before stays in force.
public struct SourceHold: Hashable, Sendable {
  /// The first of the nights in which it said so.
  public var since: Instant
  public var lastNightAt: Instant
  /// Nights in a row in which it listed about as much.
  public var nights: Int
  /// Events that it listed last.
  public var listed: Int
  /// Whether an operator lets it through.
  public var isAccepted: Bool

  public init(since: Instant, listed: Int) {
    self.since = since
    self.listed = listed
    lastNightAt = since
    nights = 1
    isAccepted = false
  }

  /// Seconds between two runs of different nights: an hourly timer has one a day.
  private static let night = 20 * 3_600

  /// The hold after another look at the source; one that lists something else begins anew.
  public func seen(listing count: Int, at now: Instant) -> SourceHold {
    guard isAbout(count) else { return SourceHold(since: now, listed: count) }
    var hold = self
    hold.listed = count
    if now.seconds(since: lastNightAt) >= Self.night {
      hold.nights += 1
      hold.lastNightAt = now
    }
    return hold
  }

  /// Whether an operator's word is about a document that lists so many.
  public func accepts(_ count: Int) -> Bool { isAccepted && (count >= listed || isAbout(count)) }

  /// A tenth more or less is the ordinary coming and going of events.
  private func isAbout(_ count: Int) -> Bool { abs(count - listed) <= max(1, listed / 10) }
}

extension Workspace {
  public func hold(of source: String) throws -> SourceHold? {
    try database.read { database in
      let row = try Row.fetchOne(
        database, sql: "SELECT * FROM hold WHERE source = ?", arguments: [source])
      guard let row else { return nil }
      var hold = SourceHold(
        since: Instant(secondsSinceEpoch: row["since"]), listed: row["listed"])
      hold.lastNightAt = Instant(secondsSinceEpoch: row["lastNightAt"])
      hold.nights = row["nights"]
      hold.isAccepted = row["isAccepted"]
      return hold
    }
  }

  public func save(_ hold: SourceHold, of source: String) throws {
    try database.write { database in
      try database.execute(
        sql: """
          INSERT OR REPLACE INTO hold (source, since, lastNightAt, nights, listed, isAccepted)
          VALUES (?, ?, ?, ?, ?, ?)
          """,
        arguments: [
          source, hold.since.secondsSinceEpoch, hold.lastNightAt.secondsSinceEpoch, hold.nights,
          hold.listed, hold.isAccepted,
        ])
    }
  }

  /// What the source says is believed again.
  static func release(_ source: String, in database: Database) throws {
    try database.execute(cached: "DELETE FROM hold WHERE source = ?", arguments: [source])
  }
}
