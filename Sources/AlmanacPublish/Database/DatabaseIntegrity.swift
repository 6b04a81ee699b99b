import GRDB

/// Why a database can't be read as an edition's.
enum UnsoundDatabase: Error, CustomStringConvertible {
  case foreign
  case otherVersion(String)
  case damaged(table: String, String)

  var description: String {
    switch self {
    case .foreign: "this is no database of an edition of this version"
    case .otherVersion(let version):
      "the database is of version \(version), not \(EditionContents.schemaVersion)"
    case .damaged(let table, let problem): "the table \(table) is damaged: \(problem)"
    }
  }
}

extension Database {
  /// Requires the file to be an edition's of this version.
  func requireEdition() throws {
    guard try Int.fetchOne(self, sql: "PRAGMA application_id") == EditionSchema.applicationID,
      try tableExists("edition")
    else { throw UnsoundDatabase.foreign }
    let version = try String.fetchOne(self, sql: "SELECT value FROM edition WHERE name = 'schema'")
    guard let version, version == "\(EditionContents.schemaVersion)" else {
      throw UnsoundDatabase.otherVersion(version ?? "none")
    }
  }

  /// Reads tables through, so that no damaged page or value turns up half-way: decoding a NULL where the
  /// schema has none would trap.
  func requireSound(_ tables: [String]) throws {
    for table in tables {
      let problem = try String.fetchOne(self, sql: "PRAGMA quick_check('\(table)')")
      guard problem == "ok" else {
        throw UnsoundDatabase.damaged(table: table, problem ?? "no answer")
      }
    }
  }
}
