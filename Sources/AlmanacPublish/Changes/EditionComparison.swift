import AlmanacModel
import AlmanacTime
import GRDB

/// Compares two editions in SQL: the newer one is the main database, the older one is attached as
/// `old`. The change log and `almanac diff` are this comparison.
struct EditionComparison {
  private enum Fate: Int {
    case inBoth, added, gone
  }

  let database: Database
  /// The run time of the newer edition.
  let now: Instant
  /// The windows of both.
  let windows: (old: Window, new: Window)

  /// Reports every event that one edition has and the other has not, or has otherwise.
  ///
  /// - Parameter report: Called in the order of the events' ids, with all changes of one event; without
  ///   any where no reader need see the difference.
  func run(_ report: (_ event: String, _ changes: [Change]) throws -> Void) throws {
    let candidates = try Row.fetchAll(database, sql: Self.candidates)
    let (before, after) = (
      try ContentReader("old", in: database), try ContentReader("main", in: database)
    )
    for row in candidates {
      let id: String = row[0]
      switch Fate(rawValue: row[1]) {
      case .inBoth:
        guard let old = try before.content(of: id), let new = try after.content(of: id) else {
          continue
        }
        let comparison = EventComparison(now: now, common: common, old: old, new: new)
        let changes = comparison.changes()
        // Such as a place's new name: the calendars have it, and no field.
        if !changes.isEmpty || old.digest != new.digest { try report(id, changes) }
      case .added:
        guard let new = try after.content(of: id) else { continue }
        // What came and was withdrawn between the two is in neither.
        let isKept = !new.isWithdrawn
        try report(id, isKept ? [Change(.added, event: id, title: new.title, at: now)] : [])
      case .gone, nil:
        if let old = try before.content(of: id) { try report(id, try loss(of: old)) }
      }
    }
  }

  /// The numbers of events that both have, and of those that only the older one has.
  func counts() throws -> (inBoth: Int, gone: Int) {
    let inBoth = try Int.fetchOne(
      database, sql: "SELECT count(*) FROM event WHERE id IN (SELECT id FROM old.event)")
    let all = try Int.fetchOne(database, sql: "SELECT count(*) FROM old.event")
    return (inBoth ?? 0, (all ?? 0) - (inBoth ?? 0))
  }

  /// An event all of whose dates have passed, or are outside the window now, has ended: no change,
  /// unless another event has taken its place.
  private func loss(of old: StoredContent) throws -> [Change] {
    let heir = try String.fetchOne(
      database.cachedStatement(sql: "SELECT event FROM main.event_alias WHERE alias = ?"),
      arguments: [old.id])
    if let heir {
      return [
        Change(
          .merged, event: old.id, title: old.title, at: now, field: "id", old: old.id, new: heir)
      ]
    }
    let ahead = Window(from: now, to: windows.new.to)
    // That of an event that stayed after it was withdrawn is logged already.
    guard !old.isWithdrawn, old.occurrences.contains(where: { $0.touches(ahead) }) else {
      return []
    }
    return [Change(.withdrawn, event: old.id, title: old.title, at: now)]
  }

  /// The overlap of the windows, without their last days: events that were expanded earlier in the day
  /// have a window that is some hours older.
  private var common: Window {
    let margin = 36 * 3_600
    return Window(
      from: max(windows.old.from, windows.new.from) + margin,
      to: min(windows.old.to, windows.new.to) - margin)
  }

  private static let candidates = """
    SELECT n.event, \(Fate.inBoth.rawValue)
      FROM main.event_revision n JOIN old.event_revision o ON o.event = n.event
      JOIN main.event e ON e.id = n.event JOIN old.event f ON f.id = o.event
      WHERE n.digest <> o.digest OR n.dates_digest <> o.dates_digest
        OR (e.withdrawn IS NULL) <> (f.withdrawn IS NULL)
    UNION ALL SELECT event, \(Fate.added.rawValue) FROM main.event_revision
      WHERE event NOT IN (SELECT event FROM old.event_revision)
    UNION ALL SELECT event, \(Fate.gone.rawValue) FROM old.event_revision
      WHERE event NOT IN (SELECT event FROM main.event_revision)
    ORDER BY 1
    """
}
