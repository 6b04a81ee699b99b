import Foundation
import GRDB
import Testing

@testable import AlmanacPublish

@Suite struct PackedTreeTests {
  @Test(
    "a tree that is filled at once is sound, and finds what one filled step by step finds",
    arguments: [0, 1, 51, 52, 2_601, 2_602, 9_000])
  func isATree(count: Int) throws {
    var random = SeededRandom(state: UInt64(count))
    let points = (1..<count + 1).map { id in
      PackedTree.Point(
        id: Int32(id), latitude: Double.random(in: -90...90, using: &random),
        // Many at one spot, as in a hall.
        longitude: id.isMultiple(of: 3) ? 103.7 : Double.random(in: -180...180, using: &random))
    }
    let columns = "(id, south, north, west, east)"
    try DatabaseQueue().write { database in
      try database.execute(
        sql: """
          CREATE VIRTUAL TABLE packed USING rtree \(columns);
          CREATE VIRTUAL TABLE plain USING rtree \(columns);
          """)
      try PackedTree.write(points, to: "packed", in: database)
      for point in points {
        try database.execute(
          sql: "INSERT INTO plain VALUES (?, ?, ?, ?, ?)",
          arguments: [
            Int64(point.id), point.latitude, point.latitude, point.longitude, point.longitude,
          ])
      }
      #expect(try String.fetchOne(database, sql: "SELECT rtreecheck('packed')") == "ok")
      for condition in [
        "TRUE", "south < -30", "west >= 103.6 AND east <= 103.8", "north > 89 OR id = 7",
        "south >= 10 AND north <= 20 AND west >= -100 AND east <= 100", "id = 52",
      ] {
        func rows(_ table: String) throws -> [Row] {
          try Row.fetchAll(
            database, sql: "SELECT * FROM \(table) WHERE \(condition) ORDER BY id")
        }
        #expect(try rows("packed") == rows("plain"), "\(condition)")
      }
    }
  }

  @Test(
    "a tree that is filled page by page has the rows of one that is filled by statements",
    arguments: [0, 1, 51, 52, 2_602, 9_000])
  func isTheSameByPages(count: Int) throws {
    let output = try TemporaryOutput()
    defer { withExtendedLifetime(output) {} }
    var random = SeededRandom(state: UInt64(count))
    let points = (0..<count).map { number in
      PackedTree.Point(
        // Not all rows have a point.
        id: Int32(number * 3 + 1), latitude: Double.random(in: -90...90, using: &random),
        longitude: Double.random(in: -180...180, using: &random))
    }
    let url = output.folder.appending(path: "tree.sqlite")
    let queue = try DatabaseQueue(path: url.path, configuration: EditionDatabase.configuration)
    let layout = try queue.write { database in
      for table in ["packed", "plain"] {
        try database.execute(
          sql: "CREATE VIRTUAL TABLE \(table) USING rtree (id, south, north, west, east)")
      }
      try PackedTree.write(points, to: "plain", in: database)
      return try PackedTables.Layout(database)
    }
    try queue.close()
    let file = try PageFile(url)
    try PackedTree.write(points, to: "packed", in: PackedTables(file, layout))
    try file.finish()
    try DatabaseQueue(path: url.path).read { database in
      let found = try String.fetchAll(database, sql: "PRAGMA integrity_check")
      #expect(found == ["ok"])
      #expect(try String.fetchOne(database, sql: "SELECT rtreecheck('packed')") == "ok")
      for (part, key) in [("node", "nodeno"), ("rowid", "rowid"), ("parent", "nodeno")] {
        func rows(_ table: String) throws -> [Row] {
          try Row.fetchAll(database, sql: "SELECT * FROM \(table)_\(part) ORDER BY \(key)")
        }
        #expect(try rows("packed") == rows("plain"), "\(part)")
      }
    }
  }
}
