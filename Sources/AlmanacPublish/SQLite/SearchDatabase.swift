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

  /// Fills the tables with the texts of the events that `EventRows` packed, and with those of
  /// occurrences, and closes the file.
  func fill(_ rows: SpooledPiles, _ texts: SpooledTexts, in order: EditionOrder) throws {
    try EditionDatabase.explaining(url) {
      try queue.writeWithoutTransaction { database in
        try database.inTransaction {
          try database.execute(sql: EditionSchema.wordTables + EditionSchema.searchTables)
          try database.execute(sql: EditionSchema.searchSettings)
          try Self.write(rows, in: order, to: database)
          let occurrences = try Self.write(texts, in: order, to: database)
          for table in Self.tables {
            try database.execute(sql: "INSERT INTO \(table) (\(table)) VALUES ('optimize')")
          }
          try WordLists.write(in: order, withTexts: occurrences, to: database)
          return .commit
        }
      }
      try queue.close()
    }
  }

  private static let tables = SearchTable.allCases.flatMap { [$0.ofEvents, $0.ofOccurrences] }

  private static func write(
    _ rows: SpooledPiles, in order: EditionOrder, to database: Database
  ) throws {
    let insertion = try SearchInsertion(\.ofEvents, in: database)
    try rows.each(order.sequence) { position, row in
      try insertion.insert(&row, Int64(order.number(ofEvent: position)))
    }
  }

  /// - Returns: The ids of the occurrences.
  private static func write(
    _ texts: SpooledTexts, in order: EditionOrder, to database: Database
  ) throws -> [Int32] {
    let insertion = try SearchInsertion(\.ofOccurrences, in: database)
    return try texts.each(in: order) { id, row in try insertion.insert(&row, id) }
  }

  /// Moves the tables into an edition's database, and removes the file.
  func move(to database: Database) throws {
    try database.execute(sql: "ATTACH ? AS search", arguments: [url.path])
    try database.inTransaction {
      for table in Self.tables {
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

/// Adds texts to a table of words and, where they need it, to the one of trigrams.
private struct SearchInsertion {
  private let words: RowInsertion
  private let trigrams: RowInsertion

  init(_ name: (SearchTable) -> String, in database: Database) throws {
    let columns = ["rowid"] + EventRows.searched
    words = try RowInsertion(into: name(.words), columns, in: database)
    trigrams = try RowInsertion(into: name(.trigrams), columns, in: database)
  }

  func insert(_ row: inout RowUnpacker, _ number: Int64) throws {
    let isUnspaced = row.integer() == 1
    var texts = row
    try words.insert(number, then: &texts, count: EventRows.searched.count)
    guard isUnspaced else { return }
    try trigrams.insert(number, then: &row, count: EventRows.searched.count)
  }
}
