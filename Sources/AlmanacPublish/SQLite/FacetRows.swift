import AlmanacModel
import GRDB

/// Gathers which occurrences have which value of a field, and writes them as `facet` and
/// `occurrence_facet`: with these a query walks what it asks for in the order of its starts.
struct FacetRows: Sendable {
  private struct PlaceKey: Hashable {
    let campus: String
    let place: String
  }

  private let places: [PlaceKey: Place]
  /// By the field's position.
  private var numbers = [[String: Int32]](repeating: [:], count: QueryFacet.Field.allCases.count)
  private var keys: [(field: String, value: String)] = []
  /// The facets of each event, one behind the other, and where those of each end.
  private var facets: [Int32] = []
  private var ends: [Int32] = []
  /// By the occurrence, in the order of the events: which of `sites` it is at; none is 0.
  private var siteNumbers: [Int32] = []
  private var knownSites: [PlaceKey: Int32] = [:]
  /// The facets of a place and of all that it lies within.
  private var sites: [[Int32]] = [[]]
  /// Without case and accents, by the words as stated.
  private var folded: [String: String] = [:]

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
    for tag in event.tags { facets.append(facet(.tag, fold(tag))) }
    if let organizer = event.organizer { facets.append(facet(.organizer, fold(organizer))) }
    if published.isFree == true { facets.append(facet(.free, "1")) }
    ends.append(Int32(facets.count))
    for occurrence in published.occurrences {
      siteNumbers.append(occurrence.location.place.map { site($0, campus: event.campus) } ?? 0)
    }
  }

  /// Numbers the facets in the order of their fields and values.
  func write(in order: EditionOrder, to database: Database) throws {
    let insertion = try database.insertion(into: "facet", columns: 4)
    let one = try RowInsertion(into: "occurrence_facet", columns: 2, in: database)
    let many = try RowInsertion(into: "occurrence_facet", rows: Self.batch, in: database)
    let postings = postings(in: order)
    let sorted = keys.indices.sorted { one, other in
      keys[one].field != keys[other].field
        ? keys[one].field < keys[other].field : keys[one].value.precedes(keys[other].value)
    }
    for (index, facet) in sorted.enumerated() {
      let ids = postings[facet]
      try insertion.execute(
        arguments: [index + 1, keys[facet].field, keys[facet].value, ids.count])
      let rest = ids.count - ids.count % Self.batch
      for start in stride(from: 0, to: rest, by: Self.batch) {
        try many.insert(Int64(index + 1), ids[start..<start + Self.batch])
      }
      for id in ids[rest...] { try one.insert(Int64(index + 1), Int64(id)) }
    }
  }

  /// Rows that go to the database at once: a statement for each takes longer than the row.
  private static let batch = 64

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
    if let known = numbers[field.position][value] { return known }
    let number = Int32(keys.count)
    numbers[field.position][value] = number
    keys.append((field.rawValue, value))
    return number
  }

  private mutating func site(_ place: Place, campus: String) -> Int32 {
    let key = PlaceKey(campus: campus, place: place.id)
    if let known = knownSites[key] { return known }
    var found: [Int32] = []
    var seen: Set<String> = []
    var next: String? = place.id
    while let id = next, seen.insert(id).inserted {
      found.append(facet(.place, "\(campus)/\(id)"))
      next = places[PlaceKey(campus: campus, place: id)]?.within
    }
    let number = Int32(sites.count)
    sites.append(found)
    knownSites[key] = number
    return number
  }

  private mutating func fold(_ text: String) -> String {
    if let known = folded[text] { return known }
    let words = TextFolding.fold(text)
    folded[text] = words
    return words
  }
}
