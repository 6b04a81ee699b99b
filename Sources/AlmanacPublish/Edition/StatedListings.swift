public import AlmanacModel
import AlmanacTime
import Foundation

/// The listings that sources have, most of which state the edition's events: of each what is published of
/// it, packed. As records a million of them would be most of the memory that publishing takes.
public struct StatedListings: Sendable {
  /// Each begins with the id.
  private let rows: [UInt8]
  /// Where the row of each id begins.
  private let places: RowPlaces
  /// Ids of those that are not public.
  let hidden: Set<String>

  /// Of several with one id the first counts.
  public init(_ listings: some Sequence<Listing>) {
    var builder = Builder()
    for listing in listings { builder.add(listing) }
    self = builder.finish()
  }

  fileprivate init(rows: [UInt8], places: RowPlaces, hidden: Set<String>) {
    self.rows = rows
    self.places = places
    self.hidden = hidden
  }

  /// Takes listings one by one.
  public struct Builder: ~Copyable {
    private var packer = RowPacker()
    private var starts: [Int] = []
    private var hidden: Set<String> = []

    public init() {}

    public mutating func add(_ listing: Listing) {
      let id = listing.id
      if listing.visibility != .public { hidden.insert(id) }
      starts.append(packer.bytes.count)
      packer.add(id)
      ListingRows.pack(statementsOf: listing, to: &packer)
      packer.add(listing.tags.count)
      for tag in listing.tags { packer.add(tag) }
    }

    public consuming func finish() -> StatedListings {
      let rows = packer.bytes
      return StatedListings(rows: rows, places: RowPlaces(starts, in: rows), hidden: hidden)
    }
  }

  /// Adds the uid, the link and the other columns of a listing.
  ///
  /// - Returns: false where there is no such listing; nothing is added.
  func pack(_ reference: ListingReference, to row: inout RowPacker) -> Bool {
    find(reference.id) { listing in
      row.add(listing.text() ?? reference.uid)
      row.add(listing.text() ?? reference.url)
      row.add(valuesOf: &listing, count: ListingRows.statements - 2)
      return true
    } ?? false
  }

  func contains(_ id: String) -> Bool { find(id) { _ in true } ?? false }

  func tags(of id: String) -> [String] {
    find(id) { listing in
      for _ in 0..<ListingRows.statements { _ = listing.next() }
      let count = Int(listing.integer() ?? 0)
      return (0..<count).compactMap { _ in listing.text() }
    } ?? []
  }

  /// Lends what is packed of a listing, behind its id.
  private func find<Result>(_ id: String, _ body: (inout RowUnpacker) -> Result) -> Result? {
    var id = id
    return id.withUTF8 { wanted in
      rows.withUnsafeBytes { rows in
        guard let start = places.start(of: UnsafeRawBufferPointer(wanted), in: rows) else {
          return nil
        }
        var row = RowUnpacker(UnsafeRawBufferPointer(rebasing: rows[start...]))
        _ = row.next()
        return body(&row)
      }
    }
  }
}

/// Where rows begin, by the ids that they begin with: a search in the order of a million ids looks at twenty
/// of them, each somewhere else in memory.
private struct RowPlaces: Sendable {
  /// A power of two of them, half of them free at least. Of a row the upper bits of its id's hash, and one
  /// more than where it begins; 0 where there is none.
  private var slots: [UInt64]

  private static let startBits: UInt64 = 40

  /// - Parameter starts: Of several with one id the first counts.
  init(_ starts: [Int], in rows: [UInt8]) {
    var size = 2
    while size < 2 * starts.count { size *= 2 }
    slots = Array(repeating: 0, count: size)
    rows.withUnsafeBytes { rows in
      for start in starts { add(start, in: rows) }
    }
  }

  private mutating func add(_ start: Int, in rows: UnsafeRawBufferPointer) {
    let id = Self.id(at: start, of: rows)
    let hash = Self.hash(of: id)
    var index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[index] != 0 {
      if isOf(index, hash, id, in: rows) { return }
      index = (index + 1) & (slots.count - 1)
    }
    slots[index] = (hash >> Self.startBits) << Self.startBits | UInt64(start + 1)
  }

  func start(of id: UnsafeRawBufferPointer, in rows: UnsafeRawBufferPointer) -> Int? {
    let hash = Self.hash(of: id)
    var index = Int(truncatingIfNeeded: hash) & (slots.count - 1)
    while slots[index] != 0 {
      if isOf(index, hash, id, in: rows) { return start(at: index) }
      index = (index + 1) & (slots.count - 1)
    }
    return nil
  }

  private func isOf(
    _ index: Int, _ hash: UInt64, _ id: UnsafeRawBufferPointer, in rows: UnsafeRawBufferPointer
  ) -> Bool {
    guard slots[index] >> Self.startBits == hash >> Self.startBits else { return false }
    return Self.id(at: start(at: index), of: rows).elementsEqual(id)
  }

  private func start(at index: Int) -> Int {
    Int(slots[index] & ((1 << Self.startBits) - 1)) - 1
  }

  private static func hash(of id: UnsafeRawBufferPointer) -> UInt64 {
    var hasher = Hasher()
    hasher.combine(bytes: id)
    return UInt64(bitPattern: Int64(hasher.finalize()))
  }

  private static func id(at start: Int, of rows: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer {
    var row = RowUnpacker(UnsafeRawBufferPointer(rebasing: rows[start...]))
    guard case .words(let id) = row.next() else {
      return UnsafeRawBufferPointer(rebasing: rows[..<0])
    }
    return id
  }
}
