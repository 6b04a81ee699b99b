public import AlmanacModel
import AlmanacRecords
import GRDB

/// Selects one of two versions of a campus's listings.
public enum CampusListings: Sendable {
  /// The listings that its sources contain now.
  case present
  /// The listings from which its events were made: previous versions of changed ones, and new ones.
  case ofEvents

  fileprivate var ids: String {
    switch self {
    case .present: "SELECT id FROM listing WHERE campus = :campus ORDER BY id"
    case .ofEvents:
      """
      SELECT id FROM previousListing WHERE campus = :campus
      UNION SELECT id FROM listing WHERE campus = :campus ORDER BY id
      """
    }
  }

  fileprivate var rows: String {
    let span = "campus = :campus AND id BETWEEN :first AND :last"
    return switch self {
    case .present: "SELECT id, payload FROM listing WHERE \(span) ORDER BY id"
    case .ofEvents:
      """
      SELECT id, payload FROM previousListing WHERE \(span)
      UNION ALL
      SELECT id, payload FROM listing
      WHERE \(span) AND id NOT IN (SELECT id FROM previousListing WHERE \(span))
      ORDER BY id
      """
    }
  }
}

/// A range of listing ids, both bounds included, in byte order.
public struct ListingSpan: Hashable, Sendable {
  let first: String
  let last: String
}

extension Workspace {
  /// Splits a campus's listings into ranges of `size` listings each, in the order of their ids.
  ///
  /// - Complexity: O(*n*) in the number of listings; reads ids only.
  public func spans(
    _ which: CampusListings, campus: String, of size: Int
  ) throws -> [ListingSpan] {
    try database.read { database in
      var spans: [ListingSpan] = []
      var count = 0
      var (first, last) = ("", "")
      let ids = try String.fetchCursor(
        database.cachedStatement(sql: which.ids), arguments: ["campus": campus])
      while let id = try ids.next() {
        if count % size == 0 {
          if count > 0 { spans.append(ListingSpan(first: first, last: last)) }
          first = id
        }
        last = id
        count += 1
      }
      if count > 0 { spans.append(ListingSpan(first: first, last: last)) }
      return spans
    }
  }

  /// The listings of a range with hashes of their stored JSON, in the order of their ids.
  ///
  /// Decodes outside the connection, so several callers decode in parallel.
  ///
  /// - Throws: `WorkspaceError.unreadable`.
  public func listings(
    _ which: CampusListings, campus: String, in span: ListingSpan
  ) throws -> [(listing: Listing, hash: UInt64)] {
    let texts = try database.read { database in
      let rows = try Row.fetchCursor(
        database.cachedStatement(sql: which.rows),
        arguments: ["campus": campus, "first": span.first, "last": span.last])
      return try Array(
        rows.map { row in
          (
            id: row[0] as String,
            bytes: try row.withUnsafeData(atIndex: 1) { $0.map { Array($0) } ?? [] }
          )
        })
    }
    return try texts.map {
      (
        try RecordCoding.record(Listing.self, from: $0.bytes, table: "listing", key: $0.id),
        StableHash.bytes($0.bytes)
      )
    }
  }
}
