public import AlmanacModel
import AlmanacTime
import Foundation

/// The listings that sources have, most of which state the edition's events: of each what is published of it, packed. As records a
/// million of them would be most of the memory that publishing takes.
public struct StatedListings: Sendable {
  /// In the order of the ids' bytes; each begins with the id.
  private let rows: [UInt8]
  private let starts: [Int]
  /// Ids of those that are not public.
  let hidden: Set<String>

  /// Of several with one id the first counts.
  public init(_ listings: some Sequence<Listing>) {
    var builder = Builder()
    for listing in listings { builder.add(listing) }
    self = builder.finish()
  }

  fileprivate init(rows: [UInt8], starts: [Int], hidden: Set<String>) {
    self.rows = rows
    self.starts = starts
    self.hidden = hidden
  }

  /// Takes listings one by one; fastest in the order of their ids.
  public struct Builder: ~Copyable {
    private var packer = RowPacker()
    private var starts: [Int] = []
    private var hidden: Set<String> = []
    private var last = ""
    private var isOrdered = true

    public init() {}

    public mutating func add(_ listing: Listing) {
      let id = listing.id
      if listing.visibility != .public { hidden.insert(id) }
      isOrdered = isOrdered && (starts.isEmpty || last.precedes(id))
      last = id
      starts.append(packer.bytes.count)
      packer.add(id)
      ListingRows.pack(statementsOf: listing, to: &packer)
      packer.add(listing.tags.count)
      for tag in listing.tags { packer.add(tag) }
    }

    public consuming func finish() -> StatedListings {
      let rows = packer.bytes
      if !isOrdered { starts = Self.ordered(starts, in: rows) }
      return StatedListings(rows: rows, starts: starts, hidden: hidden)
    }

    private static func ordered(_ starts: [Int], in rows: [UInt8]) -> [Int] {
      rows.withUnsafeBytes { rows in
        let ids = starts.map { start in
          var row = RowUnpacker(UnsafeRawBufferPointer(rebasing: rows[start...]))
          return row.text() ?? ""
        }
        return starts.indices.sorted { one, other in
          ids[one] == ids[other] ? one < other : ids[one].precedes(ids[other])
        }.map { starts[$0] }
      }
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
        var (low, high) = (0, starts.count)
        while low < high {
          let middle = (low + high) / 2
          if Self.row(at: starts[middle], of: rows).precedes(wanted) {
            low = middle + 1
          } else {
            high = middle
          }
        }
        guard low < starts.count else { return nil }
        var row = RowUnpacker(UnsafeRawBufferPointer(rebasing: rows[starts[low]...]))
        guard case .words(let found) = row.next(), found.elementsEqual(wanted) else { return nil }
        return body(&row)
      }
    }
  }

  private static func row(at start: Int, of rows: UnsafeRawBufferPointer) -> UnsafeRawBufferPointer
  {
    var row = RowUnpacker(UnsafeRawBufferPointer(rebasing: rows[start...]))
    guard case .words(let id) = row.next() else {
      return UnsafeRawBufferPointer(rebasing: rows[..<0])
    }
    return id
  }
}

extension UnsafeRawBufferPointer {
  /// Byte by byte.
  fileprivate func precedes(_ other: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let ours = baseAddress, let theirs = other.baseAddress else { return count < other.count }
    let order = memcmp(ours, theirs, Swift.min(count, other.count))
    return order == 0 ? count < other.count : order < 0
  }
}
