import AlmanacModel

/// Reads `venue:` of a source's definition.
enum VenueStrategyLoader {
  private enum Word: String, CaseIterable {
    case text
    case fallback = "default"
    case preferCoordinates = "prefer-coordinates"
    case none
  }

  static func load(_ node: ConfigurationNode?, gazetteer: Gazetteer) throws(ConfigurationError)
    -> VenueStrategy
  {
    guard let node else { return .text }
    try node.allow(["strategy", "default"])
    switch try node.child("strategy")?.word(Word.self) ?? .text {
    case .text: return .text
    case .preferCoordinates: return .preferCoordinates
    case .none: return .none
    case .fallback:
      let place = try node.required("default")
      let id = try place.string()
      guard gazetteer.places.contains(where: { $0.id == id }) else {
        throw place.error("there is no place '\(id)' in the gazetteer")
      }
      return .fallback(place: id)
    }
  }
}
