import AlmanacModel
import AlmanacTime
import Foundation
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
  ///   - concealed: Events that the log must not name any more. They are never written: a row that is
  ///     deleted leaves its bytes in the file.
  func write(
    since windows: (old: Window, new: Window), horizon: Instant, concealing concealed: Set<String>
  ) throws {
    let names = try String(decoding: JSONEncoder().encode(concealed.sorted()), as: UTF8.self)
    try database.execute(
      sql: """
        INSERT INTO event_change SELECT * FROM old.event_change
          WHERE at > ? AND event NOT IN (SELECT value FROM json_each(?)) ORDER BY id
        """, arguments: [horizon.secondsSinceEpoch, names])
    try database.execute(
      sql: """
        UPDATE event_revision SET (sequence, created, modified, dated_uids) = (
            SELECT o.sequence, o.created, o.modified, max(o.dated_uids, event_revision.dated_uids)
            FROM old.event_revision o WHERE o.event = event_revision.event)
          WHERE event IN (SELECT event FROM old.event_revision)
        """)
    let insertion = try insertion()
    let revised = try database.makeStatement(
      sql: "UPDATE event_revision SET sequence = sequence + 1, modified = ? WHERE event = ?")
    let former = try database.makeStatement(
      sql: """
        UPDATE event_revision SET (sequence, created) = (
            SELECT count(DISTINCT at), min(at) FROM old.event_change WHERE event = ?1)
          WHERE event = ?1 AND event IN (SELECT event FROM old.event_change)
            AND event NOT IN (SELECT id FROM old.event)
        """)
    let comparison = EditionComparison(database: database, now: now, windows: windows)
    try comparison.run { event, changes in
      if concealed.contains(event) { return }
      for change in changes { try insert(change, insertion) }
      if changes.first?.kind == .added {
        // An event returns after it was withdrawn. A calendar that still contains it ignores a
        // lower SEQUENCE (RFC 5546 section 2.1.5). So count the editions that logged a change of
        // it.
        try former.execute(arguments: [event])
        if database.changesCount > 0 { return }
      }
      let isKnown = changes.first?.kind != .added
      if try isKnown || isInBoth(event) {
        try revised.execute(arguments: [now.secondsSinceEpoch, event])
      }
    }
  }

  /// Logs every event as added, for the first edition.
  func writeFirst() throws {
    try database.execute(
      sql: """
        INSERT INTO event_change (at, change, event, title)
          SELECT ?, 'added', id, title FROM event ORDER BY id
        """, arguments: [now.secondsSinceEpoch])
  }

  private func isInBoth(_ event: String) throws -> Bool {
    try Bool.fetchOne(
      database.cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM old.event WHERE id = ?)"),
      arguments: [event]) ?? false
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

  /// The changes after an instant, in chronological order.
  static func changes(after instant: Instant, in database: Database) throws -> [Change] {
    try Row.fetchAll(
      database,
      sql: """
        SELECT change, event, title, at, field, old, new FROM event_change WHERE at > ? ORDER BY id
        """, arguments: [instant.secondsSinceEpoch]
    ).compactMap { row in
      Change.Kind(rawValue: row[0]).map {
        Change(
          $0, event: row[1], title: row[2], at: Instant(secondsSinceEpoch: row[3]),
          field: row[4], old: row[5], new: row[6])
      }
    }
  }
}
