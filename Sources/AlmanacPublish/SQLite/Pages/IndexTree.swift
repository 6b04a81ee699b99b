import AlmanacFiles

/// Fills an index, or a table without row ids, as SQLite made it, with all its entries in their order,
/// page by page.
struct IndexTree {
  private let file: PageFile
  private let root: UInt32
  private var leaf = PageDraft(.indexLeaf)
  /// The pages above the leaves that are being filled, from below.
  private var levels: [PageDraft] = []
  private var cell: [UInt8] = []

  /// - Parameter root: The index's page.
  init(_ root: UInt32, in file: PageFile) {
    self.root = root
    self.file = file
  }

  /// - Parameter record: Of two values at least, as no cell is of fewer than four bytes.
  mutating func add(_ record: RecordWriter) throws(FileError) {
    try record.withBytes { bytes throws(FileError) in try add(bytes) }
  }

  private mutating func add(_ record: UnsafeRawBufferPointer) throws(FileError) {
    guard record.count > PageFile.mostOfEntry else {
      // Two bytes tell the size of the longest that has no overflow pages.
      if !leaf.hasRoom(for: record.count + (record.count < 0x80 ? 1 : 2)) { try endLeaf() }
      return leaf.add(record: record)
    }
    cell.removeAll(keepingCapacity: true)
    cell.append(varint: UInt64(record.count))
    try file.add(record, to: &cell, most: PageFile.mostOfEntry)
    if !leaf.hasRoom(for: cell.count) { try endLeaf() }
    leaf.add(cell)
  }

  private mutating func endLeaf() throws(FileError) {
    // An entry stands between two pages, not in them.
    let between = leaf.removeLast()
    let page = try file.add { leaf.lay(out: $0) }
    leaf.removeAll()
    try add(between, behind: page, to: 0)
  }

  func finish() throws(FileError) {
    guard let top = levels.last else {
      return try file.replace(root) { leaf.lay(out: $0) }
    }
    var right = try file.add { leaf.lay(out: $0) }
    for level in levels.dropLast() {
      right = try file.add { level.lay(out: $0, right: right) }
    }
    try file.replace(root) { top.lay(out: $0, right: right) }
  }

  private mutating func add(_ entry: [UInt8], behind page: UInt32, to level: Int) throws(FileError)
  {
    if level == levels.count { levels.append(PageDraft(.indexInterior)) }
    if !levels[level].hasRoom(for: entry.count + 4) {
      let between = levels[level].removeLast()
      let right = between[..<4].reduce(0) { $0 << 8 | UInt32($1) }
      let page = try file.add { levels[level].lay(out: $0, right: right) }
      levels[level].removeAll()
      try add(Array(between[4...]), behind: page, to: level + 1)
    }
    levels[level].add(withUnsafeBytes(of: page.bigEndian) { Array($0) } + entry)
  }
}
