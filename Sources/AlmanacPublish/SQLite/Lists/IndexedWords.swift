import GRDB
import GRDBSQLite

/// Reads the words of an FTS5 table off its pages, with the rows that have them: asking the table for
/// each word would take as long as filling it.
///
/// The pages are laid out as fts5_index.c of SQLite says, in format 4 of FTS5, with `detail=full`. The
/// table is merged into one segment ("optimize").
struct IndexedWords {
  /// Why a table can't be read so.
  enum Problem: Error, CustomStringConvertible {
    case unknownFormat(String)
    case brokenPage(Int64)

    var description: String {
      switch self {
      case .unknownFormat(let what): "SQLite's full-text index is of another format: \(what)"
      case .brokenPage(let id): "page \(id) of SQLite's full-text index can't be read"
      }
    }
  }

  /// What stands before the words themselves, not before their beginnings.
  private static let mainIndex = UInt8(ascii: "0")
  private static let segmentShift: Int64 = 37
  private static let pageShift: Int64 = 31

  private let body: (ArraySlice<UInt8>, [Int64]) throws -> Void
  private var word: [UInt8] = []
  private var rows: [Int64] = []
  /// Bytes of positions that are still to be skipped, on the next page.
  private var pending = 0

  /// Lends the words in the order of their bytes, with the ids of the rows in theirs.
  static func each(
    in table: String, of database: Database,
    _ body: (ArraySlice<UInt8>, [Int64]) throws -> Void
  ) throws {
    let version = try Int.fetchOne(
      database, sql: "SELECT v FROM \(table)_config WHERE k = 'version'")
    guard version == 4 else {
      throw Problem.unknownFormat("version \(version.map(String.init) ?? "none")")
    }
    try withoutActuallyEscaping(body) { body in
      var words = IndexedWords(body: body)
      try words.read(table, of: database)
    }
  }

  private init(body: @escaping (ArraySlice<UInt8>, [Int64]) throws -> Void) { self.body = body }

  private mutating func read(_ table: String, of database: Database) throws {
    let statement = try database.makeStatement(
      sql: "SELECT id, block FROM \(table)_data WHERE id >= ? ORDER BY id")
    let handle = statement.sqliteStatement
    sqlite3_bind_int64(handle, 1, 1 << Self.segmentShift)
    defer { sqlite3_reset(handle) }
    var segment: Int64?
    while true {
      let code = sqlite3_step(handle)
      if code == SQLITE_DONE { break }
      guard code == SQLITE_ROW else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
      let id = sqlite3_column_int64(handle, 0)
      // Others help to find a row within the pages of a word.
      guard id >> Self.pageShift & 0x3f == 0 else { continue }
      let own = id >> Self.segmentShift
      guard segment ?? own == own else { throw Problem.unknownFormat("several segments") }
      segment = own
      let bytes = UnsafeRawBufferPointer(
        start: sqlite3_column_blob(handle, 1), count: Int(sqlite3_column_bytes(handle, 1)))
      var page = IndexPage(bytes: bytes, id: id)
      guard try read(&page) else { return }
    }
    try endWord()
  }

  /// - Returns: false behind the last word.
  private mutating func read(_ page: inout IndexPage) throws -> Bool {
    let terms = try page.terms()
    // What is left of the last word of the page before.
    try readRows(&page, to: terms.first ?? page.size, isFirst: true)
    for (index, start) in terms.enumerated() {
      try endWord()
      page.offset = start
      let kept = index == 0 ? 0 : Int(try page.varint())
      let added = Int(try page.varint())
      guard kept <= word.count else { throw Problem.brokenPage(page.id) }
      word.removeSubrange(kept...)
      word.append(contentsOf: try page.take(added))
      guard word.first == Self.mainIndex else {
        word = []
        return false
      }
      try readRows(&page, to: index + 1 < terms.count ? terms[index + 1] : page.size, isFirst: true)
    }
    return true
  }

  /// - Parameter isFirst: The first row of a page or a word stands there as it is, others as the
  ///   difference to the one before.
  private mutating func readRows(_ page: inout IndexPage, to end: Int, isFirst: Bool) throws {
    var isFirst = isFirst
    let left = min(pending, end - page.offset)
    page.offset += left
    pending -= left
    while page.offset < end {
      let value = Int64(bitPattern: try page.varint())
      rows.append(isFirst ? value : (rows.last ?? 0) &+ value)
      isFirst = false
      let bytes = Int(try page.varint() >> 1)
      guard page.offset <= end else { throw Problem.brokenPage(page.id) }
      let skipped = min(bytes, end - page.offset)
      page.offset += skipped
      pending = bytes - skipped
    }
  }

  private mutating func endWord() throws {
    if word.count > 1, !rows.isEmpty { try body(word[1...], rows) }
    rows.removeAll(keepingCapacity: true)
    pending = 0
  }
}

/// A page of an FTS5 index: where its first row is, where its content ends, the content, and then
/// where its words begin.
private struct IndexPage {
  let bytes: UnsafeRawBufferPointer
  let id: Int64
  let size: Int
  var offset = 4

  init(bytes: UnsafeRawBufferPointer, id: Int64) {
    self.bytes = bytes
    self.id = id
    size = bytes.count < 4 ? 0 : Int(bytes[2]) << 8 | Int(bytes[3])
  }

  /// Where the words begin.
  mutating func terms() throws -> [Int] {
    guard size >= 4, size <= bytes.count else { throw IndexedWords.Problem.brokenPage(id) }
    var found: [Int] = []
    var last = 0
    offset = size
    while offset < bytes.count {
      last += Int(try varint())
      guard last >= 4, last < size else { throw IndexedWords.Problem.brokenPage(id) }
      found.append(last)
    }
    offset = 4
    return found
  }

  /// SQLite's: seven bits a byte, the highest first, up to nine bytes.
  mutating func varint() throws -> UInt64 {
    var value: UInt64 = 0
    for count in 1...9 {
      guard offset < bytes.count else { throw IndexedWords.Problem.brokenPage(id) }
      let byte = bytes[offset]
      offset += 1
      if count == 9 { return value << 8 | UInt64(byte) }
      value = value << 7 | UInt64(byte & 0x7f)
      if byte < 0x80 { break }
    }
    return value
  }

  mutating func take(_ count: Int) throws -> UnsafeRawBufferPointer.SubSequence {
    guard count >= 0, count <= size - offset else { throw IndexedWords.Problem.brokenPage(id) }
    offset += count
    return bytes[offset - count..<offset]
  }
}
