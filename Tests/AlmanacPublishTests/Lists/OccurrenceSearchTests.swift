import AlmanacModel
import AlmanacTime
import GRDB
import Testing

@testable import AlmanacPublish

/// Searches among more occurrences than a part of a list has.
@Suite struct OccurrenceSearchTests {
  private static let count = 150_000
  /// Every hundred seconds one begins; most last an hour, some for weeks.
  private static let length: @Sendable (Int) -> Int = { $0 % 1_000 == 7 ? 3_000_000 : 3_600 }

  /// Tags by how many occurrences have them.
  private static let tags = [
    "all": count, "many": 100_000, "half": 75_000, "parted": 33_000, "whole": 32_768, "few": 90,
    "one": 1,
  ]

  private let lists: [String: Set<Int>]
  private let queue: DatabaseQueue

  init() throws {
    var random = SeededRandom(state: 12)
    var lists: [String: Set<Int>] = [:]
    for (tag, size) in Self.tags.sorted(by: { $0.key < $1.key }) {
      lists[tag] = Set(random.ascending(size, below: Self.count + 1).map { Int($0) })
    }
    self.lists = lists
    queue = try DatabaseQueue(configuration: EditionDatabase.configuration)
    try queue.write { database in
      try database.execute(sql: EditionSchema.tables)
      try database.execute(sql: EditionSchema.packedIndexes + EditionSchema.indexes)
      try Self.fill(database, lists)
    }
  }

  private static func fill(_ database: Database, _ lists: [String: Set<Int>]) throws {
    try database.execute(
      sql: """
        WITH RECURSIVE n (id) AS (VALUES (1) UNION ALL SELECT id + 1 FROM n WHERE id < \(count))
        INSERT INTO occurrence (id, event, ordinal, start, end, start_text, all_day, status, campus,
          event_number)
        SELECT id, 'e', id, id * 100, id * 100 + iif(id % 1000 = 7, 3000000, 3600), '', 0, '', 'c', 1
        FROM n;
        INSERT INTO occurrence_span
        SELECT id, start / 3600, (end - 1) / 3600 FROM occurrence WHERE end - start > 90000;
        """)
    let insertion = try RowInsertion(into: "occurrence_list", columns: 2, in: database)
    for (index, tag) in lists.keys.sorted().enumerated() {
      let ids = (lists[tag] ?? []).sorted().map { Int32($0) }
      try database.execute(
        sql: "INSERT INTO facet VALUES (?, 'tag', ?, ?)", arguments: [index + 1, tag, ids.count])
      try OccurrenceList.eachRow(of: ids, list: index + 1) { try insertion.insert($0, blob: $1) }
    }
  }

  private func search(_ tags: [String], from: Int?, to: Int?, limit: Int, skipping: Int) throws
    -> [Int]
  {
    try queue.read { database in
      var filter = EventFilter()
      filter.tags = tags
      filter.from = from.map { Instant(secondsSinceEpoch: Int64($0)) }
      filter.to = to.map { Instant(secondsSinceEpoch: Int64($0)) }
      return try OccurrenceSearch(filter, in: database, limits: .standard)
        .ids(limit: limit, skipping: skipping)
    }
  }

  private func expected(_ tags: [String], from: Int?, to: Int?) -> [Int] {
    let ids = tags.isEmpty ? Set(1...Self.count) : tags.reduce([]) { $0.union(lists[$1] ?? []) }
    return ids.filter { id in
      from.map { id * 100 + Self.length(id) > $0 } ?? true && to.map { id * 100 < $0 } ?? true
    }.sorted()
  }

  @Test("pages of what one or several lists have are found from any instant on")
  func findsPages() throws {
    let ends = [nil, 100, 10_000_000, 14_000_001] as [Int?]
    let tags = [["many"], ["parted"], ["whole", "few"], ["one"], ["half", "few"], ["all"], []]
    for (index, from) in [nil, 0, 6_553_600, 9_999_950, 13_107_200, 14_999_900].enumerated() {
      for (second, tags) in tags.enumerated() {
        let to = ends[(index + second) % ends.count]
        let all = expected(tags, from: from, to: to)
        for (limit, skipped) in [(50, 0), (7, max(0, all.count - 3)), (200_000, 0)] {
          let found = try search(tags, from: from, to: to, limit: limit, skipping: skipped)
          #expect(
            found == Array(all.dropFirst(skipped).prefix(limit)), "\(tags), \(limit), \(skipped)")
        }
      }
    }
  }

  @Test("what is in all of several lists is found, however many each has")
  func intersects() throws {
    for (one, other) in [
      ("many", "half"), ("half", "parted"), ("parted", "whole"), ("all", "few"), ("many", "one"),
    ] {
      let both = try queue.read { database in
        let reader = try ListReader(database)
        let lists = try [one, other].map { try QueryFacet.lists(.tag, [$0], in: database) }
        let search = OccurrenceSearch(
          try lists.map { try QueryTerm($0, reader: reader) },
          during: try QueryStretch(from: nil, to: nil, in: database), reader, in: database)
        return try search.ids(limit: .max, skipping: 0)
      }
      let expected = (lists[one] ?? []).intersection(lists[other] ?? []).sorted()
      #expect(both == expected, "\(one), \(other)")
    }
  }
}
