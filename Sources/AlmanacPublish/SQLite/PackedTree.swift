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

  private let nodeBytes: Int
  private let nodes: RowInsertion
  private let rows: RowInsertion
  private let parents: RowInsertion
  /// The root has the first; it is written last.
  private var next: Int64 = 2

  /// - Parameter table: One that has just been made.
  static func write(_ points: [Point], to table: String, in database: Database) throws {
    guard !points.isEmpty else { return }
    // SQLite has made an empty root, as large as it wants nodes to be.
    let size = try Int.fetchOne(database, sql: "SELECT length(data) FROM \(table)_node")
    try database.execute(sql: "DELETE FROM \(table)_node")
    var tree = PackedTree(
      nodeBytes: size ?? 4 + 51 * entryBytes,
      nodes: try RowInsertion(into: "\(table)_node", columns: 2, in: database),
      rows: try RowInsertion(into: "\(table)_rowid", columns: 2, in: database),
      parents: try RowInsertion(into: "\(table)_parent", columns: 2, in: database))
    try tree.write(tree.sorted(points))
  }

  private var nodeEntries: Int { (nodeBytes - 4) / Self.entryBytes }

  /// Neighbours side by side.
  private func sorted(_ points: [Point]) -> [Point] {
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

  private mutating func write(_ points: [Point]) throws {
    var cells = points.map { point in
      Cell(
        number: Int64(point.id), south: Self.below(point.latitude),
        north: Self.above(point.latitude), west: Self.below(point.longitude),
        east: Self.above(point.longitude))
    }
    var homes: [(row: Int32, node: Int64)] = []
    var depth = 0
    while cells.count > nodeEntries {
      var above: [Cell] = []
      for start in stride(from: 0, to: cells.count, by: nodeEntries) {
        let part = cells[start..<min(start + nodeEntries, cells.count)]
        try write(part, as: next, depth: 0)
        try note(part, in: next, depth: depth, &homes)
        above.append(Self.around(part, number: next))
        next += 1
      }
      cells = above
      depth += 1
    }
    try write(cells[...], as: 1, depth: depth)
    try note(cells[...], in: 1, depth: depth, &homes)
    for (row, node) in homes.sorted(by: { $0.row < $1.row }) { try rows.insert(Int64(row), node) }
  }

  private func note(
    _ cells: ArraySlice<Cell>, in node: Int64, depth: Int,
    _ homes: inout [(row: Int32, node: Int64)]
  ) throws {
    for cell in cells {
      if depth == 0 {
        homes.append((Int32(cell.number), node))
      } else {
        try parents.insert(cell.number, node)
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
  private func write(_ cells: ArraySlice<Cell>, as number: Int64, depth: Int) throws {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(nodeBytes)
    func add(_ value: some FixedWidthInteger) {
      withUnsafeBytes(of: value.bigEndian) { bytes.append(contentsOf: $0) }
    }
    add(UInt16(depth))
    add(UInt16(cells.count))
    for cell in cells {
      add(cell.number)
      for side in [cell.south, cell.north, cell.west, cell.east] { add(side.bitPattern) }
    }
    bytes.append(contentsOf: repeatElement(0, count: nodeBytes - bytes.count))
    try nodes.insert(number, blob: bytes)
  }
}
