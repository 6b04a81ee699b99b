public import AlmanacModel
import AlmanacRecords
import Foundation
import GRDB

/// The rows of a campus that an export selects.
public struct RecordScope: Sendable {
  public var campus: String
  /// Ids of the campus's sources.
  public var sources: [String]
  /// Names of the settings in the set.
  public var settings: [String]

  public init(campus: String, sources: [String], settings: [String]) {
    self.campus = campus
    self.sources = sources
    self.settings = settings
  }
}

extension Workspace {
  /// Writes rows as records, a JSON object on each line, in the order of their primary keys.
  ///
  /// - Parameter write: Receives whole lines, in chunks.
  public func exportRecords(
    _ set: RecordSet, of scope: RecordScope, to write: ([UInt8]) throws -> Void
  ) throws {
    let arguments: StatementArguments = [
      "campus": scope.campus, "stage": set.stage?.rawValue ?? "",
      "keys": try RecordCoding.text(of: set == .parse ? scope.sources : [scope.campus]),
      "sources": try RecordCoding.text(of: scope.sources),
      "settings": try RecordCoding.text(of: scope.settings),
    ]
    try database.read { database in
      var json = JSONWriter()
      for table in RecordTable.all where table.sets.contains(set) {
        let columns = try database.columns(in: table.name).map(\.name)
          .filter { !table.omitted.contains($0) }
        let key = try database.primaryKey(table.name).columns.joined(separator: ", ")
        let rows = try Row.fetchCursor(
          database,
          sql: """
            SELECT \(columns.joined(separator: ", ")) FROM \(table.name)
            WHERE \(table.selection) ORDER BY \(key)
            """, arguments: arguments)
        while let row = try rows.next() {
          json.beginRecord(table.name, campus: scope.campus)
          for (index, column) in columns.enumerated() where column != "campus" {
            json.key(column)
            try json.value(of: row, at: index, isJSON: RecordTable.jsonColumns.contains(column))
          }
          json.endObject()
          json.endLine()
          guard json.bytes.count >= 1 << 16 else { continue }
          try write(json.bytes)
          json.clear()
        }
      }
      try write(json.bytes)
    }
  }

  /// Saves the identities of a campus that has none.
  public func restore(_ identities: [EventIdentity], campus: String) throws {
    try database.write { database in
      try Self.replace([], with: identities, campus: campus, in: database)
    }
  }
}

extension JSONWriter {
  /// Begins a line of records. Engines split lines by the members `record` and `campus`, which come
  /// first.
  public mutating func beginRecord(_ name: String, campus: String) {
    beginObject()
    member("record", name)
    member("campus", campus)
  }

  fileprivate mutating func value(of row: Row, at column: Int, isJSON: Bool) throws {
    switch (row[column] as DatabaseValue).storage {
    case .null: null()
    case .int64(let number): integer(number)
    case .double(let number): self.number(number)
    case .string(let text): isJSON ? raw(text) : string(text)
    case .blob(let data):
      isJSON ? raw(String(decoding: data, as: UTF8.self)) : string(data.base64EncodedString())
    }
  }
}
