import AlmanacTime
import GRDB

/// A stretch of time as ids of occurrences, which are in the order of their starts.
struct QueryStretch {
  /// Seconds since 1970; nil where it is open.
  let from: Int64?
  let to: Int64?
  /// Nothing that began before this and lasts a day at most reaches into the stretch.
  let lowest: Int
  /// The first that begins in the stretch.
  let first: Int
  /// The first that begins after it.
  let end: Int

  /// How many occurrences begin in it, or so shortly before that they may reach into it.
  let count: Int

  init(from: Instant?, to: Instant?, in database: Database) throws {
    self.from = from?.secondsSinceEpoch
    self.to = to?.secondsSinceEpoch
    func id(from start: Int64?) throws -> Int? {
      guard let start else { return nil }
      let id = try Int.fetchOne(
        database.cachedStatement(
          sql: "SELECT id FROM occurrence WHERE start >= ? ORDER BY start, id LIMIT 1"),
        arguments: [start])
      return id ?? Int.max
    }
    lowest = try id(from: self.from.map { $0 - Int64(EditionOrder.shortSeconds) }) ?? 0
    first = try id(from: self.from) ?? 0
    end = try id(from: self.to) ?? Int.max
    let last = try Int.fetchOne(database, sql: "SELECT max(id) FROM occurrence") ?? 0
    count = max(0, min(end, last + 1) - lowest)
  }

  /// Whether what began before the stretch reaches into it.
  func test(_ id: String) -> SQL? {
    guard let from else { return nil }
    let id = SQL(sql: id)
    return """
      (\(id) >= \(first)
        OR EXISTS (SELECT 1 FROM occurrence b WHERE b.id = \(id) AND b.end > \(from)))
      """
  }

  /// Bounds for the ids of all others.
  func bounds(_ id: String) -> SQL {
    SQL(sql: "\(id) >= ? AND \(id) < ?", arguments: [lowest, end])
  }

  /// Those that last, and began before `lowest`.
  var lasting: QuerySource? {
    guard let from, lowest > 0 else { return nil }
    var condition: SQL = """
      x.id < \(min(lowest, end)) AND x.last_hour >= \(Self.hour(from))
      AND EXISTS (SELECT 1 FROM occurrence b WHERE b.id = x.id AND b.end > \(from))
      """
    if let to { condition += " AND x.first_hour <= \(Self.hour(to))" as SQL }
    var source = QuerySource(rows: "occurrence_span x", condition)
    source.holds = [.stretch]
    return source
  }

  private static func hour(_ seconds: Int64) -> Int64 {
    seconds >= 0 ? seconds / 3_600 : (seconds - 3_599) / 3_600
  }
}
