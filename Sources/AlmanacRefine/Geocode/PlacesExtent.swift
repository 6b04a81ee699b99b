import AlmanacModel

extension BoundingBox {
  /// Degrees: half a kilometer from south to north.
  private static let margin = 0.005

  /// The box around the points of places, half a kilometer wider; nil where none has a point.
  init?(around places: [Place]) {
    let points = places.compactMap(\.coordinate)
    guard let west = points.map(\.longitude).min(), let east = points.map(\.longitude).max(),
      let south = points.map(\.latitude).min(), let north = points.map(\.latitude).max()
    else { return nil }
    self.init(
      west: max(west - Self.margin, -180), south: max(south - Self.margin, -90),
      east: min(east + Self.margin, 180), north: min(north + Self.margin, 90))
  }
}
