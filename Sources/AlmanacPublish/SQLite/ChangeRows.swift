import AlmanacTime
import GRDB

/// Writes the log of changes: what the edition before carried, then what is new.
enum ChangeRows {
  /// Seconds that a change stays in the log.
  static let reach = 30 * 86_400

  static func write(_ changes: [Change], to database: Database) throws {
    let insert = try database.insertion(into: "event_change", columns: 8)
    for (number, change) in changes.enumerated() {
      try insert.execute(
        arguments: [
          number + 1, change.at.secondsSinceEpoch, change.kind.rawValue, change.event,
          change.title, change.field, change.old, change.new,
        ])
    }
  }
}
