import AlmanacModel

/// Degrees with at most six decimals, about 0.1 m.
struct DegreeTexts {
  let latitude: String
  let longitude: String

  init(_ point: Coordinate) {
    latitude = Self.text(point.latitude)
    longitude = Self.text(point.longitude)
  }

  private static func text(_ value: Double) -> String {
    var json = JSONWriter()
    json.number(value, decimals: 6)
    return json.text
  }
}
