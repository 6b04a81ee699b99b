import AlmanacModel

/// The `travel:` section of a campus.
public struct TravelSettings: Hashable, Sendable, Codable {
  /// Ids of the places that people start from.
  public var origins: [String] = []
  /// The origin that calendars and the page start with.
  public var defaultOrigin: String?
  /// Seconds to be there before a start.
  public var buffer = 0

  private enum CodingKeys: String, CodingKey {
    case origins, buffer
    case defaultOrigin = "default"
  }
}

extension ConfigurationNode {
  /// The value of `travel`.
  func travelSettings(_ gazetteer: Gazetteer) throws(ConfigurationError) -> TravelSettings {
    let travel: TravelSettings = try decoded()
    try self["origins"]?.checkPlaces(in: [gazetteer])
    if let id = travel.defaultOrigin, !travel.origins.contains(id) {
      throw child("default").error("'\(id)' is none of 'origins'")
    }
    return travel
  }
}
