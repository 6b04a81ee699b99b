import AlmanacModel
import AlmanacTime
import GRDB
import Testing

@testable import AlmanacPublish

@Suite struct WordListTests {
  private static let letters = ["a", "b", "c", "é", "ü", "日", "本", "𝒳"]

  private static func word(_ random: inout SeededRandom) -> String {
    (0..<Int.random(in: 1..<6, using: &random)).compactMap { _ in
      letters.randomElement(using: &random)
    }.joined()
  }

  @Test(
    "of every word and beginning that is common the rows are known, of no other",
    arguments: [1, 2, 3], [1, 30, 400])
  func gathers(seed: UInt64, least: Int) throws {
    var random = SeededRandom(state: seed)
    let rowCount = 3_000
    var rows: [String: Set<Int32>] = [:]
    for _ in 0..<600 {
      let word = Self.word(&random)
      for _ in 0..<Int.random(in: 1..<60, using: &random) {
        rows[word, default: []].insert(.random(in: 0..<Int32(rowCount), using: &random))
      }
    }
    let single: Int32 = 1_000
    let weight = { (row: Int32) in row >= single && row.isMultiple(of: 7) ? 5 : 1 }
    let weights = RowWeights(
      from: single, (single..<Int32(rowCount)).map { Int32(weight($0)) })
    var entries: [(text: String, exact: [Int32], beginning: [Int32])] = []
    var tree = WordTree(rowCount: rowCount, least: least, weights: weights) { entry in
      let text = String(decoding: entry.text, as: UTF8.self)
      entries.append((text, entry.exact, entry.beginning ?? entry.exact))
    }
    let words = rows.keys.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    for word in words { try tree.add(Array(word.utf8)[...], rows: (rows[word] ?? []).sorted()) }
    try tree.finish()
    entries.sort { $0.text.utf8.lexicographicallyPrecedes($1.text.utf8) }
    #expect(Set(entries.map(\.text)).count == entries.count)
    let beginnings = Set(words.flatMap { word in (1...word.count).map { String(word.prefix($0)) } })
    for beginning in beginnings {
      let expected = words.filter { $0.utf8.starts(with: beginning.utf8) }
        .reduce(into: Set<Int32>()) { $0.formUnion(rows[$1] ?? []) }
      let found = entries.first { !$0.text.utf8.lexicographicallyPrecedes(beginning.utf8) }
        .flatMap { $0.text.utf8.starts(with: beginning.utf8) ? $0 : nil }
      let isCommon = expected.reduce(0) { $0 + weight($1) } >= least
      #expect(found?.beginning == (isCommon ? expected.sorted() : nil), "\(beginning)")
      guard let own = rows[beginning], own.reduce(0, { $0 + weight($1) }) >= least else { continue }
      #expect(found?.text == beginning && found?.exact == own.sorted(), "\(beginning)")
    }
    for entry in entries where !entry.exact.isEmpty {
      #expect(rows[entry.text]?.sorted() == entry.exact, "\(entry.text)")
    }
  }

  private static let vocabulary = ["jazz", "talk", "tal", "tälk", "öffnung", "day", "日本", "x"]

  /// A search table, and what it holds: words that are everywhere, rare ones, and some so often in one
  /// row that they fill pages.
  private func fill(
    _ database: Database, pageSize: Int, rowCount: Int, _ random: inout SeededRandom
  ) throws -> [String: [Int64]] {
    try database.execute(
      sql: """
        CREATE VIRTUAL TABLE t USING fts5 (
          a, b, content='', tokenize="unicode61 remove_diacritics 2"
        );
        INSERT INTO t (t, rank) VALUES ('pgsz', \(pageSize));
        INSERT INTO t (t, rank) VALUES ('automerge', 0);
        """)
    var rows: [String: [Int64]] = [:]
    for index in 0..<rowCount {
      let row = Int64(index < rowCount / 2 ? index + 1 : (1 << 30) + index)
      var words = (0..<20).map { _ in Self.vocabulary[.random(in: 0..<8, using: &random)] }
      words += (0..<3).map { _ in "rare\(Int.random(in: 0..<rowCount, using: &random))" }
      if index.isMultiple(of: 50) { words += Array(repeating: "often", count: 700) }
      if index == 3 { words.append(String(repeating: "long", count: 400)) }
      try database.execute(
        sql: "INSERT INTO t (rowid, a, b) VALUES (?, ?, ?)",
        arguments: [
          row, words.prefix(10).joined(separator: " "), words.dropFirst(10).joined(separator: " "),
        ])
      let folded = words.map { $0 == "tälk" ? "talk" : $0 == "öffnung" ? "offnung" : $0 }
      for word in Set(folded) { rows[word, default: []].append(row) }
    }
    return rows
  }

  @Test(
    "the words of a search table are read off its pages, also where rows go on on the next",
    arguments: [(64, 1), (64, 900), (300, 2_000), (4_050, 3_000)])
  func readsPages(pageSize: Int, rowCount: Int) throws {
    var random = SeededRandom(state: UInt64(pageSize))
    try DatabaseQueue().write { database in
      let expected = try fill(database, pageSize: pageSize, rowCount: rowCount, &random)
      try database.execute(sql: "INSERT INTO t (t) VALUES ('optimize')")
      var found: [String: [Int64]] = [:]
      var last = ""
      var words = try IndexedWords(of: "t", in: database)
      while try words.advance() {
        let text = String(decoding: words.word, as: UTF8.self)
        #expect(last.utf8.lexicographicallyPrecedes(text.utf8))
        last = text
        found[text] = words.rows
      }
      #expect(try !words.advance())
      #expect(found == expected)
    }
  }

  @Test(
    "a word has lists where enough dates have it, be they of one event",
    arguments: [(WordLists.least - 1, [Int]()), (WordLists.least, [WordLists.least])])
  func countsDates(dates: Int, counts: [Int]) throws {
    let output = try TemporaryOutput()
    var event = EditionFixture.moved
    event.occurrences = (0..<dates).map {
      Occurrence(start: .zoned(ZonedTime(EditionFixture.firstNight + 3_600 * $0, in: .utc)))
    }
    let edition = try output.publish(EditionFixture.contents(events: [event, EditionFixture.jazz]))
    let found = try edition.read {
      try Int.fetchAll($0, sql: "SELECT occurrences FROM word WHERE list IS NOT NULL")
    }
    #expect(found == counts)
  }

  @Test("beginnings that a table indexes besides are no words")
  func passesBeginnings() throws {
    try DatabaseQueue().write { database in
      try database.execute(
        sql: """
          CREATE VIRTUAL TABLE t USING fts5 (a, prefix='1 2');
          INSERT INTO t VALUES ('one two'), ('two three');
          INSERT INTO t (t) VALUES ('optimize');
          """)
      #expect(try words(of: database) == ["one", "three", "two"])
    }
  }

  @Test("a table that was not merged, or is of another format, is refused")
  func refusesOthers() throws {
    try DatabaseQueue().write { database in
      try database.execute(sql: "CREATE VIRTUAL TABLE t USING fts5 (a)")
      #expect(try words(of: database).isEmpty)
      try database.execute(sql: "INSERT INTO t VALUES ('one')")
    }
    let queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: "CREATE VIRTUAL TABLE t USING fts5 (a)") }
    for word in ["one", "two"] {
      try queue.write { try $0.execute(sql: "INSERT INTO t VALUES (?)", arguments: [word]) }
    }
    try queue.write { database in
      #expect(throws: IndexedWords.Problem.self) { try words(of: database) }
      try database.execute(sql: "INSERT INTO t (t) VALUES ('optimize')")
      #expect(try words(of: database) == ["one", "two"])
      try database.execute(sql: "UPDATE t_data SET block = substr(block, 1, 5) WHERE id > 1 << 37")
      #expect(throws: IndexedWords.Problem.self) { try words(of: database) }
      try database.execute(sql: "UPDATE t_config SET v = 5")
      #expect(throws: IndexedWords.Problem.self) { try words(of: database) }
    }
  }

  private func words(of database: Database) throws -> [String] {
    var words = try IndexedWords(of: "t", in: database)
    var found: [String] = []
    while try words.advance() { found.append(String(decoding: words.word, as: UTF8.self)) }
    return found
  }
}
