import AlmanacModel
import AlmanacTime
import GRDB

/// Compares two editions in SQL. The newer one is the main database; the older one is attached as
/// `old`. The change log and `almanac diff` use it.
struct EditionComparison {
  /// Which editions contain an event.
  enum Presence: Int {
    case inBoth, added, gone
  }

  let database: Database
  /// The run time of the newer edition.
  let now: Instant
  /// The windows of both editions.
  let windows: (old: Window, new: Window)

  /// Reports every event that only one edition contains or whose content differs.
  ///
  /// - Parameter report: Called for each event, sorted by id, with all its changes. The changes are
  ///   empty if the difference affects no logged field.
  /// - Complexity: O(*n*) in SQL for all events; only differing events are decoded.
  func run(
    _ report: (_ event: String, _ presence: Presence, _ changes: [Change]) throws -> Void
  ) throws {
    let candidates = try Row.fetchAll(database, sql: Self.candidates)
    let (before, after) = (
      try ContentReader("old", in: database), try ContentReader("main", in: database)
    )
    for row in candidates {
      let id: String = row[0]
      guard let presence = Presence(rawValue: row[1]) else { continue }
      switch presence {
      case .inBoth:
        guard let old = try before.content(of: id), let new = try after.content(of: id) else {
          continue
        }
        let comparison = EventComparison(now: now, common: common, old: old, new: new)
        let changes = comparison.changes()
        // For example, a place's new name is in the calendars but in no logged field.
        if !changes.isEmpty || old.digest != new.digest { try report(id, presence, changes) }
      case .added:
        guard let new = try after.content(of: id) else { continue }
        // An event that appeared and was withdrawn between the editions is not reported as
        // added.
        let isKept = !new.isWithdrawn
        try report(
          id, presence, isKept ? [Change(.added, event: id, title: new.title, at: now)] : [])
      case .gone:
        if let old = try before.content(of: id) { try report(id, presence, try loss(of: old)) }
      }
    }
  }

  /// The number of events in both editions, and of those only in the older one.
  func counts() throws -> (inBoth: Int, gone: Int) {
    let inBoth = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM event WHERE id IN (SELECT id FROM old.event)")
    let all = try Int.fetchOne(database, sql: "SELECT count(*) FROM old.event")
    return (inBoth ?? 0, (all ?? 0) - (inBoth ?? 0))
  }

  /// The change for an event that the newer edition lacks. It has no change if its dates have
  /// passed or left the window: then it has ended. If it is an alias of another event, it was
  /// merged.
  private func loss(of old: StoredContent) throws -> [Change] {
    let successor = try String.fetchOne(
      database.cachedStatement(sql: "SELECT event FROM main.event_alias WHERE alias = ?"),
      arguments: [old.id])
    if let successor {
      return [
        Change(
          .merged, event: old.id, title: old.title, at: now, field: "id", old: old.id,
          new: successor)
      ]
    }
    let ahead = Window(from: now, to: windows.new.to)
    // The withdrawal of an event that remained as cancelled is already logged.
    guard !old.isWithdrawn, old.occurrences.contains(where: { $0.touches(ahead) }) else {
      return []
    }
    return [Change(.withdrawn, event: old.id, title: old.title, at: now)]
  }

  /// The overlap of both windows without 36 hours at each end. Events expanded earlier in the day
  /// have a window that is some hours older.
  private var common: Window {
    let margin = 36 * 3_600
    return Window(
      from: max(windows.old.from, windows.new.from) + margin,
      to: min(windows.old.to, windows.new.to) - margin)
  }

  private static let candidates = """
    SELECT n.event, \(Presence.inBoth.rawValue)
      FROM main.event_revision n JOIN old.event_revision o ON o.event = n.event
      JOIN main.event e ON e.id = n.event JOIN old.event f ON f.id = o.event
      WHERE n.digest <> o.digest OR n.dates_digest <> o.dates_digest
        OR (e.withdrawn IS NULL) <> (f.withdrawn IS NULL)
    UNION ALL SELECT event, \(Presence.added.rawValue) FROM main.event_revision
      WHERE event NOT IN (SELECT event FROM old.event_revision)
    UNION ALL SELECT event, \(Presence.gone.rawValue) FROM old.event_revision
      WHERE event NOT IN (SELECT event FROM main.event_revision)
    ORDER BY 1
    """
}
