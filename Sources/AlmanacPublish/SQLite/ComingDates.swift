import AlmanacModel
import AlmanacTime
import GRDB

/// What of an edition comes next, read from its database by the starts of its occurrences: a few thousand
/// rows, however many events there are.
struct ComingDates {
  /// An occurrence, as far as its place on the page depends on it.
  struct Row {
    let event: String
    let ordinal: Int
    let campus: String
    let startsAt: Instant
    let lastInstant: Instant
  }

  private let database: Database

  init(_ database: Database) { self.database = database }

  /// Those on the days that the page shows, in the order of their starts.
  ///
  /// - Parameter days: By campus.
  func shown(on days: [String: ComingDays]) throws -> [Row] {
    var shown: [Row] = []
    let first = days.values.map(\.begin).min()
    let end = days.values.map { $0.zone.startOfDay($0.end) }.max()
    guard let first, let end else { return [] }
    try each(from: first) { row in
      guard row.startsAt < end else { return false }
      let isShown = days[row.campus]?.hold(from: row.startsAt, to: row.lastInstant)
      if isShown == true { shown.append(row) }
      return true
    }
    return shown
  }

  /// Ids of the events of which a date that takes place is not over, those whose next date begins soonest,
  /// and of these at least so many; with one that begins at some instant come all that do.
  func soonest(_ count: Int, after now: Instant) throws -> [String] {
    var found: [String] = []
    var seen: Set<String> = []
    var last: Instant?
    try each(from: now, where: "status NOT IN ('cancelled', 'postponed')") { row in
      guard row.lastInstant >= now else { return true }
      if seen.count >= count, last != row.startsAt { return false }
      last = row.startsAt
      if seen.insert(row.event).inserted { found.append(row.event) }
      return true
    }
    return found
  }

  /// Lends the occurrences that are not over at an instant in the order of their starts, and some that
  /// are, until the body says that it has enough.
  private func each(
    from instant: Instant, where condition: String = "TRUE", _ body: (Row) throws -> Bool
  ) throws {
    let from = instant.secondsSinceEpoch
    let long = "id IN (SELECT id FROM occurrence_span WHERE last_hour >= \(from / 3_600))"
    let edge = from - Int64(EditionOrder.shortSeconds)
    for part in ["start <= \(edge) AND \(long)", "start > \(edge)"] {
      // Ids are in the order of the starts.
      let rows = try GRDB.Row.fetchCursor(
        database,
        sql: """
          SELECT event, ordinal, campus, start, end FROM occurrence
          WHERE \(part) AND \(condition) ORDER BY id
          """)
      while let row = try rows.next() {
        let end: Int64? = row[4]
        let start = Instant(secondsSinceEpoch: row[3])
        let goesOn = try body(
          Row(
            event: row[0], ordinal: row[1], campus: row[2], startsAt: start,
            lastInstant: PublishedOccurrence.lastInstant(
              from: start, to: end.map { Instant(secondsSinceEpoch: $0) })))
        if !goesOn { return }
      }
    }
  }
}
