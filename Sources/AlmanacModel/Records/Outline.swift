/// The ground that a place covers: the outer rings of its polygons (RFC 7946), without holes.
public struct Outline: Hashable, Sendable, Codable {
  /// Closed lines of points. The first point may or may not be repeated at the end.
  public let rings: [[Coordinate]]

  /// Drops rings of fewer than three points; returns nil if none is left.
  public init?(rings: [[Coordinate]]) {
    let rings = rings.filter { $0.count >= 3 }
    guard !rings.isEmpty else { return nil }
    self.rings = rings
  }

  /// Whether the point is inside a ring. The result is undefined for a point on an edge.
  public func contains(_ point: Coordinate) -> Bool {
    rings.contains { Self.ring($0, contains: point) }
  }

  /// The centroid of the largest ring in the plane of degrees: exact to some meters for a building.
  public var center: Coordinate? {
    let largest = rings.max { abs(Self.doubleArea($0)) < abs(Self.doubleArea($1)) }
    guard let ring = largest, let origin = ring.first else { return nil }
    let area = Self.doubleArea(ring)
    guard abs(area) > 1e-15 else { return origin }
    var (latitude, longitude) = (0.0, 0.0)
    for (one, other) in zip(ring, ring.dropFirst() + [origin]) {
      // Relative to the first corner: products of full coordinates would lose the small
      // differences.
      let (x, y) = (one.longitude - origin.longitude, one.latitude - origin.latitude)
      let (u, v) = (other.longitude - origin.longitude, other.latitude - origin.latitude)
      let cross = x * v - u * y
      longitude += (x + u) * cross
      latitude += (y + v) * cross
    }
    return Coordinate(
      latitude: origin.latitude + latitude / (3 * area),
      longitude: origin.longitude + longitude / (3 * area))
  }

  /// Twice the signed area in square degrees (shoelace formula).
  private static func doubleArea(_ ring: [Coordinate]) -> Double {
    guard let origin = ring.first else { return 0 }
    return zip(ring, ring.dropFirst() + [origin]).reduce(0) { sum, edge in
      let (x, y) = (edge.0.longitude - origin.longitude, edge.0.latitude - origin.latitude)
      let (u, v) = (edge.1.longitude - origin.longitude, edge.1.latitude - origin.latitude)
      return sum + x * v - u * y
    }
  }

  /// The even-odd rule: the point is inside if a ray to the east crosses the ring an odd number of
  /// times.
  static func ring(_ ring: [Coordinate], contains point: Coordinate) -> Bool {
    guard var previous = ring.last else { return false }
    var isInside = false
    for corner in ring {
      if (corner.latitude > point.latitude) != (previous.latitude > point.latitude) {
        let share = (point.latitude - corner.latitude) / (previous.latitude - corner.latitude)
        let crossing = corner.longitude + share * (previous.longitude - corner.longitude)
        if point.longitude < crossing { isInside.toggle() }
      }
      previous = corner
    }
    return isInside
  }
}
