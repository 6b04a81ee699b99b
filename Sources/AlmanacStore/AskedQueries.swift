import Foundation
import GRDB

/// What a source's listings ask the geocoder.
public struct AskedQueries: Hashable, Sendable {
  /// How its venues are read.
  public var strategy: String
  /// Of each question once, as `VenueQueries` has them.
  public var hashes: Set<UInt64>

  public init(strategy: String, hashes: Set<UInt64> = []) {
    self.strategy = strategy
    self.hashes = hashes
  }
}

extension Workspace {
  /// Of the campus's sources whose listings are those that were asked for last, by their ids.
  public func askedQueries(campus: String) throws -> [String: AskedQueries] {
    try database.read { database in
      var found: [String: AskedQueries] = [:]
      let rows = try Row.fetchCursor(
        database, sql: "SELECT source, strategy, queries FROM asked WHERE campus = ?",
        arguments: [campus])
      while let row = try rows.next() {
        found[row[0]] = AskedQueries(
          strategy: row[1],
          hashes: try row.withUnsafeData(atIndex: 2) { $0.map(hashes) ?? [] })
      }
      return found
    }
  }

  static func save(
    _ asked: [String: AskedQueries], campus: String, in database: Database
  ) throws {
    for (source, queries) in asked.sorted(by: { $0.key < $1.key }) {
      let bytes = queries.hashes.sorted().flatMap { hash in
        stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: hash >> UInt64($0)) }
      }
      try database.execute(
        cached: """
          INSERT INTO asked (source, campus, strategy, queries) VALUES (?, ?, ?, ?)
          ON CONFLICT (source) DO UPDATE SET campus = excluded.campus,
            strategy = excluded.strategy, queries = excluded.queries
          """, arguments: [source, campus, queries.strategy, Data(bytes)])
    }
  }

  /// Little-endian.
  private func hashes(_ bytes: Data) -> Set<UInt64> {
    var hashes = Set<UInt64>(minimumCapacity: bytes.count / 8)
    var (hash, shift) = (UInt64(0), UInt64(0))
    for byte in bytes {
      hash |= UInt64(byte) << shift
      shift += 8
      if shift == 64 {
        hashes.insert(hash)
        (hash, shift) = (0, 0)
      }
    }
    return hashes
  }
}
