import AlmanacModel
import AlmanacTime
import GRDB

/// The table `event_change`: the previous edition's log, followed by the new changes.
struct ChangeLog {
  let database: Database
  let now: Instant

  /// Writes the log and the revisions of events. The previous edition must be attached as `old`.
  ///
  /// - Parameters:
  ///   - windows: Of the previous edition and of this one.
  ///   - horizon: Older changes are dropped.
  ///   - hidden: Events that the log must no longer contain. They are never written, because the
  ///     bytes of a deleted row remain in the file.
  ///   - retracted: Events with a listing that is private now or that its owner deleted. The log
  ///     contains only their times.
  func write(
    since windows: (old: Window, new: Window), horizon: Instant, hiding hidden: Set<String>,
    retracting retracted: Set<String>
  ) throws {
    try copyRows(after: horizon, hiding: hidden, retracting: retracted)
    try database.execute(
      sql: """
        UPDATE event_revision SET (sequence, created, modified, dated_uids) = (
            SELECT o.sequence, o.created, o.modified, max(o.dated_uids, event_revision.dated_uids)
            FROM old.event_revision o WHERE o.event = event_revision.event)
          WHERE event IN (SELECT event FROM old.event_revision)
        """)
    try database.execute(
      sql: """
        UPDATE event_revision SET created = :now, modified = :now
          WHERE event NOT IN (SELECT event FROM old.event_revision)
        """, arguments: ["now": now.secondsSinceEpoch])
    let insertion = try insertion()
    let revised = try database.makeStatement(
      sql: "UPDATE event_revision SET sequence = sequence + 1, modified = ? WHERE event = ?")
    let former = try database.makeStatement(
      sql: """
        UPDATE event_revision SET (sequence, created) = (
            SELECT count(DISTINCT at), min(at) FROM old.event_change WHERE event = ?1)
          WHERE event = ?1 AND event IN (SELECT event FROM old.event_change)
        """)
    let comparison = EditionComparison(database: database, now: now, windows: windows)
    try comparison.run { event, presence, changes in
      if hidden.contains(event) { return }
      for change in changes {
        try insert(retracted.contains(event) ? timeOnly(change) : change, insertion)
      }
      switch presence {
      case .inBoth: try revised.execute(arguments: [now.secondsSinceEpoch, event])
      // An event may return after it was withdrawn. A calendar that still contains it ignores a
      // lower SEQUENCE (RFC 5546 section 2.1.5). So count the editions that logged a change of it.
      case .added: try former.execute(arguments: [event])
      case .gone: break
      }
    }
  }

  /// Fields whose values are times or ids.
  private static let plainFields = ["start", "end", "occurrence", "id"]

  /// Copies the previous edition's log.
  private func copyRows(
    after horizon: Instant, hiding hidden: Set<String>, retracting retracted: Set<String>
  ) throws {
    try database.execute(
      sql: """
        WITH retracted AS (SELECT value AS id FROM json_each(:retracted))
        INSERT INTO event_change
        SELECT id, at, change, event, title, field, old, new FROM old.event_change
          WHERE at > :horizon AND event NOT IN (SELECT value FROM json_each(:hidden))
            AND event NOT IN retracted
        UNION ALL
        SELECT c.id, at, change, event, coalesce(e.title, ''), field,
            iif(field IN (SELECT value FROM json_each(:plain)), old, NULL),
            iif(field IN (SELECT value FROM json_each(:plain)), new, NULL)
          FROM old.event_change c LEFT JOIN main.event e ON e.id = event AND e.withdrawn IS NULL
          WHERE at > :horizon AND event IN retracted
        ORDER BY 1
        """,
      arguments: [
        "horizon": horizon.secondsSinceEpoch, "hidden": ReferenceRows.json(hidden.sorted()),
        "retracted": ReferenceRows.json(retracted.subtracting(hidden).sorted()),
        "plain": ReferenceRows.json(Self.plainFields),
      ])
  }

  /// A retracted event's change without its value, except times. A removed event has the former
  /// time of its next date.
  private func timeOnly(_ change: Change) throws -> Change {
    let title = try String.fetchOne(
      database.cachedStatement(
        sql: "SELECT title FROM main.event WHERE id = ? AND withdrawn IS NULL"),
      arguments: [change.event])
    if change.kind == .withdrawn {
      let former = try String.fetchOne(
        database.cachedStatement(
          sql: "SELECT start_text FROM old.occurrence WHERE event = ? AND start >= ? ORDER BY start"
        ),
        arguments: [change.event, now.secondsSinceEpoch])
      return Change(
        .withdrawn, event: change.event, title: title ?? "", at: now, field: "start", old: former)
    }
    let isPlain = change.field.map(Self.plainFields.contains) ?? false
    return Change(
      change.kind, event: change.event, title: title ?? "", at: change.at, field: change.field,
      old: isPlain ? change.old : nil, new: isPlain ? change.new : nil)
  }

  /// Logs every event as added, for the first edition.
  func writeFirst() throws {
    try database.execute(
      sql: """
        INSERT INTO event_change (at, change, event, title)
          SELECT ?, 'added', id, title FROM event ORDER BY id
        """, arguments: [now.secondsSinceEpoch])
  }

  private func insertion() throws -> Statement {
    try database.makeStatement(
      sql: """
        INSERT INTO event_change (at, change, event, title, field, old, new)
          VALUES (?, ?, ?, ?, ?, ?, ?)
        """)
  }

  private func insert(_ change: Change, _ statement: Statement) throws {
    try statement.execute(
      arguments: [
        change.at.secondsSinceEpoch, change.kind.rawValue, change.event, change.title,
        change.field, change.old, change.new,
      ])
  }

  private static let columns = "change, event, title, at, field, old, new"

  /// Calls a closure for the changes of one run, in the order of the log.
  static func forEachChange(
    at now: Instant, in database: Database, _ body: (Change) throws -> Void
  ) throws {
    let rows = try Row.fetchCursor(
      database, sql: "SELECT \(columns) FROM event_change WHERE at = ? ORDER BY id",
      arguments: [now.secondsSinceEpoch])
    while let row = try rows.next() { try Self.change(row).map(body) }
  }

  /// The changes after an instant, the newest first, then by event. The changes of one event in one
  /// run are a group.
  static func newest(
    _ limit: Int, after instant: Instant, in database: Database
  ) throws -> [[Change]] {
    let rows = try Row.fetchCursor(
      database,
      sql: """
        SELECT \(columns) FROM event_change WHERE (at, event) IN (
            SELECT DISTINCT at, event FROM event_change WHERE at > ?
            ORDER BY at DESC, event LIMIT ?)
          ORDER BY at DESC, event, id
        """, arguments: [instant.secondsSinceEpoch, limit])
    var groups: [[Change]] = []
    while let row = try rows.next() {
      guard let change = change(row) else { continue }
      if let last = groups.last?.last, last.at == change.at, last.event == change.event {
        groups[groups.count - 1].append(change)
      } else {
        groups.append([change])
      }
    }
    return groups
  }

  private static func change(_ row: Row) -> Change? {
    Change.Kind(rawValue: row[0]).map {
      Change(
        $0, event: row[1], title: row[2], at: Instant(secondsSinceEpoch: row[3]),
        field: row[4], old: row[5], new: row[6])
    }
  }
}
