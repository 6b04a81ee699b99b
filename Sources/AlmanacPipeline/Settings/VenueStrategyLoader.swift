import AlmanacModel

/// Reads `venue:` of a source's definition: `text`, `prefer-coordinates`, `none` or
/// `{default: PLACE}`; also with the word as `strategy`.
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
    guard node.isMapping else {
      switch try node.word(Word.self) {
      case .text: return .text
      case .preferCoordinates: return .preferCoordinates
      case .none: return .none
      case .fallback: throw node.error("say which place: {default: PLACE}")
      }
    }
    try node.allow(["strategy", "default"])
    let implied: Word = try node.child("default") == nil ? .text : .fallback
    switch try node.child("strategy")?.word(Word.self) ?? implied {
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
