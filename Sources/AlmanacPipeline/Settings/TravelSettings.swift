/// The `travel:` section of a campus.
public struct TravelSettings: Hashable, Sendable, Codable {
  /// Ids of the places that people start from.
  public var origins: [String] = []
  /// The origin that calendars and the page start with.
  public var defaultOrigin: String?
  /// Minutes to be there before a start.
  public var buffer = 5
}

/// Reads the `travel:` section of a campus.
enum TravelLoader {
  static func load(
    _ node: ConfigurationNode, places: Set<String>
  ) throws(ConfigurationError) -> TravelSettings {
    var travel = TravelSettings()
    for origin in node["origins"]?.elements ?? [] {
      travel.origins.append(try origin.place(among: places))
    }
    if let word = node["default"] {
      guard let id = word.text, travel.origins.contains(id) else {
        throw word.error("'\(word.text ?? "")' is none of 'origins'")
      }
      travel.defaultOrigin = id
    }
    if let seconds = node["buffer"]?.seconds { travel.buffer = seconds / 60 }
    return travel
  }
}
