import AlmanacFiles
import Foundation
import GRDB

/// The search tables of an edition, filled in a file of their own: there they are in nobody's way
/// while the rows are written, and what merging leaves behind goes with the file.
final class SearchDatabase: Sendable {
  private let url: URL
  private let queue: DatabaseQueue

  init(at url: URL) throws {
    self.url = url
    queue = try EditionDatabase.explaining(url) {
      try DatabaseQueue(path: url.path, configuration: EditionDatabase.configuration)
    }
  }

  /// Fills the tables with the texts of the events that `EventRows` packed, and closes the file.
  func fill(_ rows: SpooledPiles, in order: EditionOrder) throws {
    try EditionDatabase.explaining(url) {
      try queue.writeWithoutTransaction { database in
        try database.inTransaction {
          try database.execute(sql: EditionSchema.wordTables + EditionSchema.searchTables)
          try database.execute(sql: EditionSchema.searchSettings)
          try Self.write(rows, in: order, to: database)
          try database.execute(
            sql: """
              INSERT INTO event_search (event_search) VALUES ('optimize');
              INSERT INTO event_trigram (event_trigram) VALUES ('optimize');
              """)
          try WordLists.write(in: order, to: database)
          return .commit
        }
      }
      try queue.close()
    }
  }

  private static func write(
    _ rows: SpooledPiles, in order: EditionOrder, to database: Database
  ) throws {
    let columns = ["rowid"] + EventRows.searched
    let words = try RowInsertion(into: "event_search", columns, in: database)
    let trigrams = try RowInsertion(into: "event_trigram", columns, in: database)
    try rows.each(order.sequence) { position, row in
      let number = Int64(order.number(ofEvent: position))
      let isUnspaced = row.integer() == 1
      var texts = row
      try words.insert(number, then: &texts, count: EventRows.searched.count)
      if isUnspaced {
        try trigrams.insert(number, then: &row, count: EventRows.searched.count)
      }
    }
  }

  /// Moves the tables into an edition's database, and removes the file.
  func move(to database: Database) throws {
    try database.execute(sql: "ATTACH ? AS search", arguments: [url.path])
    try database.inTransaction {
      for table in ["event_search", "event_trigram"] {
        for part in ["data", "idx", "docsize", "config"] {
          try database.execute(
            sql: """
              DELETE FROM main.\(table)_\(part);
              INSERT INTO main.\(table)_\(part) SELECT * FROM search.\(table)_\(part);
              """)
        }
      }
      for table in ["word", "word_list"] {
        try database.execute(sql: "INSERT INTO main.\(table) SELECT * FROM search.\(table)")
      }
      return .commit
    }
    try database.execute(sql: "DETACH search")
    guard unlink(url.path) == 0 else { throw FileError(path: url.path, code: errno) }
  }
}
