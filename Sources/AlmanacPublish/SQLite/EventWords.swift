import AlmanacModel
import AlmanacTime
import GRDB

/// The rows of what belongs to events by their ids: categories, tags, listings, former ids and the
/// rules of series; packed and written in the order of the ids.
struct EventWords {
  private enum Table: Int {
    case category, tag, listing, alias, series
  }

  /// Packs the rows of an event as one piece, each behind its table.
  static func pack(_ published: PublishedEvent, to row: inout RowPacker) {
    let id = published.id
    for (position, entry) in published.categories.enumerated() {
      row.add(Table.category.rawValue)
      row.add(id)
      row.add(entry.id)
      row.add(position == 0)
    }
    let tags = published.event.tags
    for text in tags.count > 1 ? Set(tags).sorted() : tags {
      row.add(Table.tag.rawValue)
      row.add(id)
      row.add(text)
    }
    for former in published.event.aliases {
      row.add(Table.alias.rawValue)
      row.add(former)
      row.add(id)
    }
    let listings = published.event.listings
    for (position, entry) in listings.enumerated()
    where !listings[..<position].contains(where: { $0.id.utf8.elementsEqual(entry.id.utf8) }) {
      row.add(Table.listing.rawValue)
      row.add(id)
      row.add(entry.id)
      row.add(position)
      row.add(entry.score)
      row.add(entry.evidence.isEmpty ? "[]" : ReferenceRows.json(entry.evidence))
    }
    if let series = published.event.series { pack(series, of: id, to: &row) }
    row.endPiece()
  }

  /// Times with the names of their zones: a rule goes by the clocks of a zone, not by an offset.
  private static func pack(_ series: Series, of id: String, to row: inout RowPacker) {
    let recurrence = series.recurrence
    row.add(Table.series.rawValue)
    row.add(id)
    row.add(series.start.description)
    row.add(series.end?.description)
    row.add(ReferenceRows.json(recurrence.rules.map(\.description)))
    row.add(ReferenceRows.json(recurrence.exclusionRules.map(\.description)))
    row.add(ReferenceRows.json(recurrence.additions.map(\.description)))
    row.add(ReferenceRows.json(recurrence.exclusions.map(\.description)))
  }

  /// Writes the rows that were packed, and their indexes.
  ///
  /// - Parameters:
  ///   - ids: Of the events, in their order.
  ///   - rest: Takes former ids, for `write(rest:to:)`.
  static func write(
    _ rows: SpooledPieces, ids: TextList, to tables: PackedTables, rest: PieceSpool
  ) throws {
    var category = try WordTable("event_category", in: tables)
    var tag = try WordTable("tag", in: tables)
    var listing = try WordTable("event_listing", isIndexed: false, in: tables)
    var series = try tables.index("series")
    var record = RecordWriter()
    var event: Int32 = 0
    try rows.each { row in
      var kept = RowPacker()
      while !row.isAtEnd, let table = row.integer().flatMap({ Table(rawValue: Int($0)) }) {
        switch table {
        case .category: category.take(&row, count: 3)
        case .tag: tag.take(&row, count: 2)
        case .listing: listing.take(&row, count: 5)
        case .alias:
          kept.add(valuesOf: &row, count: 2)
        case .series:
          for _ in 0..<7 { record.add(row.next()) }
          record.end()
          try series.add(record)
        }
      }
      try category.endEvent(event)
      try tag.endEvent(event)
      try listing.endEvent(event)
      event += 1
      guard !kept.bytes.isEmpty else { return }
      kept.endPiece()
      try rest.append(kept.pieces)
    }
    try category.finish("event_category_by_category", ids, in: tables)
    try tag.finish("tag_by_tag", ids, in: tables)
    // Its index is written with the listings.
    try listing.finish()
    try series.finish()
  }

  /// Writes former ids.
  static func write(rest: SpooledPieces, to database: Database) throws {
    let alias = try RowInsertion(into: "event_alias", columns: 2, in: database)
    var aliases: Set<String> = []
    try rest.each { row in
      while !row.isAtEnd {
        var former = row
        if let text = former.text(), aliases.insert(text).inserted {
          try alias.insert(&row, count: 2)
        } else {
          _ = (row.next(), row.next())
        }
      }
    }
  }
}

/// A table of words of events, whose key is an event's id and the word.
private struct WordTable {
  private var tree: IndexTree
  private let words = KeyColumn()
  /// By the row, the position of its event.
  private var events: [Int32] = []
  /// The values of the event's rows.
  private var rows: [[PackedValue]] = []
  private var count = 0
  private var record = RecordWriter()

  private let isIndexed: Bool

  /// - Parameter isIndexed: Whether the words are gathered for an index.
  init(_ name: String, isIndexed: Bool = true, in tables: PackedTables) throws {
    tree = try tables.index(name)
    self.isIndexed = isIndexed
  }

  /// Takes a row of the event, which begins with its id and the word.
  mutating func take(_ row: inout RowUnpacker, count values: Int) {
    if count == rows.count { rows.append([]) }
    rows[count].removeAll(keepingCapacity: true)
    for _ in 0..<values { rows[count].append(row.next()) }
    count += 1
  }

  /// Writes the rows of the event, each word once.
  mutating func endEvent(_ event: Int32) throws {
    if count > 1 { rows[..<count].sort { Self.word($0).precedes(Self.word($1)) } }
    for index in 0..<count {
      let row = rows[index]
      if index > 0, Self.word(rows[index - 1]).holdsSame(as: Self.word(row)) { continue }
      for value in row { record.add(value) }
      record.end()
      try tree.add(record)
      guard isIndexed else { continue }
      words.add(row[1])
      events.append(event)
    }
    count = 0
  }

  func finish() throws { try tree.finish() }

  /// Ends the table, and fills its index of the words.
  ///
  /// - Parameter ids: Of the events, in their order.
  func finish(_ index: String, _ ids: TextList, in tables: PackedTables) throws {
    try finish()
    var tree = try tables.index(index)
    var record = RecordWriter()
    for row in words.sorted(Array(0..<Int32(events.count))) {
      words.add(row, to: &record)
      ids.lend(Int(events[Int(row)])) { record.add($0) }
      record.end()
      try tree.add(record)
    }
    try tree.finish()
  }

  private static func word(_ row: [PackedValue]) -> UnsafeRawBufferPointer {
    if case .words(let text) = row[1] { text } else { UnsafeRawBufferPointer(start: nil, count: 0) }
  }
}
