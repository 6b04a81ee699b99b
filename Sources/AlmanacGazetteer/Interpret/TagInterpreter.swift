import AlmanacModel

/// Converts features with OpenStreetMap tags into candidates.
struct TagInterpreter {
  /// The difference between floor numbers on signs and `level`, learned from features with both
  /// `level` and `level:ref`.
  private let levelOffset: Int

  init(_ features: [SourceFeature]) {
    var offsets: [Int: Int] = [:]
    for feature in features {
      guard let level = feature["level"].flatMap({ Int($0) }),
        let given = feature["level:ref"].flatMap({ Int($0) })
      else { continue }
      offsets[given - level, default: 0] += 1
    }
    levelOffset = offsets.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? 0
  }

  /// The candidate of a feature; nil if it is no place.
  func candidate(of feature: SourceFeature, swapped: Bool) -> PlaceCandidate? {
    guard let building = building(feature), var candidate = kind(of: feature, building) else {
      return nil
    }
    candidate.place(feature.shape, swapped: swapped)
    if feature.shape.isLine, candidate.coordinate == nil { return nil }
    guard name(&candidate, feature, isBuilding: building != "") else { return nil }
    let house = feature["addr:housenumber"]
    if let street = feature["addr:street"] ?? feature["addr:place"] {
      candidate.address = Self.address(street: street, number: house)
    }
    candidate.city = feature["addr:city"]
    candidate.floor = floor(feature)
    candidate.parent = feature["addr:building"]
    return candidate
  }

  /// The value of `building`; "" if it is no building, nil if it is planned or demolished.
  private func building(_ feature: SourceFeature) -> String? {
    guard let value = feature["building"] ?? feature["building:part"] else { return "" }
    if value == "no" { return "" }
    return PlaceKinds.absentBuildings.contains(value) ? nil : value
  }

  /// Applies the first matching rule. A building stays one; the rule only adds its category.
  private func kind(of feature: SourceFeature, _ building: String) -> PlaceCandidate? {
    var candidate = PlaceCandidate(source: feature.source)
    let rule = PlaceKinds.rules.first { rule in
      guard let value = feature[rule.key] else { return false }
      return rule.values.isEmpty
        || !value.split(separator: ";").allSatisfy {
          !rule.values.contains(String($0))
        }
    }
    if !building.isEmpty {
      let known = rule.flatMap { $0.isExcluded ? nil : $0.category }
      candidate.category = known ?? PlaceKinds.category(ofBuilding: building)
      if rule?.role == .room { candidate.role = .room }
      return candidate
    }
    // Streets and paths are no places, but pedestrian squares are.
    if let way = feature["highway"] {
      guard way == "pedestrian" || way == "footway", !feature.shape.rings.isEmpty else {
        return nil
      }
      candidate.kind = .area
      candidate.isOutdoor = true
      return candidate
    }
    guard let rule, !rule.isExcluded else { return nil }
    candidate.role = rule.role
    candidate.kind = rule.kind
    candidate.category = rule.category
    candidate.isOutdoor = rule.isOutdoor
    let isOpenAir =
      feature["theatre:type"] == "amphi" || feature["theatre:type"] == "open_air"
      || feature["covered"] == "no" || feature["indoor"] == "no"
      || (feature["name"]?.folded.contains("amphithe") ?? false)
    if isOpenAir { candidate.isOutdoor = true }
    return candidate
  }

  /// Sets name, aliases and codes. Returns false if there is no name, unless it is a building with
  /// an outline.
  private func name(
    _ candidate: inout PlaceCandidate, _ feature: SourceFeature, isBuilding: Bool
  ) -> Bool {
    let codes = ["ref", "local_ref", "loc_ref", "building:ref"].compactMap { feature[$0] }
      .flatMap(Self.list)
    let description = feature["description"].flatMap { $0.count <= 60 ? $0 : nil }
    let substitutes =
      isBuilding || candidate.role == .room
      ? [
        feature["official_name"], feature["loc_name"],
        codes.isEmpty ? nil : description, codes.first,
      ] : []
    guard let name = ([feature["name"]] + substitutes).compactMap(\.self).first else {
      candidate.role = .footprint
      return isBuilding && candidate.outline != nil
    }
    candidate.name = name
    // A long reference of a building is an inventory number; a room has no other.
    for code in codes where code.count <= 12 || candidate.role == .room {
      candidate.addCode(code)
    }
    for alias in Self.otherNames.flatMap({ Self.list(feature[$0] ?? "") }) {
      candidate.addAlias(alias)
    }
    // Names in other languages, such as name:de or alt_name:pt-BR.
    let translated = /(?:(?:alt|short|official|old|loc)_)?name:[a-z]{2,3}(?:-[A-Za-z]{2,8})?/
    for key in feature.fields.keys.sorted() where key.wholeMatch(of: translated) != nil {
      for alias in Self.list(feature[key] ?? "") { candidate.addAlias(alias) }
    }
    return true
  }

  private static let otherNames = [
    "alt_name", "short_name", "loc_name", "official_name", "old_name", "int_name", "nickname",
    "alt_name_1", "alt_name_2", "name_1", "addr:housename",
  ]

  private static func list(_ text: String) -> [String] {
    text.split(separator: ";").map { String($0).trimmed }.filter { !$0.isEmpty }
  }

  /// The floor number on signs.
  private func floor(_ feature: SourceFeature) -> Int? {
    if let given = feature["level:ref"].flatMap({ Int($0) }) { return given }
    let level = feature["level"].flatMap { Self.list($0).first }.flatMap { Int($0) }
    return level.map { $0 + levelOffset }
  }

  /// The house number before or after the street, depending on the language of the street's name.
  static func address(street: String, number: String?) -> String {
    guard let number else { return street }
    let words = street.folded.split { !$0.isLetter }.map(String.init)
    let isBefore =
      words.last.map(streetEnds.contains) ?? false
      || words.first.map(streetStarts.contains) ?? false
    return isBefore ? "\(number) \(street)" : "\(street) \(number)"
  }

  private static let streetEnds: Set = [
    "street", "st", "avenue", "ave", "road", "rd", "lane", "ln", "drive", "dr", "way", "place",
    "pl",
    "court", "ct", "boulevard", "blvd", "row", "circle", "terrace", "parkway", "pkwy", "hill",
    "close", "crescent", "square", "walk", "loop", "highway", "mall", "quad", "green", "link",
  ]
  private static let streetStarts: Set = [
    "rue", "avenue", "boulevard", "allee", "chemin", "quai", "impasse", "cours", "route", "place",
    "jalan", "lorong",
  ]
}

extension PlaceCandidate {
  /// Sets point and outline.
  mutating func place(_ shape: Geometry, swapped: Bool) {
    point = shape.point?.coordinate(swapped: swapped)
    outline = Outline(rings: shape.coordinates(swapped: swapped))
  }
}
