import AlmanacModel

/// The paths of an edition's calendars, relative to its folder.
struct CalendarPaths {
  static let all = "calendars/all.ics"

  private let categories: [String: String]
  private let places: [String: String]
  private let sources: [String: String]
  private let isOneCampus: Bool

  init(_ contents: EditionContents) {
    let isOneCampus = contents.campuses.count <= 1
    self.isOneCampus = isOneCampus
    categories = Slug.table(contents.taxonomy.categories.map(\.id))
    sources = Slug.table(contents.sources.map(\.id))
    places = Slug.table(
      contents.gazetteers.flatMap { campus, gazetteer in
        gazetteer.places.map { Self.name($0.id, campus: campus, isOneCampus: isOneCampus) }
      })
  }

  func category(_ id: String) -> String { Self.path("category", categories[id]) }

  func source(_ id: String) -> String { Self.path("source", sources[id]) }

  func place(_ id: String, campus: String) -> String {
    Self.path("place", places[Self.name(id, campus: campus, isOneCampus: isOneCampus)])
  }

  private static func path(_ kind: String, _ slug: String?) -> String {
    "calendars/\(kind)/\(slug ?? "").ics"
  }

  /// The name of a place; with several campuses it includes the campus, because ids may repeat.
  private static func name(_ place: String, campus: String, isOneCampus: Bool) -> String {
    isOneCampus ? place : "\(campus)-\(place)"
  }
}
