import AlmanacModel

/// The wire shape of a gazetteer file: GeoJSON whose members may be absent, null or of a kind
/// was not expected. A member that can't be read counts as absent; only a feature without an id
/// or a name is lost.
struct GazetteerFile {
  struct Feature {
    /// nil without an id or a name.
    var place: Place?
    /// The city of the address.
    var city: String?
    /// The city, the province and the country of the address.
    var regions: [String]

    /// nil where the value is no object or has no properties.
    init?(_ value: JSONValue) {
      guard let properties = value["properties"], properties.object != nil else { return nil }
      let postal = properties["address"] ?? .null
      city = postal.meaning("city")
      regions = ["city", "province", "country"].compactMap(postal.meaning)
      guard let name = properties.meaning("name"),
        let id = value.meaning("id") ?? properties.meaning("id")
      else { return }
      let geometry = Geometry(value["geometry"])
      // Some compilers leave out the type of points.
      let point = Geometry.Position(value["geometry"]?["coordinates"])?.coordinate()
      place = Place(
        id: id, name: name, kind: properties.meaning("kind"),
        aliases: properties.meanings("aliases"),
        codes: properties.meanings("codes") + (properties.meaning("code").map { [$0] } ?? []),
        address: properties.meaning("address") ?? postal.meaning("street"),
        category: properties.meaning("category"),
        subcategory: properties.meaning("subcategory").flatMap {
          // A compiler's note that it is undecided, not a category.
          $0.hasPrefix("(unclassified") ? nil : $0
        },
        // `parents` are from the outermost to the nearest: another form of `within`.
        within: properties.meaning("within") ?? properties.meanings("parents").last,
        coordinate: geometry.center ?? point, outline: Outline(rings: geometry.coordinates()),
        rooms: (properties["rooms"]?.array ?? []).compactMap(Self.room),
        tenants: (properties["tenants"]?.array ?? []).compactMap(Self.tenant),
        images: properties.meanings("images"), replacedBy: properties.meaning("replaced_by"),
        isOutdoor: properties["outdoor"]?.bool)
    }

    private static func room(_ value: JSONValue) -> Place.Room? {
      let name = value.meaning("name")
      guard let code = value.meaning("code") ?? name else { return nil }
      return Place.Room(
        code: code, name: name, floor: value.meaning("floor").flatMap { Int($0) },
        coordinate: Geometry.Position(value["point"])?.coordinate())
    }

    private static func tenant(_ value: JSONValue) -> Place.Tenant? {
      value.meaning("name").map { Place.Tenant(name: $0, alias: value.meaning("alias")) }
    }
  }

  var name: String?
  var title: String?
  var attribution: String?
  var license: String?
  /// nil if the file has none; empty for another shape.
  var bounds: [Double]?
  /// The outer rings of the polygons that the file has as bounds.
  var boundsRings: [[Coordinate]]
  var categories: [String]
  var rules: Gazetteer.Rules
  /// nil where a feature is no object.
  var features: [Feature?]

  /// nil for a value that is no FeatureCollection.
  init?(_ value: JSONValue) {
    guard let features = value["features"]?.array else { return nil }
    name = value.meaning("name")
    title = value.meaning("title")
    attribution = value.meaning("attribution")
    license = value.meaning("license")
    let bounds = value["bounds"] ?? .null
    self.bounds = bounds == .null ? nil : bounds.array?.compactMap(\.double) ?? []
    boundsRings = bounds.object == nil ? [] : Geometry(bounds).coordinates()
    categories = value.meanings("categories")
    let rules = value["rules"] ?? .null
    self.rules = Gazetteer.Rules()
    self.rules.stopWords = rules.meanings("stopWords")
    self.rules.towns = rules.meanings("towns")
    self.rules.offCampus = rules.meanings("offCampus")
    self.rules.online = rules.meanings("online")
    self.rules.toBeAnnounced = rules.meanings("toBeAnnounced")
    self.rules.roomCodes = rules.meanings("roomCodes")
    self.features = features.map(Feature.init)
  }
}

extension JSONValue {
  /// Text, or an integer as text; nil for "" and the "-" some lists write for "none".
  fileprivate func meaning(_ name: String) -> String? { self[name].flatMap(Self.meaning) }

  fileprivate func meanings(_ name: String) -> [String] {
    (self[name]?.array ?? []).compactMap(Self.meaning)
  }

  /// Whether neither end is a blank, as in nearly all values. Only other values are trimmed, which takes
  /// many times as long.
  private static func isTrimmed(_ text: String) -> Bool {
    guard let first = text.utf8.first, let last = text.utf8.last else { return false }
    let plain: Range<UInt8> = 0x21..<0x7F
    return plain.contains(first) && plain.contains(last)
  }

  private static func meaning(_ value: JSONValue) -> String? {
    switch value {
    case .integer(let number): return String(number)
    case .string(let text):
      if isTrimmed(text) { return text == "-" ? nil : text }
      let trimmed = text.drop(while: \.isWhitespace)
      guard let last = trimmed.lastIndex(where: { !$0.isWhitespace }) else { return nil }
      let meaning = trimmed[...last]
      return meaning == "-" ? nil : meaning.count == text.count ? text : String(meaning)
    default: return nil
    }
  }
}
