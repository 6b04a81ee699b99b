import Foundation
import GRDB

/// Fills an R*Tree of points with all of them at once, node by node, as sqlite.org/rtree.html lays
/// its nodes out: a tenth of the time that it takes to add them one by one, and a tighter tree.
///
/// The points are sorted into strips and along them, so that each node's are neighbours (STR: sort,
/// tile, recurse).
struct PackedTree {
  struct Point {
    let id: Int32
    let latitude: Double
    let longitude: Double
  }

  /// What a node says of one entry: the number of a row or node, and where it is at most.
  private struct Cell {
    var number: Int64
    var south: Float
    var north: Float
    var west: Float
    var east: Float
  }

  /// The number of a row or node, and four sides.
  private static let entryBytes = 24

  /// SQLite gives a node of two dimensions this much of a page: 51 entries.
  private static let nodeBytes = 4 + nodeEntries * entryBytes
  private static let nodeEntries = 51

  /// The entries of the nodes of each level, from below: nodes take them one behind the other. The last
  /// level is the root.
  private var levels: [[Cell]]
  /// The number of the first node of each level; the root has the first of all.
  private var numbers: [Int64] = []

  /// Fills the tables of an R*Tree that has just been made, by statements.
  static func write(_ points: [Point], to table: String, in database: Database) throws {
    guard !points.isEmpty else { return }
    // SQLite has made an empty root.
    try database.execute(sql: "DELETE FROM \(table)_node")
    let tree = PackedTree(points)
    let nodes = try RowInsertion(into: "\(table)_node", columns: 2, in: database)
    try tree.eachNode { try nodes.insert($0, blob: $1) }
    let rows = try RowInsertion(into: "\(table)_rowid", columns: 2, in: database)
    try tree.eachRow { try rows.insert($0, $1) }
    let parents = try RowInsertion(into: "\(table)_parent", columns: 2, in: database)
    try tree.eachParent { try parents.insert($0, $1) }
  }

  /// Fills them page by page.
  static func write(_ points: [Point], to table: String, in tables: PackedTables) throws {
    guard !points.isEmpty else { return }
    let tree = PackedTree(points)
    var record = RecordWriter()
    var nodes = try tables.table("\(table)_node")
    try tree.eachNode { number, bytes in
      record.addNull()
      bytes.withUnsafeBytes { record.add(blob: $0) }
      record.end()
      try nodes.add(number, record)
    }
    try nodes.finish()
    try tables.fill("\(table)_rowid", tree.eachRow)
    try tables.fill("\(table)_parent", tree.eachParent)
  }

  private init(_ points: [Point]) {
    levels = [
      Self.sorted(points).map { point in
        Cell(
          number: Int64(point.id), south: Self.below(point.latitude),
          north: Self.above(point.latitude), west: Self.below(point.longitude),
          east: Self.above(point.longitude))
      }
    ]
    var next: Int64 = 2
    while let cells = levels.last, cells.count > Self.nodeEntries {
      numbers.append(next)
      levels.append(
        Self.nodes(of: cells).map { part in
          defer { next += 1 }
          return Self.around(part, number: next)
        })
    }
    numbers.append(1)
  }

  /// Neighbours side by side.
  private static func sorted(_ points: [Point]) -> [Point] {
    let leaves = (points.count + nodeEntries - 1) / nodeEntries
    let strip = nodeEntries * Int(Double(leaves).squareRoot().rounded(.up))
    var sorted = points.sorted { ($0.longitude, $0.id) < ($1.longitude, $1.id) }
    for start in stride(from: 0, to: sorted.count, by: strip) {
      sorted[start..<min(start + strip, sorted.count)].sort {
        ($0.latitude, $0.id) < ($1.latitude, $1.id)
      }
    }
    return sorted
  }

  private static func nodes(of cells: [Cell]) -> some Sequence<ArraySlice<Cell>> {
    stride(from: 0, to: cells.count, by: nodeEntries).lazy.map {
      cells[$0..<min($0 + nodeEntries, cells.count)]
    }
  }

  /// Lends the nodes in the order of their numbers.
  private func eachNode(_ body: (Int64, [UInt8]) throws -> Void) throws {
    if let root = levels.last { try body(1, Self.bytes(root[...], depth: levels.count - 1)) }
    // The root alone tells how deep the tree is.
    for (level, cells) in levels.dropLast().enumerated() {
      for (index, node) in Self.nodes(of: cells).enumerated() {
        try body(numbers[level] + Int64(index), Self.bytes(node, depth: 0))
      }
    }
  }

  /// Lends the points with their nodes, in the order of their ids.
  private func eachRow(_ body: (Int64, Int64) throws -> Void) throws {
    let cells = levels[0]
    var homes = [Int32](repeating: 0, count: Int(cells.lazy.map(\.number).max() ?? 0) + 1)
    for (index, cell) in cells.enumerated() {
      homes[Int(cell.number)] = Int32(numbers[0]) + Int32(index / Self.nodeEntries)
    }
    for (id, node) in homes.enumerated() where node > 0 { try body(Int64(id), Int64(node)) }
  }

  /// Lends the nodes with those above them, in the order of their numbers.
  private func eachParent(_ body: (Int64, Int64) throws -> Void) throws {
    for (depth, cells) in levels.enumerated().dropFirst() {
      for (index, cell) in cells.enumerated() {
        try body(cell.number, numbers[depth] + Int64(index / Self.nodeEntries))
      }
    }
  }

  /// What is rounded to 32 bits must not fall out of its own box; SQLite goes as far.
  private static func below(_ value: Double) -> Float {
    let rounded = Float(value)
    return Double(rounded) > value ? Float(value - abs(value) / 8_388_608) : rounded
  }

  private static func above(_ value: Double) -> Float {
    let rounded = Float(value)
    return Double(rounded) < value ? Float(value + abs(value) / 8_388_608) : rounded
  }

  private static func around(_ cells: ArraySlice<Cell>, number: Int64) -> Cell {
    var box = cells[cells.startIndex]
    box.number = number
    for cell in cells {
      box.south = min(box.south, cell.south)
      box.north = max(box.north, cell.north)
      box.west = min(box.west, cell.west)
      box.east = max(box.east, cell.east)
    }
    return box
  }

  /// Depth, count, then the entries, all with the highest byte first.
  private static func bytes(_ cells: ArraySlice<Cell>, depth: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(nodeBytes)
    func add(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }
    add(UInt16(depth))
    add(UInt16(cells.count))
    for cell in cells {
      add(cell.number)
      add(cell.south.bitPattern)
      add(cell.north.bitPattern)
      add(cell.west.bitPattern)
      add(cell.east.bitPattern)
    }
    bytes.append(contentsOf: repeatElement(0, count: nodeBytes - bytes.count))
    return bytes
  }
}
