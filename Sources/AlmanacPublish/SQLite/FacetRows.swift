import AlmanacModel
import GRDB

/// Gathers which occurrences have which value of a field, and writes them as `facet` and
/// `occurrence_facet`: with these a query walks what it asks for in the order of its starts.
struct FacetRows {
  private struct Key: Hashable {
    let field: String
    let value: String
  }

  private struct PlaceKey: Hashable {
    let campus: String
    let place: String
  }

  private let places: [PlaceKey: Place]
  private var numbers: [Key: Int] = [:]
  private var keys: [Key] = []
  /// Ids of occurrences, by the number of the facet.
  private var postings: [[Int32]] = []
  /// Of a place and all that it lies within.
  private var placeFacets: [PlaceKey: [Int]] = [:]
  /// Without case and accents, by the words as stated.
  private var folded: [String: String] = [:]

  init(_ contents: EditionContents) {
    var places: [PlaceKey: Place] = [:]
    for (campus, gazetteer) in contents.gazetteers {
      for place in gazetteer.places { places[PlaceKey(campus: campus, place: place.id)] = place }
    }
    self.places = places
  }

  /// What holds for all occurrences of an event.
  mutating func facets(of published: PublishedEvent) -> [Int] {
    let event = published.event
    var found = [facet(.kind, event.kind.rawValue)]
    for category in published.categories { found.append(facet(.category, category.id)) }
    for listing in event.listings { found.append(facet(.source, listing.source)) }
    for tag in event.tags { found.append(facet(.tag, fold(tag))) }
    if let organizer = event.organizer { found.append(facet(.organizer, fold(organizer))) }
    if published.isFree == true { found.append(facet(.free, "1")) }
    return found
  }

  /// Notes that an occurrence has these, and its place.
  mutating func add(_ occurrence: PublishedOccurrence, id: Int, campus: String, facets: [Int]) {
    var found = facets
    if let place = occurrence.location.place {
      found += self.facets(of: place, campus: campus)
    }
    for facet in found where postings[facet].last != Int32(id) {
      postings[facet].append(Int32(id))
    }
  }

  /// Numbers the facets in the order of their fields and values.
  func write(to database: Database) throws {
    let insert = try database.insertion(into: "facet", columns: 4)
    let insertAll = try database.makeStatement(
      sql: "INSERT INTO occurrence_facet SELECT ?, value FROM json_each(?)")
    let order = keys.indices.sorted { one, other in
      keys[one].field != keys[other].field
        ? keys[one].field < keys[other].field : keys[one].value.precedes(keys[other].value)
    }
    for (index, facet) in order.enumerated() {
      let ids = postings[facet].sorted()
      try insert.execute(arguments: [index + 1, keys[facet].field, keys[facet].value, ids.count])
      for start in stride(from: 0, to: ids.count, by: Self.batch) {
        let part = ids[start..<min(start + Self.batch, ids.count)]
        try insertAll.execute(arguments: [index + 1, Self.json(part)])
      }
    }
  }

  /// Occurrences that go to the database in one piece.
  private static let batch = 20_000

  private static func json(_ ids: ArraySlice<Int32>) -> String {
    "[" + ids.lazy.map(String.init).joined(separator: ",") + "]"
  }

  private mutating func facet(_ field: QueryFacet.Field, _ value: String) -> Int {
    let key = Key(field: field.rawValue, value: value)
    if let known = numbers[key] { return known }
    numbers[key] = keys.count
    keys.append(key)
    postings.append([])
    return keys.count - 1
  }

  private mutating func facets(of place: Place, campus: String) -> [Int] {
    let key = PlaceKey(campus: campus, place: place.id)
    if let known = placeFacets[key] { return known }
    var found: [Int] = []
    var seen: Set<String> = []
    var next: String? = place.id
    while let id = next, seen.insert(id).inserted {
      found.append(facet(.place, "\(campus)/\(id)"))
      next = places[PlaceKey(campus: campus, place: id)]?.within
    }
    placeFacets[key] = found
    return found
  }

  private mutating func fold(_ text: String) -> String {
    if let known = folded[text] { return known }
    let words = TextFolding.fold(text)
    folded[text] = words
    return words
  }
}
