import AlmanacModel

extension JSONWriter {
  /// `[latitude, longitude]` in degrees, in Leaflet's order. Six decimals are 11 cm.
  mutating func element(_ point: Coordinate) {
    beginArray()
    number(point.latitude, decimals: 6)
    number(point.longitude, decimals: 6)
    endArray()
  }

  mutating func member(_ name: String, _ point: Coordinate?) {
    guard let point else { return }
    key(name)
    element(point)
  }
}
