import AlmanacFiles

/// Fills a table, as SQLite made it, with all its rows in the order of their numbers, page by page.
struct TableTree {
  private typealias Child = (page: UInt32, last: Int64)

  private let file: PageFile
  private let root: UInt32
  private var leaf = PageDraft(.tableLeaf)
  /// The pages above the leaves that are being filled, from below: what each leads to.
  private var levels: [[Child]] = []
  private var last: Int64 = 0
  private var cell: [UInt8] = []

  /// - Parameter root: The table's page.
  init(_ root: UInt32, in file: PageFile) {
    self.root = root
    self.file = file
  }

  mutating func add(_ number: Int64, _ record: RecordWriter) throws(FileError) {
    try record.withBytes { bytes throws(FileError) in try add(number, bytes) }
  }

  private mutating func add(_ number: Int64, _ record: UnsafeRawBufferPointer) throws(FileError) {
    defer { last = number }
    guard record.count > PageFile.mostOfRow else {
      if !leaf.hasRoom(for: record.count + PageDraft.mostHead) {
        let size = Self.size(UInt64(record.count)) + Self.size(UInt64(bitPattern: number))
        if !leaf.hasRoom(for: record.count + size) { try endLeaf() }
      }
      return leaf.add(row: record, number)
    }
    cell.removeAll(keepingCapacity: true)
    cell.append(varint: UInt64(record.count))
    cell.append(varint: UInt64(bitPattern: number))
    try file.add(record, to: &cell, most: PageFile.mostOfRow)
    if !leaf.hasRoom(for: cell.count) { try endLeaf() }
    leaf.add(cell)
  }

  mutating func finish() throws(FileError) {
    guard !levels.isEmpty else {
      return try file.replace(root) { leaf.lay(out: $0) }
    }
    try endLeaf()
    var level = 0
    while level < levels.count {
      let (draft, right) = Self.draft(levels[level])
      if level + 1 == levels.count {
        return try file.replace(root) { draft.lay(out: $0, right: right.page) }
      }
      let page = try file.add { draft.lay(out: $0, right: right.page) }
      try add((page, right.last), to: level + 1)
      level += 1
    }
  }

  private mutating func endLeaf() throws(FileError) {
    let page = try file.add { leaf.lay(out: $0) }
    leaf.removeAll()
    try add((page, last), to: 0)
  }

  private mutating func add(_ child: Child, to level: Int) throws(FileError) {
    if level == levels.count { levels.append([]) }
    // Numbers grow, and so do their bytes. One child more than there are cells has no cell.
    if levels[level].count > Self.room(child.last) {
      // The last one goes on, lest the next page has no cell.
      let rest = levels[level].removeLast()
      let (draft, right) = Self.draft(levels[level])
      let page = try file.add { draft.lay(out: $0, right: right.page) }
      levels[level] = [rest]
      try add((page, right.last), to: level + 1)
    }
    levels[level].append(child)
  }

  /// Cells of a page that leads to others.
  private static func room(_ number: Int64) -> Int {
    (PageFile.pageSize - 12) / (2 + 4 + size(UInt64(bitPattern: number)))
  }

  /// Bytes of a number of variable size.
  private static func size(_ value: UInt64) -> Int {
    var cell: [UInt8] = []
    cell.append(varint: value)
    return cell.count
  }

  private static func draft(_ children: [Child]) -> (PageDraft, right: Child) {
    var draft = PageDraft(.tableInterior)
    var cell: [UInt8] = []
    for child in children.dropLast() {
      cell.removeAll(keepingCapacity: true)
      withUnsafeBytes(of: child.page.bigEndian) { cell.append(contentsOf: $0) }
      cell.append(varint: UInt64(bitPattern: child.last))
      draft.add(cell)
    }
    return (draft, children.last ?? (0, 0))
  }
}
