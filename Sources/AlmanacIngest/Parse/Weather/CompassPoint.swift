/// The 16 compass points by which providers name wind directions.
enum CompassPoint {
  private static let names = [
    "N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE", "S", "SSW", "SW", "WSW", "W", "WNW", "NW",
    "NNW",
  ]

  /// Degrees clockwise from north; nil for other words, such as "VARIABLE".
  static func degrees(_ name: String) -> Double? {
    names.firstIndex(of: name.uppercased()).map { Double($0) * 22.5 }
  }
}
