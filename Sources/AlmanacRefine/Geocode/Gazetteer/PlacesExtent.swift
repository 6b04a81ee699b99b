import AlmanacModel

extension BoundingBox {
  /// Degrees: half a kilometer from south to north.
  private static let margin = 0.005

  /// The box around the points of places, half a kilometer wider; nil where none has a point.
  init?(around places: [Place]) {
    guard let box = BoundingBox(around: places.compactMap(\.coordinate)) else { return nil }
    self.init(
      west: max(box.west - Self.margin, -180), south: max(box.south - Self.margin, -90),
      east: min(box.east + Self.margin, 180), north: min(box.north + Self.margin, 90))
  }
}
