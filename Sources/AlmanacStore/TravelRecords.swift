public import AlmanacModel
import Foundation
import GRDB

extension Workspace {
  /// The connections to the places of a campus, the last result of `enrich`; nil if there is none.
  public func travel(campus: String) throws -> CampusTravel? {
    let payload = try database.read { database in
      try Data.fetchOne(
        database, sql: "SELECT payload FROM travel WHERE campus = ?", arguments: [campus])
    }
    return try payload.map { try JSONDecoder().decode(CampusTravel.self, from: $0) }
  }

  /// The fingerprint of the inputs of the stored travel; nil if there is none.
  public func travelFingerprint(campus: String) throws -> String? {
    try database.read { database in
      try String.fetchOne(
        database, sql: "SELECT fingerprint FROM travel WHERE campus = ?", arguments: [campus])
    }
  }

  /// Replaces the travel of a campus; nil removes it.
  public func save(_ travel: CampusTravel?, campus: String, fingerprint: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    let payload = try travel.map { try encoder.encode($0) }
    try database.write { database in
      try database.execute(sql: "DELETE FROM travel WHERE campus = ?", arguments: [campus])
      guard let payload else { return }
      try database.execute(
        sql: "INSERT INTO travel (campus, fingerprint, payload) VALUES (?, ?, ?)",
        arguments: [campus, fingerprint, payload])
    }
  }
}
