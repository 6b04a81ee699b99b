import AlmanacModel
import AlmanacTime
import GRDB
import GRDBSQLite

/// Finds what a filter asks for, the soonest first, and looks no further than it must.
///
/// For everything that can be asked for there is a list of the occurrences that meet it, in the order
/// of their ids, which is that of their starts. So 65,536 occurrences at a time are what all lists
/// have in common, however many each has and however few these are.
struct OccurrenceSearch {
  private let database: Database
  private let reader: ListReader
  private let stretch: QueryStretch
  private let terms: [QueryTerm]
  private let tests: [OccurrenceTest]

  init(_ filter: EventFilter, in database: Database, limits: QueryLimits) throws {
    let reader = try ListReader(database)
    var found = try QueryTerms(database, reader, limits).find(filter)
    if let text = SearchText(filter.text) {
      let search = try TextSearch(text, in: database, reader, limits: limits)
      found.terms += search.terms
      found.tests += search.tests
    }
    self.init(
      found.terms, found.tests,
      during: try QueryStretch(from: filter.from, to: filter.to, in: database), reader,
      in: database)
  }

  init(
    _ terms: [QueryTerm], _ tests: [OccurrenceTest] = [], during stretch: QueryStretch,
    _ reader: ListReader, in database: Database
  ) {
    // The rarest ends it soonest.
    self.terms = terms.sorted { $0.count < $1.count }
    self.tests = tests
    self.stretch = stretch
    self.reader = reader
    self.database = database
  }

  /// The ids of a page of what is found.
  func ids(limit: Int, skipping skipped: Int) throws -> [Int] {
    var found: [Int] = []
    var left = skipped
    try each { id in
      if left > 0 { left -= 1 } else { found.append(id) }
      return found.count < limit
    }
    return found
  }

  /// Lends start and end of everything that is found.
  func eachTime(_ body: (Instant, Instant?) throws -> Void) throws {
    let statement = try database.makeStatement(
      sql: "SELECT start, end FROM occurrence WHERE id = ?")
    let handle = statement.sqliteStatement
    defer { sqlite3_reset(handle) }
    try each { id in
      sqlite3_reset(handle)
      sqlite3_bind_int64(handle, 1, Int64(id))
      guard sqlite3_step(handle) == SQLITE_ROW else {
        throw DatabaseError(resultCode: .SQLITE_CORRUPT, message: "no occurrence \(id)")
      }
      let hasEnd = sqlite3_column_type(handle, 1) != SQLITE_NULL
      try body(
        Instant(secondsSinceEpoch: sqlite3_column_int64(handle, 0)),
        hasEnd ? Instant(secondsSinceEpoch: sqlite3_column_int64(handle, 1)) : nil)
      return true
    }
  }

  /// Lends the ids in their order, until the body says that it has enough.
  private func each(_ body: (Int) throws -> Bool) throws {
    guard !terms.contains(where: { $0.count == 0 }) else { return }
    if let first = stretch.before.first, let last = stretch.before.last {
      let terms = (terms + [QueryTerm(stretch.before)]).sorted { $0.count < $1.count }
      guard try walk(terms, in: Int(first)..<Int(last) + 1, body) else { return }
    }
    _ = try walk(terms, in: stretch.range, body)
  }

  /// - Returns: Whether the body wants more.
  private func walk(_ terms: [QueryTerm], in range: Range<Int>, _ body: (Int) throws -> Bool)
    throws -> Bool
  {
    guard let rarest = terms.first else {
      for id in range where try passes(id) {
        guard try body(id) else { return false }
      }
      return true
    }
    guard !range.isEmpty else { return true }
    var common = OccurrenceBits()
    var other = OccurrenceBits()
    let shift = OccurrenceList.partShift
    for part in range.lowerBound >> shift...(range.upperBound - 1) >> shift {
      common.removeAll()
      guard try rarest.read(part, reader, into: &common) else { continue }
      let base = part << shift
      let inside = range.clamped(to: base..<base + OccurrenceList.partSize)
      other.removeAll()
      other.insert(inside.lowerBound - base..<inside.upperBound - base)
      var any = common.formIntersection(other)
      for term in terms.dropFirst() where any {
        other.removeAll()
        any = try term.read(part, reader, into: &other) && common.formIntersection(other)
      }
      guard any else { continue }
      let goesOn = try common.each { offset in
        try passes(base + offset) ? try body(base + offset) : true
      }
      guard goesOn else { return false }
    }
    return true
  }

  private func passes(_ id: Int) throws -> Bool {
    for test in tests {
      guard try test.holds(for: id) else { return false }
    }
    return true
  }
}
