import AlmanacModel

/// The type and the presence that the GTFS specification requires of a field.
struct FieldRule: Sendable {
  enum Kind: Sendable {
    case id, text, url, color, email, language, zone, currency
    /// `YYYYMMDD`.
    case date
    /// `H:MM:SS`, hours from 0 without a limit.
    case time
    /// A whole number with a minimum.
    case integer(Int)
    /// A number, 0 or more.
    case distance
    case latitude, longitude
    /// An enum: a whole number from 0 to a maximum.
    case choice(Int)
    /// A `route_type`: 0 to 7, 11, 12, or one of the extended types from 100 to 1702.
    case routeType
  }

  enum Presence: Sendable {
    case required
    /// The column is required, its values may be empty.
    case column
    case recommended, optional
  }

  let name: String
  let kind: Kind
  let presence: Presence

  /// The rules of a table, its key first; nil for a table that is not read.
  static func rules(of file: String) -> [FieldRule]? { tables[file] }

  /// The GTFS Schedule Reference, revision of 2025, as `NAME:KIND`. After the name: `!` required, `+`
  /// column required, `?` recommended.
  private static let tables: [String: [FieldRule]] = EmbeddedTable.transitFields
    .rows(separator: " ").reduce(into: [:]) { $0[String($1.key)] = parse($1.value) }

  /// Files of the specification that have no rules here. Only locations.geojson is read.
  static let unreadFiles: Set<String> = [
    "areas.txt", "stop_areas.txt", "networks.txt", "route_networks.txt", "fare_media.txt",
    "fare_products.txt", "fare_leg_rules.txt", "fare_leg_join_rules.txt", "fare_transfer_rules.txt",
    "timeframes.txt", "rider_categories.txt", "pathways.txt", "levels.txt", "location_groups.txt",
    "location_group_stops.txt", "locations.geojson", "translations.txt", "attributions.txt",
  ]

  private static func parse(_ text: Substring) -> [FieldRule] {
    text.split(whereSeparator: \.isWhitespace).compactMap { word in
      let parts = word.split(separator: ":")
      guard parts.count == 2 else { return nil }
      let presence: Presence =
        switch parts[0].last {
        case "!": .required
        case "+": .column
        case "?": .recommended
        default: .optional
        }
      let name = parts[0].filter { !"!+?".contains($0) }
      return kind(parts[1]).map { FieldRule(name: String(name), kind: $0, presence: presence) }
    }
  }

  private static func kind(_ word: Substring) -> Kind? {
    if word.hasPrefix("choice") { return Int(word.dropFirst(6)).map { .choice($0) } }
    if word.hasPrefix("integer") { return Int(word.dropFirst(7)).map { .integer($0) } }
    let kinds: [Substring: Kind] = [
      "id": .id, "text": .text, "url": .url, "color": .color, "email": .email, "phone": .text,
      "language": .language, "zone": .zone, "currency": .currency, "date": .date, "time": .time,
      "distance": .distance, "latitude": .latitude, "longitude": .longitude,
      "routetype": .routeType,
    ]
    return kinds[word]
  }
}
