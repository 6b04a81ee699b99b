import AlmanacModel

/// Reads `venue:` of a source's definition: `text`, `prefer-coordinates`, `none` or
/// `{default: PLACE}`; also with the word as `strategy`, and with the fields that state a venue as `from`.
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

  static func reading(_ node: ConfigurationNode?) throws(ConfigurationError) -> VenueReading {
    var reading = VenueReading()
    guard let node, node.isMapping else { return reading }
    if let from = try node.child("from") {
      reading.fields = []
      for field in try from.list() {
        reading.fields.append(try field.word(VenueReading.Field.self))
      }
      guard !reading.fields.isEmpty else { throw from.error("name a field, such as location") }
    }
    reading.label = try node.child("after")?.string()
    let isFree = reading.fields.contains { $0 == .title || $0 == .description }
    if let after = try node.child("after") {
      guard isFree else { throw after.error("is for 'from: title' and 'from: description'") }
      guard reading.label?.isEmpty == false else { throw after.error("is empty") }
    } else if isFree {
      throw node.error("say after which words the venue stands, such as after: \"Where:\"")
    }
    return reading
  }
}
