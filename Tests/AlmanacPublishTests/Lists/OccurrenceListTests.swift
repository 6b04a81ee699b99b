import GRDB
import Testing

@testable import AlmanacPublish

@Suite struct OccurrenceListTests {
  private static let columns = "(id INTEGER PRIMARY KEY, members BLOB NOT NULL)"

  /// Lends what a query needs, with lists of occurrences.
  private func read(
    _ lists: [[Int32]], _ body: ([StoredList], ListReader, Database) throws -> Void
  ) throws {
    try DatabaseQueue().write { database in
      try database.execute(
        sql: """
          CREATE TABLE occurrence_list \(Self.columns); CREATE TABLE word_list \(Self.columns)
          """)
      let insertion = try RowInsertion(into: "occurrence_list", columns: 2, in: database)
      for (index, ids) in lists.enumerated() {
        try OccurrenceList.eachRow(of: ids, list: index + 1) { try insertion.insert($0, blob: $1) }
      }
      let stored = lists.indices.map {
        StoredList(table: .occurrences, number: $0 + 1, count: lists[$0].count)
      }
      try body(stored, try ListReader(database), database)
    }
  }

  private func members(_ term: QueryTerm, _ reader: ListReader) throws -> [Int32] {
    var found: [Int32] = []
    for part in 0..<8 {
      var bits = OccurrenceBits()
      let any = try term.read(part, reader, into: &bits)
      let before = found.count
      _ = bits.each { offset in
        found.append(Int32(part << OccurrenceList.partShift + offset))
        return true
      }
      #expect(any == (found.count > before))
    }
    return found
  }

  @Test(
    "a list is read as it was written: as one row, as differences or as bits",
    arguments: [
      (1, 2), (2, 3), (300, 70_000), (32_768, 500_000), (32_769, 500_000), (33_000, 33_001),
      (200_000, 300_000), (131_071, 131_072),
    ] as [(Int, Int32)])
  func readsBack(count: Int, limit: Int32) throws {
    var random = SeededRandom(state: UInt64(count))
    let ids = random.ascending(count, below: Int(limit))
    try read([ids]) { lists, reader, database in
      #expect(try members(QueryTerm(lists, reader: reader), reader) == ids)
      let rows = try Int.fetchOne(database, sql: "SELECT count(*) FROM occurrence_list") ?? 0
      #expect(count <= OccurrenceList.wholeLimit ? rows == 1 : rows == Int(limit - 1) >> 16 + 1)
      let most =
        try Int.fetchOne(
          database, sql: "SELECT max(length(members)) FROM occurrence_list") ?? 0
      #expect(count <= OccurrenceList.wholeLimit || most <= OccurrenceList.bitmapBytes)
    }
  }

  @Test("alternatives are all that any of their lists has, whatever its form")
  func unites() throws {
    var random = SeededRandom(state: 5)
    let lists = [
      random.ascending(10, below: 400_000), random.ascending(40_000, below: 200_000),
      random.ascending(90_000, below: 120_000), random.ascending(5_000, below: 90_000),
    ]
    try read(lists) { stored, reader, _ in
      let term = try QueryTerm(stored, reader: reader)
      #expect(term.count == 135_010)
      #expect(try members(term, reader) == Set(lists.joined()).sorted())
      #expect(try members(QueryTerm(lists[0]), reader) == lists[0])
      #expect(try members(QueryTerm([], reader: reader), reader).isEmpty)
    }
  }

  @Test("ranges of bits are those that were named", arguments: [0, 1, 63, 64, 65, 8_000, 65_536])
  func insertsRanges(upper: Int) {
    for lower in [0, 1, 63, 64, 100, 7_999, 65_535] where lower <= upper {
      var bits = OccurrenceBits()
      bits.insert(lower..<upper)
      var found: [Int] = []
      _ = bits.each { offset in
        found.append(offset)
        return true
      }
      #expect(found == Array(lower..<upper))
    }
  }

  @Test("damaged bytes make a wrong list, and trap nowhere")
  func bearsDamage() throws {
    var random = SeededRandom(state: 6)
    try read([]) { _, reader, database in
      let insertion = try RowInsertion(into: "occurrence_list", columns: 2, in: database)
      for number in 1..<200 {
        let size = number.isMultiple(of: 3) ? OccurrenceList.bitmapBytes : number
        let bytes = (0..<size).map { _ in UInt8.random(in: 0...255, using: &random) }
        try insertion.insert(Int64(number << OccurrenceList.partShift), blob: bytes)
        for count in [1, OccurrenceList.wholeLimit + 1] {
          let list = StoredList(table: .occurrences, number: number, count: count)
          let term = try QueryTerm([list], reader: reader)
          var bits = OccurrenceBits()
          _ = try term.read(0, reader, into: &bits)
          #expect(term.count == count)
        }
      }
    }
  }
}

extension SeededRandom {
  /// So many numbers from 1 on and below a limit, each as likely.
  mutating func ascending(_ count: Int, below limit: Int) -> [Int32] {
    var ids: [Int32] = []
    ids.reserveCapacity(count)
    for id in 1..<limit where Int(next() % UInt64(limit - id)) < count - ids.count {
      ids.append(Int32(id))
    }
    return ids
  }
}
