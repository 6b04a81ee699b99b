/// The points of the compass rose, as providers name the direction that wind comes from.
enum CompassPoint {
  private static let names = [
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
    "NNW",
  ]

  /// Degrees clockwise from north; nil for another word, such as "VARIABLE".
  static func degrees(_ name: String) -> Double? {
    names.firstIndex(of: name.uppercased()).map { Double($0) * 22.5 }
  }
}
