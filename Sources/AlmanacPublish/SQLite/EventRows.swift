import AlmanacModel
import AlmanacTime

/// The rows of events: packed while the events come in the order of their ids, written in the order
/// of their numbers.
struct EventRows {
  /// What the search looks at stands first.
  static let columns =
    ["number"] + EventRows.searched + [
      "id", "campus", "html", "url", "kind", "status", "transparency", "category",
      "category_confidence", "category_reason", "organizer", "contact", "price", "is_free", "image",
      "audience", "language", "online_url", "place", "room", "latitude", "longitude",
      "placement_confidence", "placement_method", "placement_reason",
      "placement_candidate", "placement_against", "start", "end", "all_day", "timezone", "rrule",
      "dated_uids", "sequence", "created", "modified", "digest", "withdrawn",
    ]
  static let searched = ["title", "description", "venue"]

  /// Packs whether the texts are to be found by parts of words, then these.
  static func pack(searched texts: [String?], to row: inout RowPacker) {
    row.add(texts.contains { $0.map(SearchText.hasUnspacedScript) ?? false })
    for text in texts { row.add(text) }
  }

  /// Packs what is searched, then the rest of the row but for its number.
  static func pack(
    _ published: PublishedEvent, _ revision: EventRevision, to row: inout RowPacker
  ) {
    let event = published.event
    pack(searched: [event.title, event.text, event.venue], to: &row)
    row.add(event.id)
    row.add(event.campus)
    row.add(event.html)
    row.add(event.url)
    row.add(event.kind.rawValue)
    row.add(published.status.rawValue)
    row.add(event.transparency?.rawValue)
    row.add(published.categories.first?.id)
    row.add(event.categorization?.confidence)
    row.add(event.categorization?.reason)
    row.add(event.organizer)
    row.add(event.contact)
    row.add(event.price)
    row.add(published.isFree)
    row.add(event.image)
    row.add(event.audience)
    row.add(event.language)
    row.add(event.onlineURL)
    packPlacement(of: published, to: &row)
    packTimes(of: published, to: &row)
    row.add(revision.hasDatedUIDs)
    row.add(revision.sequence)
    row.add(revision.created.secondsSinceEpoch)
    row.add(revision.modified.secondsSinceEpoch)
    row.add(revision.digest)
    row.add(published.withdrawn?.secondsSinceEpoch)
    row.endPiece()
  }

  private static func packPlacement(of published: PublishedEvent, to row: inout RowPacker) {
    let placement = published.event.placement
    row.add(published.location.place?.id)
    row.add(published.location.room)
    row.add(published.location.coordinate?.latitude)
    row.add(published.location.coordinate?.longitude)
    row.add(placement?.confidence)
    row.add(placement?.method?.rawValue)
    row.add(placement?.reason?.rawValue)
    row.add(placement?.likeliest)
    // What contradicts a place that the gazetteer no longer has says nothing.
    let isGone = placement?.place != nil && published.location.place == nil
    row.add(isGone ? nil : placement?.against)
  }

  private static func packTimes(of published: PublishedEvent, to row: inout RowPacker) {
    let first = published.occurrences.first
    row.add(first?.startsAt.secondsSinceEpoch)
    row.add(first?.endsAt?.secondsSinceEpoch)
    row.add(first?.start.isDay ?? false)
    row.add(timezone(of: published))
    row.add(published.event.series.flatMap(EventContent.ruleText))
  }

  /// The zone of the first occurrence; of whole days and bare offsets the campus's.
  private static func timezone(of published: PublishedEvent) -> String {
    if case .zoned(let time) = published.occurrences.first?.start, let zone = time.zone {
      return zone
    }
    return published.zone.identifier
  }

  /// Writes the rows that were packed, and their indexes.
  ///
  /// - Parameter ids: Of the events, in their order.
  static func write(
    _ rows: SpooledPiles, in order: EditionOrder, ids: TextList, to tables: PackedTables
  ) throws {
    var table = try tables.table("event")
    let layout = try tables.positions(of: "event", in: columns)
    let indexes = EventIndexes()
    var record = RecordWriter()
    var values: [PackedValue] = []
    try rows.each(order.sequence) { position, row in
      _ = row.next()
      // The number is told apart from the row.
      values.removeAll(keepingCapacity: true)
      values.append(.empty)
      for _ in 1..<columns.count { values.append(row.next()) }
      for column in layout { record.add(values[column]) }
      record.end()
      try table.add(Int64(order.number(ofEvent: position)), record)
      indexes.add(values)
    }
    try table.finish()
    try indexes.write(in: order, ids: ids, to: tables)
  }
}

/// The indexes of events.
private struct EventIndexes {
  /// Where these columns are among those of a row.
  private let positions: [Int]
  private let keys: [KeyColumn]

  init() {
    let names = ["start", "category", "campus", "place", "kind", "organizer"]
    positions = names.compactMap { EventRows.columns.firstIndex(of: $0) }
    keys = names.map { _ in KeyColumn() }
  }

  /// Takes the next row, in the order of the numbers.
  func add(_ values: [PackedValue]) {
    for (key, position) in positions.enumerated() { keys[key].add(values[position]) }
  }

  func write(in order: EditionOrder, ids: TextList, to tables: PackedTables) throws {
    let (start, category, campus) = (keys[0], keys[1], keys[2])
    let (place, kind, organizer) = (keys[3], keys[4], keys[5])
    let sequence = order.sequence
    func number(_ row: Int32) -> Int64 { Int64(order.number(ofEvent: Int(sequence[Int(row)]))) }
    try writeIDs(start, number, sequence, ids, to: tables)
    let byStart = start.sorted(Array(0..<Int32(sequence.count)))
    try tables.fill("event_by_category", [category, start], byStart, number: number)
    try tables.fill(
      "event_by_place", [campus, place, start], place.sorted(byStart), number: number)
    try tables.fill("event_by_kind", [kind, start], byStart, number: number)
    try tables.fill(
      "event_by_organizer", [organizer, start], byStart.filter { !organizer.isEmpty($0) },
      number: number)
  }

  /// The indexes that hold the events' ids.
  private func writeIDs(
    _ start: KeyColumn, _ number: (Int32) -> Int64, _ sequence: [Int32], _ ids: TextList,
    to tables: PackedTables
  ) throws {
    var rows = [Int32](repeating: 0, count: sequence.count)
    for (row, position) in sequence.enumerated() { rows[Int(position)] = Int32(row) }
    var record = RecordWriter()
    var byID = try tables.index("event_by_id")
    for (position, row) in rows.enumerated() {
      ids.lend(position) { record.add($0) }
      record.add(number(row))
      record.end()
      try byID.add(record)
    }
    try byID.finish()
    var byStart = try tables.index("event_by_start")
    for row in start.sorted(rows) {
      start.add(row, to: &record)
      ids.lend(Int(sequence[Int(row)])) { record.add($0) }
      record.add(number(row))
      record.end()
      try byStart.add(record)
    }
    try byStart.finish()
  }
}

extension SpooledPiles {
  /// Lends the rows of these positions, in their order.
  func each(
    _ positions: some Sequence<Int32>, _ body: (Int, inout RowUnpacker) throws -> Void
  ) throws {
    var reader = reader()
    for position in positions {
      try reader.lend(Int(position)) { bytes in
        var row = RowUnpacker(bytes)
        try body(Int(position), &row)
      }
    }
  }
}

extension SpooledPieces {
  /// Lends the rows of these positions, in their order.
  func each(
    _ positions: some Sequence<Int32>, _ body: (Int, inout RowUnpacker) throws -> Void
  ) throws {
    var buffer: [UInt8] = []
    for position in positions {
      let size = try read(Int(position), into: &buffer)
      try buffer.withUnsafeBytes { bytes in
        var row = RowUnpacker(UnsafeRawBufferPointer(rebasing: bytes[..<size]))
        try body(Int(position), &row)
      }
    }
  }

  /// Lends all rows, in their order.
  func each(_ body: (inout RowUnpacker) throws -> Void) throws {
    var walk = walk()
    while let piece = try walk.next() {
      try piece.withUnsafeBytes { bytes in
        var row = RowUnpacker(bytes)
        try body(&row)
      }
    }
  }
}
