import AlmanacModel
import AlmanacTime
import Foundation
import GRDB

/// `datapackage.json`: the tables and files of an edition as a Frictionless Data Package, with a
/// schema for each table (https://specs.frictionlessdata.io).
///
/// `frictionless validate datapackage.json` in the edition's folder reads every row.
struct DataPackage: Encodable {
  static let path = "datapackage.json"

  struct Resource: Encodable {
    struct Dialect: Encodable {
      struct Table: Encodable { var table: String }
      var sql: Table
    }
    var name: String
    var path: String
    var format: String
    var mediatype: String
    var dialect: Dialect?
    var schema: Schema?
  }

  struct Schema: Encodable {
    struct Field: Encodable {
      struct Constraints: Encodable { var required: Bool }
      var name: String
      var type: String
      var constraints: Constraints?
    }
    struct ForeignKey: Encodable {
      struct Reference: Encodable {
        var resource: String
        var fields: [String]
      }
      var fields: [String]
      var reference: Reference
    }
    var fields: [Field]
    var primaryKey: [String]?
    var foreignKeys: [ForeignKey]?
  }

  struct License: Encodable { var name: String }

  struct Source: Encodable {
    var title: String
    var path: String?
  }

  let profile = "data-package"
  var name: String
  var title: String
  /// The time of the newest change, not the run time: a run without changes doesn't change the
  /// file.
  var created: String
  var licenses: [License]?
  var sources: [Source]
  var resources: [Resource]

  /// Omits sizes and hashes: they depend on the run time and are in the manifest.
  init(
    _ contents: EditionContents, attributions: [Attribution], paths: [String], database: Database
  ) throws {
    let campuses = contents.campuses.map(\.id).joined(separator: "-")
    name = "almanac-\(campuses)"
    title = contents.options.calendarName
    created = try Self.newestChange(in: database, contents).rfc3339
    let licenses = Set(attributions.compactMap(\.license)).sorted().map(License.init)
    self.licenses = licenses.isEmpty ? nil : licenses
    sources = attributions.map { Source(title: $0.line, path: $0.website) }
    resources = try Self.tables(of: database).map { try Self.resource(table: $0, database) }
    resources += paths.filter(Self.isData).map(Self.resource)
  }

  static func newestChange(in database: Database, _ contents: EditionContents) throws -> Instant {
    let newest = try Int64.fetchOne(database, sql: "SELECT max(at) FROM event_change")
    return newest.map { Instant(secondsSinceEpoch: $0) } ?? contents.weekBegan
  }

  // MARK: Files

  /// Whether a file contains the whole data. Files by day, place and category only repeat it.
  static func isData(_ path: String) -> Bool {
    let folder = path.split(separator: "/").dropLast()
    return path == EditionWriter.changesPath || folder == ["geojson"] || folder == ["feeds"]
      || path == "calendars/all.ics"
  }

  static func mediaType(of path: String) -> String {
    switch path.split(separator: ".").last {
    case "sqlite": "application/vnd.sqlite3"
    case "ics": "text/calendar"
    case "geojson": "application/geo+json"
    case "atom": "application/atom+xml"
    case "rss": "application/rss+xml"
    case "ndjson": "application/x-ndjson"
    case "json": "application/json"
    default: "application/octet-stream"
    }
  }

  private static func resource(path: String) -> Resource {
    Resource(
      name: path.lowercased().replacing("/", with: "-").replacing(".", with: "-"), path: path,
      format: path.split(separator: ".").last.map(String.init) ?? "",
      mediatype: mediaType(of: path))
  }

  // MARK: Tables

  /// The names of all tables, without internal ones of FTS5, the R*Tree and GeoPackage.
  private static func tables(of database: Database) throws -> [String] {
    try String.fetchAll(
      database,
      sql: """
        SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%'
          AND name NOT LIKE 'gpkg%' AND name NOT LIKE 'occurrence_search%'
          AND name NOT LIKE 'place_rtree%'
        ORDER BY name
        """)
  }

  private static func resource(table: String, _ database: Database) throws -> Resource {
    let columns = try database.columns(in: table)
    let fields = columns.map { column in
      Schema.Field(
        name: column.name, type: type(of: column.type),
        constraints: column.isNotNull ? .init(required: true) : nil)
    }
    let key = columns.filter { $0.primaryKeyIndex > 0 }
      .sorted { $0.primaryKeyIndex < $1.primaryKeyIndex }.map(\.name)
    let foreign = try database.foreignKeys(on: table).map { key in
      Schema.ForeignKey(
        fields: key.originColumns,
        reference: .init(resource: key.destinationTable, fields: key.destinationColumns))
    }
    return Resource(
      name: table, path: "sqlite:///\(EditionDatabase.path)", format: "sql",
      mediatype: mediaType(of: EditionDatabase.path), dialect: .init(sql: .init(table: table)),
      schema: Schema(
        fields: fields, primaryKey: key.isEmpty ? nil : key,
        foreignKeys: foreign.isEmpty ? nil : foreign))
  }

  /// Maps SQLite's column types to types of Table Schema.
  private static func type(of column: String) -> String {
    switch column.uppercased() {
    case "TEXT": "string"
    case "INTEGER": "integer"
    case "REAL": "number"
    default: "any"
    }
  }
}
