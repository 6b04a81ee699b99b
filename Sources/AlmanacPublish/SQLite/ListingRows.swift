import AlmanacModel
import AlmanacTime
import GRDB

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
  private var ids: [String] = []

  init(_ builder: EditionBuilder) throws { pieces = try PieceSpool(in: builder.folder) }

  mutating func take(_ ids: [String], _ pieces: Pieces) throws {
    self.ids += ids
    try self.pieces.append(pieces)
  }

  func finish() throws -> UnsortedListings {
    UnsortedListings(pieces: try pieces.finish(), ids: ids)
  }
}

/// The rows of listings as events refer to them.
struct UnsortedListings: Sendable {
  fileprivate let pieces: SpooledPieces
  fileprivate let ids: [String]

  func sorted() -> SortedListings {
    // Equal ones stay in the order in which they came.
    let order = ids.indices.sorted { ids[$0] < ids[$1] }
    // Of those that are told of twice the last word counts.
    let positions = order.indices.lazy.filter { index in
      index + 1 == order.count || ids[order[index]] != ids[order[index + 1]]
    }.map { Int32(order[$0]) }
    return SortedListings(pieces: pieces, positions: Array(positions))
  }
}

/// The rows of listings, each once.
struct SortedListings: Sendable {
  fileprivate let pieces: SpooledPieces
  fileprivate let positions: [Int32]

  var count: Int { positions.count }

  func write(to database: Database) throws {
    let insertion = try RowInsertion(into: "listing", columns: 11, in: database)
    try pieces.each(positions) { _, row in try insertion.insert(&row, count: 11) }
  }
}
