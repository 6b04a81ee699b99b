import AlmanacFiles
import Foundation
import GRDB
import Testing

@testable import AlmanacPublish

/// Against SQLite itself, which reads what it did not write.
@Suite struct PackedTablesTests {
  private static let schema = """
    CREATE TABLE t (
      number INTEGER PRIMARY KEY, whole INTEGER, part REAL, words TEXT, bytes BLOB
    ) STRICT;
    CREATE INDEX by_whole ON t (whole, words);
    CREATE INDEX by_words ON t (words) WHERE words IS NOT NULL;
    CREATE TABLE word (id TEXT NOT NULL, position INTEGER NOT NULL, PRIMARY KEY (id, position))
      STRICT, WITHOUT ROWID;
    """

  private static let wholes: [Int64] =
    [0, 7, 15, 23, 31, 47, 55, 56, 62].flatMap { shift -> [Int64] in
      let power: Int64 = 1 << Int64(shift)
      return [power - 1, power, -power, -power - 1]
    } + [.max, .min]

  private struct Entry {
    let number: Int64
    let whole: Int64?
    let part: Double?
    let words: String?
    let bytes: [UInt8]

    /// - Parameter longest: Bytes of the longest texts.
    init(_ index: Int, longest: Int) {
      // Small numbers, then such as take nine bytes.
      number = index < 500 ? Int64(index) : .max - 1_000_000 + Int64(index)
      whole = index.isMultiple(of: 5) ? nil : PackedTablesTests.wholes[index % wholes.count]
      part = index.isMultiple(of: 4) ? nil : Double(index) / 8 - 3
      let size = index.isMultiple(of: 7) ? longest * (index % 50) / 50 : index % 90
      let letter = ["a", "é", "e\u{301}", "日", "Z"][index % 5]
      words = index.isMultiple(of: 3) ? nil : String(repeating: letter, count: size / 3)
      bytes = Array(repeating: UInt8(index % 251), count: size)
    }
  }

  private func write(_ entries: [Entry], to tables: PackedTables) throws {
    var table = try tables.table("t")
    let (whole, words) = (KeyColumn(), KeyColumn())
    var record = RecordWriter()
    for entry in entries {
      var packer = RowPacker()
      packer.add(entry.whole)
      packer.add(entry.part)
      packer.add(entry.words)
      try packer.bytes.withUnsafeBytes { bytes in
        var row = RowUnpacker(bytes)
        let values = [row.next(), row.next(), row.next()]
        whole.add(values[0])
        words.add(values[2])
        record.addNull()
        for value in values { record.add(value) }
        entry.bytes.withUnsafeBytes { record.add(blob: $0) }
        record.end()
        try table.add(entry.number, record)
      }
    }
    try table.finish()
    let rows = Array(0..<Int32(entries.count))
    func number(_ row: Int32) -> Int64 { entries[Int(row)].number }
    try tables.fill("by_whole", [whole, words], words.sorted(rows), number: number)
    try tables.fill("by_words", [words], rows.filter { !words.isEmpty($0) }, number: number)
    var tree = try tables.index("word")
    for (position, entry) in entries.enumerated() {
      let name = String(format: "%06d", position) + (entry.words ?? "")
      Array(name.utf8).withUnsafeBytes { record.add($0) }
      record.add(Int64(position))
      record.end()
      try tree.add(record)
    }
    try tree.finish()
  }

  @Test(
    "tables that are filled page by page are sound, and hold what was to be in them",
    arguments: [
      (0, 0), (1, 0), (2, 9_000), (60, 100), (499, 3_000), (5_000, 40), (40_000, 0),
      (3_000, 20_000),
    ])
  func areTables(count: Int, longest: Int) throws {
    let output = try TemporaryOutput()
    defer { withExtendedLifetime(output) {} }
    let url = output.folder.appending(path: "packed.sqlite")
    let empty = try DatabaseQueue(path: url.path, configuration: EditionDatabase.configuration)
    let layout = try empty.write { database in
      try database.execute(sql: Self.schema)
      return try PackedTables.Layout(database)
    }
    try empty.close()
    let entries = (0..<count).map { Entry($0, longest: longest) }
    let file = try PageFile(url)
    let tables = PackedTables(file, layout)
    try write(entries, to: tables)
    try file.finish()
    #expect(throws: PackedTables.Unknown.self) { try tables.table("none") }
    try DatabaseQueue(path: url.path).write { database in
      #expect(try String.fetchAll(database, sql: "PRAGMA integrity_check") == ["ok"])
      let rows = try Row.fetchAll(database, sql: "SELECT * FROM t ORDER BY number")
      #expect(rows.count == count)
      for (row, entry) in zip(rows, entries) {
        #expect(row["number"] == entry.number)
        #expect(row["whole"] == entry.whole)
        #expect(row["part"] == entry.part)
        // Texts that mean the same are equal in Swift.
        #expect(
          (row["words"] as String?).map { Array($0.utf8) } == entry.words.map { Array($0.utf8) })
        #expect(row["bytes"] == Data(entry.bytes))
      }
      for words in Set(entries.compactMap(\.words)).prefix(20) {
        let found = try Int64.fetchAll(
          database, sql: "SELECT number FROM t INDEXED BY by_words WHERE words = ? ORDER BY number",
          arguments: [words])
        #expect(
          found == entries.filter { $0.words?.utf8.elementsEqual(words.utf8) == true }.map(\.number)
        )
      }
      #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM word") == count)
      // SQLite goes on where the pages end.
      try database.execute(sql: "INSERT INTO t (whole) VALUES (1), (2)")
      #expect(try String.fetchAll(database, sql: "PRAGMA integrity_check") == ["ok"])
    }
  }

  @Test("the page that SQLite locks stays empty, and no number is given to it")
  func skipsLockedPage() throws {
    let output = try TemporaryOutput()
    defer { withExtendedLifetime(output) {} }
    let url = output.folder.appending(path: "large.sqlite")
    try Data().write(to: url)
    // Nothing but a size: the file has holes.
    #expect(truncate(url.path, off_t((PageFile.lockPage - 2) * PageFile.pageSize)) == 0)
    let file = try PageFile(url)
    #expect(file.next == UInt32(PageFile.lockPage - 1))
    #expect(file.following == UInt32(PageFile.lockPage + 1))
    let numbers = try (0..<3).map { _ in try file.add { $0[0] = 1 } }
    #expect(numbers.map(Int.init) == [-1, 1, 2].map { PageFile.lockPage + $0 })
    try file.finish()
    let handle = try FileHandle(forReadingFrom: url)
    try handle.seek(toOffset: UInt64((PageFile.lockPage - 2) * PageFile.pageSize))
    let pages = try handle.readToEnd() ?? Data()
    #expect(
      stride(from: 0, to: pages.count, by: PageFile.pageSize).map { pages[$0] } == [1, 0, 1, 1])
  }

  @Test("texts are sorted byte by byte, and equal ones stay as they came")
  func sortsTexts() {
    let texts = ["b", "", "a\u{301}", "á", "a", "b", "ab", "日", "b"]
    var list = TextList()
    for text in texts { list.add(text) }
    let sorted = list.sorted().map(Int.init)
    #expect(sorted == [1, 4, 6, 2, 0, 5, 8, 3, 7])
    #expect(list.areEqual(0, 5))
    #expect(!list.areEqual(2, 3))
  }

  @Test("whole numbers of any size are read as they were packed")
  func packsWholeNumbers() {
    let numbers = [
      0, 1, -1, .max, .min, Int64(Int32.max), Int64(Int32.max) + 1, Int64(Int32.min) - 1,
    ]
    var packer = RowPacker()
    for number in numbers { packer.add(number) }
    packer.bytes.withUnsafeBytes { bytes in
      var row = RowUnpacker(bytes)
      for number in numbers { #expect(row.integer() == number) }
      #expect(row.isAtEnd)
    }
  }
}
