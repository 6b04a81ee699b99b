import AlmanacModel
import GRDB

/// Gathers which occurrences have which value of a field, cost how much and are at which point, and
/// writes them as `facet`, `price`, `point`, `occurrence_facet` and `occurrence_list`: with these a
/// query finds what it asks for in the order of its starts.
struct FacetRows: Sendable {
  enum Key {
    case facet(QueryFacet.Field, String)
    case point(Double, Double)
    case price(Double)

    /// Facets by their fields and values, then points, then prices.
    fileprivate func goesBefore(_ other: Key) -> Bool {
      switch (self, other) {
      case (.facet(let field, let value), .facet(let second, let other)):
        field != second ? field.rawValue < second.rawValue : value.precedes(other)
      case (.point(let latitude, let longitude), .point(let second, let other)):
        (latitude, longitude) < (second, other)
      case (.price(let amount), .price(let other)): amount < other
      case (.facet, _), (.point, .price): true
      default: false
      }
    }
  }

  private struct SiteKey: Hashable {
    let campus: String
    let place: String?
    let point: Coordinate?
  }

  private struct PlaceKey: Hashable {
    let campus: String
    let place: String
  }

  private let places: [PlaceKey: Place]
  /// By the field's position.
  private var numbers = [[String: Int32]](repeating: [:], count: QueryFacet.Field.allCases.count)
  private var prices: [Double: Int32] = [:]
  private var points: [Coordinate: Int32] = [:]
  private var keys: [Key] = []
  /// The facets of each event, one behind the other, and where those of each end.
  private var facets: [Int32] = []
  private var ends: [Int32] = []
  /// By the occurrence, in the order of the events: which of `sites` it is at; none is 0.
  private var siteNumbers: [Int32] = []
  private var knownSites: [SiteKey: Int32] = [:]
  /// The facets of a place and of all that it lies within, and the point.
  private var sites: [[Int32]] = [[]]
  /// Facets of words without case and accents, by the field's position and the words as stated.
  private var stated = [[String: Int32]](repeating: [:], count: QueryFacet.Field.allCases.count)

  init(_ contents: EditionContents) {
    var places: [PlaceKey: Place] = [:]
    for (campus, gazetteer) in contents.gazetteers {
      for place in gazetteer.places { places[PlaceKey(campus: campus, place: place.id)] = place }
    }
    self.places = places
  }

  /// Takes the events in their order.
  mutating func note(_ published: PublishedEvent) {
    let event = published.event
    facets.append(facet(.kind, event.kind.rawValue))
    for category in published.categories { facets.append(facet(.category, category.id)) }
    for listing in event.listings { facets.append(facet(.source, listing.source)) }
    for tag in event.tags { facets.append(facet(.tag, folding: tag)) }
    if let organizer = event.organizer { facets.append(facet(.organizer, folding: organizer)) }
    if published.isFree == true { facets.append(facet(.free, "1")) }
    if let amount = published.priceFrom {
      facets.append(Self.number(of: amount, in: &prices, as: .price(amount), &keys))
    }
    ends.append(Int32(facets.count))
    for occurrence in published.occurrences {
      siteNumbers.append(site(occurrence.location, campus: event.campus))
    }
  }

  /// Writes `occurrence_facet` and `occurrence_list`: facets are numbered in the order of their fields
  /// and values, and points and prices behind them.
  ///
  /// - Returns: The numbered, to be written by `write(_:to:)`.
  func write(in order: EditionOrder, to tables: PackedTables) throws -> Numbered {
    var pairs = try tables.index("occurrence_facet")
    var lists = try tables.table("occurrence_list")
    var numbered: Numbered = []
    var record = RecordWriter()
    let postings = postings(in: order)
    let sorted = keys.indices.sorted { keys[$0].goesBefore(keys[$1]) }
    for (index, key) in sorted.enumerated() {
      let (number, ids) = (Int64(index + 1), postings[key])
      numbered.append((keys[key], ids.count))
      if case .facet = keys[key] {
        for id in ids {
          record.add(number)
          record.add(Int64(id))
          record.end()
          try pairs.add(record)
        }
      }
      try OccurrenceList.eachRow(of: ids, list: Int(number)) { id, members in
        record.addNull()
        members.withUnsafeBytes { record.add(blob: $0) }
        record.end()
        try lists.add(id, record)
      }
    }
    try pairs.finish()
    try lists.finish()
    return numbered
  }

  /// Facets, points and prices in the order of their numbers, with how many occurrences have them.
  typealias Numbered = [(key: Key, count: Int)]

  /// Writes `facet`, `price` and `point`.
  static func write(_ numbered: Numbered, to database: Database) throws {
    let facet = try database.insertion(into: "facet", columns: 4)
    let point = try database.insertion(into: "point", columns: 4)
    let price = try database.insertion(into: "price", columns: 3)
    var tree: [PackedTree.Point] = []
    for (index, entry) in numbered.enumerated() {
      let (number, count) = (index + 1, entry.count)
      switch entry.key {
      case .facet(let field, let value):
        try facet.execute(arguments: [number, field.rawValue, value, count])
      case .point(let latitude, let longitude):
        try point.execute(arguments: [number, latitude, longitude, count])
        tree.append(
          PackedTree.Point(id: Int32(number), latitude: latitude, longitude: longitude))
      case .price(let amount): try price.execute(arguments: [number, amount, count])
      }
    }
    try PackedTree.write(tree, to: "point_rtree", in: database)
  }

  /// Ids of occurrences in their order, by the number of the facet.
  private func postings(in order: EditionOrder) -> [[Int32]] {
    var counts = [Int](repeating: 0, count: keys.count)
    each(in: order) { facet, _ in counts[facet] += 1 }
    var postings: [[Int32]] = counts.map { count in
      var list: [Int32] = []
      list.reserveCapacity(count)
      return list
    }
    each(in: order) { facet, id in
      if postings[facet].last != id { postings[facet].append(id) }
    }
    return postings
  }

  private func each(in order: EditionOrder, _ body: (Int, Int32) -> Void) {
    for id in 1..<Int32(order.count + 1) {
      let event = order.event(ofOccurrence: Int(id))
      let start = event == 0 ? 0 : ends[event - 1]
      for position in start..<ends[event] { body(Int(facets[Int(position)]), id) }
      let site = siteNumbers[Int(order.positions[Int(id) - 1])]
      for facet in sites[Int(site)] { body(Int(facet), id) }
    }
  }

  private mutating func facet(_ field: QueryFacet.Field, _ value: String) -> Int32 {
    Self.number(of: value, in: &numbers[field.position], as: .facet(field, value), &keys)
  }

  private static func number<Value: Hashable>(
    of value: Value, in numbers: inout [Value: Int32], as key: @autoclosure () -> Key,
    _ keys: inout [Key]
  ) -> Int32 {
    if let known = numbers[value] { return known }
    let number = Int32(keys.count)
    numbers[value] = number
    keys.append(key())
    return number
  }

  /// 0 where it is nowhere.
  private mutating func site(_ location: PublishedLocation, campus: String) -> Int32 {
    guard location.place != nil || location.coordinate != nil else { return 0 }
    let key = SiteKey(campus: campus, place: location.place?.id, point: location.coordinate)
    if let known = knownSites[key] { return known }
    var found: [Int32] = []
    var seen: Set<String> = []
    var next = location.place?.id
    while let id = next, seen.insert(id).inserted {
      found.append(facet(.place, "\(campus)/\(id)"))
      next = places[PlaceKey(campus: campus, place: id)]?.within
    }
    if let point = location.coordinate {
      found.append(
        Self.number(
          of: point, in: &points, as: .point(point.latitude, point.longitude), &keys))
    }
    let number = Int32(sites.count)
    sites.append(found)
    knownSites[key] = number
    return number
  }

  private mutating func facet(_ field: QueryFacet.Field, folding text: String) -> Int32 {
    if let known = stated[field.position][text] { return known }
    let number = facet(field, TextFolding.fold(text))
    stated[field.position][text] = number
    return number
  }
}
