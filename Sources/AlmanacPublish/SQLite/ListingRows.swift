import AlmanacModel
import AlmanacTime

/// The rows of the listings that events refer to: packed in the order of the events, written in that
/// of their ids.
struct ListingRows {
  /// Columns that hold what a listing states.
  static let statements = 9

  /// A listing that an event refers to and nobody handed over is known by its reference alone.
  static func pack(
    _ reference: ListingReference, of listings: StatedListings, to row: inout RowPacker
  ) {
    row.add(reference.id)
    row.add(reference.source)
    if !listings.pack(reference, to: &row) {
      row.add(reference.uid)
      row.add(reference.url)
      for _ in 2..<statements { row.add(String?.none) }
    }
    row.endPiece()
  }

  /// Its uid and its link first: where it has none, that of its reference counts.
  static func pack(statementsOf listing: Listing, to row: inout RowPacker) {
    row.add(listing.uid)
    row.add(listing.link)
    row.add(listing.title)
    row.add(listing.venue)
    row.add(listing.start.publicText)
    row.add(listing.end?.publicText)
    row.add(listing.status.rawValue)
    row.add(listing.published?.publicText)
    row.add(listing.updated?.publicText)
  }

  private let pieces: PieceSpool
  private var ids = TextList()
  private var events: [Int32] = []

  init(_ builder: EditionBuilder) throws { pieces = try PieceSpool(in: builder.folder) }

  /// - Parameter events: The positions of those that refer to the listings.
  mutating func take(_ ids: [String], of events: some Sequence<Int32>, _ pieces: Pieces) throws {
    for id in ids { self.ids.add(id) }
    self.events += events
    try self.pieces.append(pieces)
  }

  func finish() throws -> UnsortedListings {
    UnsortedListings(pieces: try pieces.finish(), ids: ids, events: events)
  }
}

/// The rows of listings as events refer to them.
struct UnsortedListings: Sendable {
  fileprivate let pieces: SpooledPieces
  fileprivate let ids: TextList
  /// By the reference, the position of its event.
  fileprivate let events: [Int32]

  func sorted() -> SortedListings {
    // Equal ones stay in the order in which they came.
    let order = ids.sorted()
    // Of those that are told of twice the last word counts.
    let positions = order.indices.lazy.filter { index in
      index + 1 == order.count || !ids.areEqual(Int(order[index]), Int(order[index + 1]))
    }.map { order[$0] }
    return SortedListings(references: self, order: order, positions: Array(positions))
  }
}

/// The rows of listings, each once.
struct SortedListings: Sendable {
  fileprivate let references: UnsortedListings
  /// Of all references.
  fileprivate let order: [Int32]
  fileprivate let positions: [Int32]

  var count: Int { positions.count }

  /// Writes the rows, and the indexes by listing.
  ///
  /// - Parameter ids: Of the events, in their order.
  func write(to tables: PackedTables, eventIDs ids: TextList) throws {
    var table = try tables.table("listing")
    var byID = try tables.index("sqlite_autoindex_listing_1")
    let source = KeyColumn()
    var record = RecordWriter()
    var number: Int64 = 0
    try references.pieces.each(positions) { position, row in
      number += 1
      references.ids.lend(position) { record.add($0) }
      record.add(number)
      record.end()
      try byID.add(record)
      record.add(row.next())
      let stating = row.next()
      source.add(stating)
      record.add(stating)
      for _ in 0..<ListingRows.statements { record.add(row.next()) }
      record.end()
      try table.add(number, record)
    }
    references.pieces.discard()
    try table.finish()
    try byID.finish()
    try tables.fill("listing_by_source", [source], Array(0..<Int32(count))) { Int64($0) + 1 }
    try writeEvents(to: tables, ids)
  }

  private func writeEvents(to tables: PackedTables, _ ids: TextList) throws {
    var tree = try tables.index("event_listing_by_listing")
    var record = RecordWriter()
    var last: Int32?
    for reference in order {
      defer { last = reference }
      // Listings that an event names twice are its own once.
      if let last, references.events[Int(last)] == references.events[Int(reference)],
        references.ids.areEqual(Int(last), Int(reference))
      {
        continue
      }
      references.ids.lend(Int(reference)) { record.add($0) }
      ids.lend(Int(references.events[Int(reference)])) { record.add($0) }
      record.end()
      try tree.add(record)
    }
    try tree.finish()
  }
}
