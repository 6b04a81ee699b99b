import AlmanacTime

/// Writes the log of changes: what the edition before carried, then what is new.
enum ChangeRows {
  /// Seconds before the week began that a change stays in the log.
  static let reach = 30 * 86_400

  /// Writes the rows, and their indexes.
  static func write(_ log: ChangeLog, to tables: PackedTables) throws {
    var table = try tables.table("event_change")
    var record = RecordWriter()
    var events = TextList()
    let times = KeyColumn()
    try log.each { change in
      events.add(change.event)
      times.add(.whole(change.at.secondsSinceEpoch))
      record.addNull()
      record.add(change.at.secondsSinceEpoch)
      record.add(change.kind.rawValue)
      record.add(change.event)
      record.add(change.title)
      record.add(change.field)
      record.add(change.old)
      record.add(change.new)
      record.end()
      try table.add(Int64(events.count), record)
    }
    try table.finish()
    func number(_ row: Int32) -> Int64 { Int64(row) + 1 }
    let byTime = times.sorted(Array(0..<Int32(events.count)))
    try tables.fill("event_change_by_at", [times], byTime, number: number)
    var byEvent = try tables.index("event_change_by_event")
    for row in events.sorted(byTime) {
      events.lend(Int(row)) { record.add($0) }
      times.add(row, to: &record)
      record.add(number(row))
      record.end()
      try byEvent.add(record)
    }
    try byEvent.finish()
  }
}
