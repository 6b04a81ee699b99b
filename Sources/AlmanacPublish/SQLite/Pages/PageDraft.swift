import AlmanacFiles

/// A page of a b-tree that is being filled (sqlite.org/fileformat2.html, section 1.6).
struct PageDraft {
  enum Kind: UInt8 {
    case indexInterior = 2
    case tableInterior = 5
    case indexLeaf = 10
    case tableLeaf = 13
  }

  /// Bytes before a row that has no overflow pages, at most: its size and its number.
  static let mostHead = 2 + 9

  private let kind: Kind
  private var cells = FixedBytes(count: PageFile.pageSize)
  private var starts = [UInt16](repeating: 0, count: PageFile.pageSize / leastCell)
  private var count = 0

  /// Bytes that a cell takes with its place in the page, at least.
  private static let leastCell = 4

  init(_ kind: Kind) { self.kind = kind }

  private var isLeaf: Bool { kind == .indexLeaf || kind == .tableLeaf }

  func hasRoom(for bytes: Int) -> Bool {
    (isLeaf ? 8 : 12) + 2 * (count + 1) + cells.count + bytes <= PageFile.pageSize
  }

  mutating func add(_ cell: [UInt8]) {
    begin()
    cell.withUnsafeBytes { cells.append($0) }
  }

  /// Adds a cell that is a whole record, behind its size.
  mutating func add(record: UnsafeRawBufferPointer) {
    begin()
    cells.append(varint: UInt64(record.count))
    cells.append(record)
  }

  /// Adds a cell that is a whole row, behind its size and its number.
  mutating func add(row record: UnsafeRawBufferPointer, _ number: Int64) {
    begin()
    cells.append(varint: UInt64(record.count))
    cells.append(varint: UInt64(bitPattern: number))
    cells.append(record)
  }

  private mutating func begin() {
    starts[count] = UInt16(cells.count)
    count += 1
  }

  /// Of a page in a tree, behind which others follow.
  mutating func removeLast() -> [UInt8] {
    count -= 1
    let start = Int(starts[count])
    defer { cells.cut(at: start) }
    return cells.lend(start..<cells.count) { Array($0) }
  }

  mutating func removeAll() {
    cells.clear()
    count = 0
  }

  /// - Parameter right: The page behind the last cell, of a page that leads to others.
  func lay(out page: UnsafeMutableRawBufferPointer, right: UInt32 = 0) {
    let content = page.count - cells.count
    page[0] = kind.rawValue
    store(UInt16(count), at: 3, in: page)
    store(UInt16(content), at: 5, in: page)
    if !isLeaf { store(right, at: 8, in: page) }
    var offset = isLeaf ? 8 : 12
    for start in starts[..<count] {
      store(UInt16(content) + start, at: offset, in: page)
      offset += 2
    }
    cells.lend {
      UnsafeMutableRawBufferPointer(rebasing: page[content...]).copyMemory(from: $0)
    }
  }

  private func store(
    _ value: some FixedWidthInteger, at offset: Int, in page: UnsafeMutableRawBufferPointer
  ) {
    withUnsafeBytes(of: value.bigEndian) { bytes in
      for (index, byte) in bytes.enumerated() { page[offset + index] = byte }
    }
  }
}

extension PageFile {
  /// Bytes of a record that stay in its cell, at most and where the rest goes to pages of its own.
  private static let least = (pageSize - 12) * 32 / 255 - 23
  static let mostOfEntry = (pageSize - 12) * 64 / 255 - 23
  static let mostOfRow = pageSize - 35

  /// Adds a record to a cell; what the cell must not hold goes to overflow pages, each with the number of
  /// the next.
  func add(
    _ record: UnsafeRawBufferPointer, to cell: inout [UInt8], most: Int
  ) throws(FileError) {
    guard record.count > most else { return cell.append(contentsOf: record) }
    let wanted = Self.least + (record.count - Self.least) % (Self.pageSize - 4)
    var start = wanted <= most ? wanted : Self.least
    cell.append(contentsOf: record[..<start])
    withUnsafeBytes(of: next.bigEndian) { cell.append(contentsOf: $0) }
    while start < record.count {
      let end = min(start + Self.pageSize - 4, record.count)
      let isLast = end == record.count
      let following = following
      try add { page in
        if !isLast {
          withUnsafeBytes(of: following.bigEndian) { page.copyMemory(from: $0) }
        }
        UnsafeMutableRawBufferPointer(rebasing: page[4...])
          .copyMemory(from: UnsafeRawBufferPointer(rebasing: record[start..<end]))
      }
      start = end
    }
  }
}

extension [UInt8] {
  mutating func append(varint value: UInt64) {
    var bytes = FixedBytes(count: 16)
    bytes.append(varint: value)
    bytes.lend { append(contentsOf: $0) }
  }
}
