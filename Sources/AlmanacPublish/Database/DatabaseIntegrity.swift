import GRDB

/// The reason why a file can't be read as an edition's database.
enum DatabaseIntegrityError: Error, CustomStringConvertible {
  case foreign
  case otherVersion(String)
  case damaged(table: String, String)

  var description: String {
    switch self {
    case .foreign: "this is not an edition's database of this version"
    case .otherVersion(let version):
      "the database is of version \(version), not \(EditionContents.schemaVersion)"
    case .damaged(let table, let problem): "the table \(table) is damaged: \(problem)"
    }
  }
}

extension Database {
  /// Checks that the file is an edition's database of this version.
  ///
  /// - Throws: `DatabaseIntegrityError`.
  func requireEdition() throws {
    guard try Int.fetchOne(self, sql: "PRAGMA application_id") == EditionSchema.applicationID,
      try tableExists("edition")
    else { throw DatabaseIntegrityError.foreign }
    let version = try String.fetchOne(self, sql: "SELECT value FROM edition WHERE name = 'schema'")
    guard let version, version == "\(EditionContents.schemaVersion)" else {
      throw DatabaseIntegrityError.otherVersion(version ?? "none")
    }
  }

  /// Checks tables for damage with `quick_check`. Without it, decoding a NULL that the schema
  /// excludes would trap later.
  ///
  /// - Throws: `DatabaseIntegrityError.damaged`.
  /// - Complexity: O(*n*) in the size of the tables.
  func checkIntegrity(_ tables: [String]) throws {
    for table in tables {
      let problem = try String.fetchOne(self, sql: "PRAGMA quick_check('\(table)')")
      guard problem == "ok" else {
        throw DatabaseIntegrityError.damaged(table: table, problem ?? "no answer")
      }
    }
  }
}
