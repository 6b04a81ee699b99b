import Foundation
import GRDB

/// Finds the occurrences of a text among those of an edition: by lists where a word is common, else by
/// FTS5.
struct TextSearch {
  private(set) var terms: [QueryTerm] = []
  private(set) var tests: [OccurrenceTest] = []

  private let database: Database
  private let reader: ListReader
  /// Whether occurrences have texts of their own.
  private let hasTexts: Bool

  init(_ text: SearchText, in database: Database, _ reader: ListReader, limits: QueryLimits) throws
  {
    self.database = database
    self.reader = reader
    hasTexts = try database.hasOccurrenceTexts()
    try add(text.words)
    if let trigrams = text.trigrams {
      let ids = try ids(in: .trigrams, matching: trigrams, limit: limits.gathered + 1)
      if ids.count > limits.gathered {
        tests.append(
          try OccurrenceTest(.trigrams, matching: trigrams, hasTexts: hasTexts, in: database))
      } else {
        terms.append(QueryTerm(ids))
      }
    }
    tests += try text.parts.map {
      try OccurrenceTest(containing: $0, hasTexts: hasTexts, in: database)
    }
  }

  private mutating func add(_ words: [SearchText.Word]) throws {
    guard !words.isEmpty else { return }
    let tokenizer = try database.makeTokenizer(.unicode61(diacritics: .remove))
    var common: [StoredList] = []
    var phrases: [SearchText.Word] = []
    var rare: [SearchText.Word] = []
    for word in words {
      let tokens = try tokenizer.tokenize(query: word.text).map(\.token)
      let lists = try tokens.enumerated().compactMap { index, token in
        word.isBeginning && index == tokens.count - 1
          ? try list(ofBeginning: token) : try list(of: token)
      }
      if lists.count < tokens.count {
        rare.append(word)
      } else {
        common += lists
        if tokens.count > 1 { phrases.append(word) }
      }
    }
    terms += try common.map { try QueryTerm([$0], reader: reader) }
    if !rare.isEmpty {
      terms.append(QueryTerm(try ids(in: .words, matching: Self.query(rare))))
    }
    if !phrases.isEmpty {
      tests.append(
        try OccurrenceTest(
          .words, matching: Self.query(phrases), hasTexts: hasTexts, in: database))
    }
    // FTS5 looks past what it sees no word in; with nothing else it finds nothing.
    if terms.isEmpty { terms.append(QueryTerm([])) }
  }

  private static func query(_ words: [SearchText.Word]) -> String {
    words.map(\.query).joined(separator: " ")
  }

  /// nil where the word is rare.
  private func list(of word: String) throws -> StoredList? {
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: "SELECT list, occurrences FROM word WHERE text = ? AND list IS NOT NULL"),
      arguments: [word])
    return row.map { StoredList(table: .words, number: $0[0], count: $0[1]) }
  }

  /// nil where words that begin so are rare.
  private func list(ofBeginning beginning: String) throws -> StoredList? {
    // Between the beginnings that are told no words part.
    let row = try Row.fetchOne(
      database.cachedStatement(
        sql: """
          SELECT beginning_list, beginning_occurrences, text FROM word WHERE text >= ?
          ORDER BY text LIMIT 1
          """),
      arguments: [beginning])
    guard let row, (row[2] as String).utf8.starts(with: beginning.utf8) else { return nil }
    return StoredList(table: .words, number: row[0], count: row[1])
  }

  /// In their order; where there are more than the limit, some.
  private func ids(
    in table: SearchTable, matching query: String, limit: Int = -1
  ) throws -> [Int32] {
    let events = table.ofEvents
    let found = try Int32.fetchAll(
      database.cachedStatement(
        sql: """
          SELECT x.id FROM \(events) s CROSS JOIN occurrence x ON x.event_number = s.rowid
          WHERE s.\(events) MATCH ? LIMIT ?
          """),
      arguments: [query, limit])
    guard hasTexts else { return found.sorted() }
    let others = table.ofOccurrences
    let own = try Int32.fetchAll(
      database.cachedStatement(sql: "SELECT rowid FROM \(others) WHERE \(others) MATCH ? LIMIT ?"),
      arguments: [query, limit])
    return Set(found).union(own).sorted()
  }
}

extension Database {
  /// Whether occurrences can be found by texts of their own; earlier Almanacs published no such table.
  fileprivate func hasOccurrenceTexts() throws -> Bool {
    let table = SearchTable.words.ofOccurrences
    guard try tableExists(table) else { return false }
    return try Bool.fetchOne(
      cachedStatement(sql: "SELECT EXISTS (SELECT 1 FROM \(table)_docsize)")) ?? false
  }
}
