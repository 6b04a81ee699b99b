public import AlmanacModel
import AlmanacRecords
import GRDB

/// Which listings of a campus are meant.
public enum CampusListings: Sendable {
  /// What its sources state now.
  case present
  /// What its events were made of: listings as they were then, and those that came since.
  case ofEvents

  fileprivate var ids: String {
    switch self {
    case .present: "SELECT id FROM listing WHERE campus = :campus ORDER BY id"
    case .ofEvents:
      """
      SELECT id FROM former WHERE campus = :campus
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
      SELECT id, payload FROM former WHERE \(span)
      UNION ALL
      SELECT id, payload FROM listing
      WHERE \(span) AND id NOT IN (SELECT id FROM former WHERE \(span))
      ORDER BY id
      """
    }
  }
}

/// Neighbours in the order of their ids, by the first and the last of them.
public struct ListingSpan: Hashable, Sendable {
  let first: String
  let last: String
}

extension Workspace {
  /// A campus's listings in parts of so many, in the order of their ids.
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

  /// Those of a span with hashes of their content, in the order of their ids; several callers at once
  /// decode at once.
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
