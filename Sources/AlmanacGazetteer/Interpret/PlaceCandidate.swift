import AlmanacModel

/// The data of a file about one place, room or tenant.
struct PlaceCandidate {
  enum Role: Hashable {
    /// Always a place.
    case place
    /// A tenant inside a building, else a place: an office or a café.
    case placeOrTenant
    /// A tenant inside a building, else left out: a shop or a counter.
    case tenant
    case room
    /// A nameless building. Its outline goes to the place whose point is inside.
    case footprint
  }

  enum Kind: String {
    case building, campus, site, district, area, stop
  }

  /// The id in its file, such as `way/123`.
  var source: String
  var role = Role.place
  var kind = Kind.building
  var name = ""
  var aliases: [String] = []
  var codes: [String] = []
  var address: String?
  var city: String?
  var category: String?
  var isOutdoor: Bool?
  var point: Coordinate?
  var outline: Outline?
  /// The floor in the file's own numbering.
  var floor: Int?
  /// The parent's id in its file, or the parent's code or name.
  var parent: String?

  var coordinate: Coordinate? { point ?? outline?.center }
  var nameKey: String { name.nameKey }

  /// Adds a name, unless it equals one already in any case.
  mutating func addAlias(_ alias: String?) {
    guard let alias = alias?.trimmed, !alias.isEmpty else { return }
    let isKnown = ([name] + aliases).contains { $0.lowercased() == alias.lowercased() }
    if !isKnown { aliases.append(alias) }
  }

  mutating func addCode(_ code: String) {
    if !codes.contains(where: { $0.folded == code.folded }) { codes.append(code) }
  }
}
