import AlmanacModel
import AlmanacTime
import GRDB

/// Finds what a filter asks for, the soonest first, and looks no further than it must.
///
/// It walks the occurrences of the rarest thing asked for in the order of their ids, which is that of
/// their starts, and tests each for the rest. What is common is found soon, and what is rare is soon
/// at its end.
struct OccurrenceSearch {
  private let database: Database
  private let limits: QueryLimits
  private let stretch: QueryStretch
  private let terms: [QueryTerm]
  private let text: TextSearch?

  init(_ filter: EventFilter, in database: Database, limits: QueryLimits) throws {
    self.database = database
    self.limits = limits
    stretch = try QueryStretch(from: filter.from, to: filter.to, in: database)
    terms = try QueryTerms(database).terms(of: filter)
    text = try SearchText(filter.text).map { try TextSearch($0, in: database, limits: limits) }
  }

  /// The ids of a page of what is found.
  func ids(limit: Int, skipping skipped: Int) throws -> [Int] {
    let (wanted, overflows) = skipped.addingReportingOverflow(limit)
    guard !overflows else { return [] }
    var found: [Int] = []
    for group in try groups() where found.count < wanted {
      let rest = wanted - found.count
      var part: Set<Int> = []
      for source in group.sources {
        part.formUnion(try ids(of: source, count: group.count, limit: rest))
      }
      found += part.sorted().prefix(rest)
    }
    return Array(found.dropFirst(skipped))
  }

  /// Lends start and end of everything that is found, in no order.
  func each(_ body: (Instant, Instant?) throws -> Void) throws {
    for group in try groups() {
      for source in group.sources {
        let query: SQL = """
          SELECT start, end FROM occurrence WHERE id IN (\(select(source, count: group.count)))
          """
        let (sql, arguments) = try query.build(database)
        let rows = try Row.fetchCursor(database, sql: sql, arguments: arguments)
        while let row = try rows.next() {
          try body(
            Instant(secondsSinceEpoch: row["start"]),
            (row["end"] as Int64?).map { Instant(secondsSinceEpoch: $0) })
        }
      }
    }
  }

  /// Sources that lie between each other, and how many rows they have together, about.
  private struct Group {
    var sources: [QuerySource]
    var count: Int
  }

  /// Groups of which each comes before the next.
  private func groups() throws -> [Group] {
    guard !terms.contains(where: \.isVain) else { return [] }
    let lasting = stretch.lasting.map { Group(sources: [$0], count: 1_000) }
    let best = try rarest()
    let main: Group
    if let text, isText(text, betterThan: best) {
      main = Group(sources: try text.sources(in: stretch), count: text.count)
    } else {
      main = best ?? Group(sources: [everything], count: stretch.count)
    }
    return [lasting, main].compactMap { $0 }
  }

  /// What the one costs is known from how many rows it has, and how soon the other ends it.
  private func isText(_ text: TextSearch, betterThan other: Group?) -> Bool {
    guard let other else { return true }
    return other.count > limits.gathered || text.count <= other.count
  }

  private var everything: QuerySource { QuerySource(rows: "occurrence x", stretch.bounds("x.id")) }

  /// The rarest term that can be walked.
  private func rarest() throws -> Group? {
    var best =
      stretch.count <= limits.short ? Group(sources: [everything], count: stretch.count) : nil
    for (position, term) in terms.enumerated() {
      guard var group = try group(of: term), group.count < best?.count ?? .max else { continue }
      if !term.isApproximate {
        for index in group.sources.indices { group.sources[index].holds.insert(.term(position)) }
      }
      best = group
    }
    return best
  }

  /// nil where the term is so common, or so costly to gather, that all are better walked.
  private func group(of term: QueryTerm) throws -> Group? {
    switch term {
    case .facets(let facets): return group(of: facets)
    case .near(let point, let radius):
      let box = QueryTerm.box(around: point, radius)
      // Where it crosses the antimeridian, all are walked.
      guard box.west >= -180, box.east <= 180 else { return nil }
      return try gathered(
        "occurrence_rtree x",
        """
        x.max_latitude >= \(box.south) AND x.min_latitude <= \(box.north)
        AND x.max_longitude >= \(box.west) AND x.min_longitude <= \(box.east)
        """)
    case .price(let amount):
      return try gathered(
        "occurrence x INDEXED BY occurrence_by_price", "x.price_from <= \(amount)")
    }
  }

  private func gathered(_ rows: SQL, _ condition: SQL) throws -> Group? {
    guard stretch.count > limits.short else { return nil }
    let limit = terms.count > 1 ? limits.gatheredForTest : limits.gathered
    let query: SQL = """
      SELECT count(*) FROM (SELECT 1 FROM \(rows) WHERE \(condition) LIMIT \(limit + 1))
      """
    let (sql, arguments) = try query.build(database)
    let count = try Int.fetchOne(database, sql: sql, arguments: arguments) ?? 0
    guard count <= limit else { return nil }
    let source = QuerySource(rows: rows, "\(condition) AND \(stretch.bounds("+x.id"))")
    return Group(sources: [source], count: count)
  }

  private func group(of facets: [QueryFacet]) -> Group? {
    let count = facets.reduce(0) { $0 + $1.count }
    guard facets.count > limits.walked else {
      let sources = facets.map { facet in
        QuerySource(
          rows: "occurrence_facet x",
          "x.facet = \(facet.number) AND \(stretch.bounds("x.occurrence"))", id: "x.occurrence")
      }
      return Group(sources: sources, count: count)
    }
    guard count <= limits.gathered else { return nil }
    let source = QuerySource(
      rows: "occurrence_facet x",
      "x.facet IN \(facets.map(\.number)) AND \(stretch.bounds("x.occurrence"))",
      id: "x.occurrence")
    return Group(sources: [source], count: count)
  }

  private func select(_ source: QuerySource, count: Int) -> SQL {
    var conditions = source.condition.map { [$0] } ?? []
    for (position, term) in terms.enumerated() where !source.holds.contains(.term(position)) {
      conditions.append(term.test(source.id))
    }
    if let text, !source.holds.contains(.text) {
      conditions.append(text.test(source.id, count: count))
    }
    if !source.holds.contains(.stretch), let test = stretch.test(source.id) {
      conditions.append(test)
    }
    return """
      SELECT \(sql: source.id) FROM \(source.rows) WHERE \(conditions.joined(separator: " AND "))
      """
  }

  private func ids(of source: QuerySource, count: Int, limit: Int) throws -> [Int] {
    let query: SQL = """
      \(select(source, count: count)) ORDER BY \(sql: source.order) LIMIT \(limit)
      """
    let (sql, arguments) = try query.build(database)
    return try Int.fetchAll(database, sql: sql, arguments: arguments)
  }
}
