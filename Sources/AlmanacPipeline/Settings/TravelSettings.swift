import AlmanacModel

/// The `travel:` section of a campus.
public struct TravelSettings: Hashable, Sendable, Codable {
  /// Ids of the places that people start from.
  public var origins: [String] = []
  /// The origin that calendars and the page start with.
  public var defaultOrigin: String?
  /// Minutes to be there before a start.
  public var buffer = 0
}

extension ConfigurationNode {
  /// The value of `travel`.
  func travelSettings(_ gazetteer: Gazetteer) throws(ConfigurationError) -> TravelSettings {
    var travel = TravelSettings()
    for origin in self["origins"]?.elements ?? [] {
      travel.origins.append(try origin.place(in: [gazetteer]))
    }
    if let word = self["default"] {
      guard let id = word.text, travel.origins.contains(id) else {
        throw word.error("'\(word.text ?? "")' is none of 'origins'")
      }
      travel.defaultOrigin = id
    }
    travel.buffer = try value("buffer", \.seconds) / 60
    return travel
  }
}
