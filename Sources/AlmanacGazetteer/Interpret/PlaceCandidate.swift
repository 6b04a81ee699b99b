import AlmanacModel

/// What a file says of one thing that may be a place, a room or a tenant.
struct PlaceCandidate {
  enum Role: Hashable {
    /// A place of its own, wherever it lies.
    case place
    /// Within a building its tenant, elsewhere a place: an office, a café.
    case placeOrTenant
    /// Within a building its tenant, elsewhere nothing: a shop, a counter.
    case tenant
    case room
    /// A building without a name: the outline of a place whose point lies in it.
    case footprint
  }

  enum Kind: String {
    case building, campus, site, district, area, stop
  }

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
  /// As the file counts storeys.
  var floor: Int?
  /// Id of the place it is in, as its file names it, or the code or name of that place.
  var parent: String?

  var coordinate: Coordinate? { point ?? outline?.center }
  var nameKey: String { name.nameKey }

  /// Adds a name that is not one already.
  mutating func addAlias(_ alias: String?) {
    guard let alias = alias?.trimmed, !alias.isEmpty else { return }
    let isKnown = ([name] + aliases).contains { $0.lowercased() == alias.lowercased() }
    if !isKnown { aliases.append(alias) }
  }

  mutating func addCode(_ code: String) {
    if !codes.contains(where: { $0.folded == code.folded }) { codes.append(code) }
  }
}
