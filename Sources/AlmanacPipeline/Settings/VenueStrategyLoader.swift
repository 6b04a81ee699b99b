import AlmanacModel

/// Reads `venue:` of a source's definition: `text`, `prefer-coordinates`, `none` or
/// `{default: PLACE}`; also the word as `strategy`, and the fields that have the venue as `from`.
enum VenueStrategyLoader {
  static func load(_ node: ConfigurationNode?, gazetteer: Gazetteer) throws(ConfigurationError)
    -> VenueStrategy
  {
    guard let node else { return .text }
    switch node.text ?? node["strategy"]?.text {
    case "text": return .text
    case "prefer-coordinates": return .preferCoordinates
    case "none": return .none
    case nil where node["default"] == nil: return .text
    default: break
    }
    let places = Set(gazetteer.places.map(\.id))
    return .fallback(place: try node.required("default").place(among: places))
  }

  static func reading(_ node: ConfigurationNode?) throws(ConfigurationError) -> VenueReading {
    var reading = VenueReading()
    guard let node, node.isMapping else { return reading }
    if let from = node["from"] {
      reading.fields = from.elements.compactMap { $0.word(VenueReading.Field.self) }
      guard !reading.fields.isEmpty else { throw from.error("name a field, such as location") }
    }
    reading.label = node["after"]?.text
    let isFree = reading.fields.contains { $0 == .title || $0 == .description }
    if let after = node["after"] {
      guard isFree else { throw after.error("is for 'from: title' and 'from: description'") }
      guard reading.label?.isEmpty == false else { throw after.error("is empty") }
    } else if isFree {
      throw node.error("needs the words before the venue, such as after: \"Where:\"")
    }
    return reading
  }
}
