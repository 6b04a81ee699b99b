import AlmanacTime
import GRDB

/// Writes the log of changes: what the edition before carried, then what is new.
enum ChangeRows {
  /// Seconds that a change stays in the log.
  static let reach = 30 * 86_400

  static func write(_ log: ChangeLog, to database: Database) throws {
    let insertion = try RowInsertion(into: "event_change", columns: 8, in: database)
    var number: Int64 = 0
    var row = RowPacker()
    try log.each { change in
      number += 1
      row.clear()
      row.add(change.at.secondsSinceEpoch)
      row.add(change.kind.rawValue)
      row.add(change.event)
      row.add(change.title)
      row.add(change.field)
      row.add(change.old)
      row.add(change.new)
      try row.bytes.withUnsafeBytes { bytes in
        var values = RowUnpacker(bytes)
        try insertion.insert(number, then: &values, count: 7)
      }
    }
  }
}
