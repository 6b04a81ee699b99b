public import AlmanacModel

/// Writes a gazetteer as GeoJSON with one feature per line and members in a fixed order, so that
/// version control shows small differences.
public enum GazetteerText {
  static func credits(of imported: ImportedGazetteer) -> [String] {
    imported.isOpenStreetMap ? ["© OpenStreetMap contributors, ODbL 1.0"] : imported.attributions
  }

  /// The JSON of a collection, with a final line break.
  public static func text(of collection: JSONValue) -> String {
    let members = collection.object ?? [:]
    let names = ordered(members.keys, first: collectionOrder).filter { $0 != "features" }
    let lines = names.map { "\(quoted($0)): \(json(members[$0] ?? .null))" }
    let features = (members["features"]?.array ?? []).map { line(of: $0) }
    return "{\n" + lines.map { "\($0),\n" }.joined() + "\"features\": [\n"
      + features.joined(separator: ",\n") + (features.isEmpty ? "" : "\n") + "]\n}\n"
  }

  /// A feature on one line, without a line break.
  public static func line(of feature: JSONValue) -> String {
    object(feature.object ?? [:], first: ["type", "id", "geometry", "properties"]) { name, value in
      guard name == "properties", let properties = value.object else { return json(value) }
      return object(properties, first: propertyOrder) { json($1) }
    }
  }

  private static let collectionOrder = [
    "type", "name", "title", "attribution", "license", "timezone", "bounds", "categories", "rules",
  ]
  private static let propertyOrder = [
    "id", "name", "kind", "aliases", "codes", "address", "category", "subcategory", "within",
    "outdoor", "rooms", "tenants", "images",
  ]

  private static func object(
    _ members: [String: JSONValue], first: [String], value: (String, JSONValue) -> String
  ) -> String {
    let parts = ordered(members.keys, first: first).map { name in
      "\(quoted(name)): \(value(name, members[name] ?? .null))"
    }
    return "{" + parts.joined(separator: ", ") + "}"
  }

  /// Names sorted: first the known ones in their order, then the others alphabetically.
  private static func ordered(_ names: some Sequence<String>, first: [String]) -> [String] {
    let rank = Dictionary(uniqueKeysWithValues: zip(first, first.indices))
    return names.sorted { (rank[$0] ?? first.count, $0) < (rank[$1] ?? first.count, $1) }
  }

  private static func quoted(_ text: String) -> String { json(.string(text)) }

  private static func json(_ value: JSONValue) -> String {
    var writer = JSONWriter()
    writer.value(value)
    return writer.text
  }

  // MARK: Features

  static func feature(_ imported: ImportedPlace) -> JSONValue {
    let place = imported.place
    var properties: [String: JSONValue] = [
      "name": .string(place.name), "source": .string(imported.source),
    ]
    properties["kind"] = place.kind.map(JSONValue.string)
    properties["address"] = place.address.map(JSONValue.string)
    properties["category"] = place.category.map(JSONValue.string)
    properties["within"] = place.within.map(JSONValue.string)
    properties["outdoor"] = place.isOutdoor.map(JSONValue.bool)
    properties["aliases"] = list(place.aliases.map(JSONValue.string))
    properties["codes"] = list(place.codes.map(JSONValue.string))
    properties["rooms"] = list(place.rooms.map(room))
    properties["tenants"] = list(
      place.tenants.map { tenant in
        var members = ["name": JSONValue.string(tenant.name)]
        members["alias"] = tenant.alias.map(JSONValue.string)
        return .object(members)
      })
    return .object([
      "type": .string("Feature"), "id": .string(place.id), "geometry": geometry(of: place),
      "properties": .object(properties),
    ])
  }

  private static func list(_ values: [JSONValue]) -> JSONValue? {
    values.isEmpty ? nil : .array(values)
  }

  private static func room(_ room: Place.Room) -> JSONValue {
    var members = ["code": JSONValue.string(room.code)]
    members["name"] = room.name.map(JSONValue.string)
    members["floor"] = room.floor.map { .integer(Int64($0)) }
    members["point"] = room.coordinate.map(position)
    return .object(members)
  }

  /// The point, the outline, or both if the point is not the outline's center.
  private static func geometry(of place: Place) -> JSONValue {
    guard let outline = place.outline else {
      return place.coordinate.map { geometry("Point", position($0)) } ?? .null
    }
    let rings = outline.rings.map { ring in
      let closed = ring.first == ring.last ? ring : ring + ring.prefix(1)
      return JSONValue.array(closed.map(position))
    }
    let area =
      rings.count == 1
      ? geometry("Polygon", .array(rings))
      : geometry("MultiPolygon", .array(rings.map { .array([$0]) }))
    guard let point = place.coordinate, point != outline.center else { return area }
    return .object([
      "type": .string("GeometryCollection"),
      "geometries": .array([geometry("Point", position(point)), area]),
    ])
  }

  private static func geometry(_ type: String, _ coordinates: JSONValue) -> JSONValue {
    .object(["type": .string(type), "coordinates": coordinates])
  }

  /// Rounded to seven decimals of a degree, about a centimeter.
  private static func position(_ point: Coordinate) -> JSONValue {
    func rounded(_ value: Double) -> JSONValue { .number((value * 1e7).rounded() / 1e7) }
    return .array([rounded(point.longitude), rounded(point.latitude)])
  }
}
