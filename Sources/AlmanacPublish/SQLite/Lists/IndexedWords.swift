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

  private let statement: Statement
  private var page = IndexPage()
  private var segment: Int64?
  /// Where the words of the page begin, and how many of them were read.
  private var starts: [Int] = []
  private var read = 0
  private var bytes: [UInt8] = []
  /// Of the rows that have the word, in their order.
  private(set) var rows: [Int64] = []
  /// Bytes of positions that are still to be skipped, on the next page.
  private var pending = 0
  private var isAtEnd = false

  /// The word that was read last.
  var word: ArraySlice<UInt8> { bytes.dropFirst() }

  init(of table: String, in database: Database) throws {
    let version = try Int.fetchOne(
      database, sql: "SELECT v FROM \(table)_config WHERE k = 'version'")
    guard version == 4 else {
      throw Problem.unknownFormat("version \(version.map(String.init) ?? "none")")
    }
    statement = try database.makeStatement(
      sql: "SELECT id, block FROM \(table)_data WHERE id >= ? ORDER BY id")
    sqlite3_bind_int64(statement.sqliteStatement, 1, 1 << Self.segmentShift)
  }

  /// Reads the next word in the order of the bytes.
  ///
  /// - Returns: false behind the last.
  mutating func advance() throws -> Bool {
    repeat {
      rows.removeAll(keepingCapacity: true)
      pending = 0
      if read == starts.count {
        guard try !isAtEnd && turn() else { return false }
        // What stands there belongs to no word.
        guard let first = starts.first else { throw Problem.brokenPage(page.id) }
        page.offset = first
      }
      guard try readWord() else { return end() }
      // What is left of it stands on the pages behind.
      while try read == starts.count && turn() { try readRows(to: starts.first ?? page.size) }
    } while bytes.count <= 1 || rows.isEmpty
    return true
  }

  /// - Returns: false behind the words themselves.
  private mutating func readWord() throws -> Bool {
    page.offset = starts[read]
    let kept = read == 0 ? 0 : Int(try page.varint())
    let added = Int(try page.varint())
    guard kept <= bytes.count else { throw Problem.brokenPage(page.id) }
    bytes.removeSubrange(kept...)
    bytes.append(contentsOf: try page.take(added))
    read += 1
    guard bytes.first == Self.mainIndex else { return false }
    try readRows(to: read < starts.count ? starts[read] : page.size)
    return true
  }

  /// Goes to the next page.
  ///
  /// - Returns: false behind the last.
  private mutating func turn() throws -> Bool {
    let handle = statement.sqliteStatement
    while true {
      let code = sqlite3_step(handle)
      if code == SQLITE_DONE { return end() }
      guard code == SQLITE_ROW else { throw DatabaseError(resultCode: ResultCode(rawValue: code)) }
      let id = sqlite3_column_int64(handle, 0)
      // Others help to find a row within the pages of a word.
      guard id >> Self.pageShift & 0x3f == 0 else { continue }
      let own = id >> Self.segmentShift
      guard segment ?? own == own else { throw Problem.unknownFormat("several segments") }
      segment = own
      page = IndexPage(
        UnsafeRawBufferPointer(
          start: sqlite3_column_blob(handle, 1), count: Int(sqlite3_column_bytes(handle, 1))),
        id: id)
      starts = try page.starts()
      read = 0
      return true
    }
  }

  private mutating func end() -> Bool {
    sqlite3_reset(statement.sqliteStatement)
    (starts, read, isAtEnd) = ([], 0, true)
    return false
  }

  /// The first row of a page or a word stands there as it is, others as the difference to the one
  /// before.
  private mutating func readRows(to end: Int) throws {
    var isFirst = true
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
}

/// A page of an FTS5 index: where its first row is, where its content ends, the content, and then
/// where its words begin.
private struct IndexPage {
  let bytes: UnsafeRawBufferPointer
  let id: Int64
  let size: Int
  var offset = 4

  init(
    _ bytes: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0), id: Int64 = 0
  ) {
    self.bytes = bytes
    self.id = id
    size = bytes.count < 4 ? 0 : Int(bytes[2]) << 8 | Int(bytes[3])
  }

  /// Where the words begin.
  mutating func starts() throws -> [Int] {
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
