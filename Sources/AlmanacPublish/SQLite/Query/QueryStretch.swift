import AlmanacTime
import GRDB

/// A stretch of time as ids of occurrences, which are in the order of their starts.
struct QueryStretch {
  /// Ids of those that begin in the stretch.
  let range: Range<Int>
  /// Ids of those that began before it and reach into it, in their order.
  let before: [Int32]

  init(from: Instant?, to: Instant?, in database: Database) throws {
    let last =
      try Int.fetchOne(
        database.cachedStatement(sql: "SELECT max(id) FROM occurrence")) ?? 0
    func id(from start: Int64?) throws -> Int? {
      guard let start else { return nil }
      let id = try Int.fetchOne(
        database.cachedStatement(
          sql: """
            SELECT min(id) FROM occurrence
            WHERE start = (SELECT min(start) FROM occurrence WHERE start >= ?)
            """),
        arguments: [start])
      return id ?? last + 1
    }
    let first = try id(from: from?.secondsSinceEpoch) ?? 1
    let end = try id(from: to?.secondsSinceEpoch) ?? last + 1
    range = first..<max(first, end)
    before =
      try from.map {
        try Self.ids(reaching: $0.secondsSinceEpoch, before: min(first, end), in: database)
      } ?? []
  }

  private static func ids(reaching from: Int64, before end: Int, in database: Database) throws
    -> [Int32]
  {
    let lasting = try Int32.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT id FROM occurrence_span x WHERE last_hour >= ?1 AND first_hour <= ?1
            AND (last_hour > ?1 OR (SELECT end FROM occurrence WHERE id = x.id) > ?2)
          """),
      arguments: [hour(from), from])
    // In the index itself: most of what began on the day before is over.
    let short = try Int32.fetchAll(
      database.cachedStatement(
        sql: "SELECT id FROM occurrence WHERE start >= ? AND start < ? AND end > ?"),
      arguments: [from - Int64(EditionOrder.shortSeconds), from, from])
    var ids = (lasting + short).filter { $0 < end }
    ids.sort()
    // What lasts and began on the day before is in both.
    var kept: [Int32] = []
    kept.reserveCapacity(ids.count)
    for id in ids where kept.last != id { kept.append(id) }
    return kept
  }

  /// As `occurrence_span` counts them.
  private static func hour(_ seconds: Int64) -> Int64 {
    let hour = seconds >= 0 ? seconds / 3_600 : (seconds - 3_599) / 3_600
    return Int64(Int32(clamping: hour))
  }
}
