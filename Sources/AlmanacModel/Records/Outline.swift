/// The ground that a place covers: the outer rings of RFC 7946 polygons, without their holes.
public struct Outline: Hashable, Sendable, Codable {
  /// Each ring a closed line of points; the first may or may not stand again at the end.
  public let rings: [[Coordinate]]

  /// Returns nil where no ring has three points.
  public init?(rings: [[Coordinate]]) {
    let rings = rings.filter { $0.count >= 3 }
    guard !rings.isEmpty else { return nil }
    self.rings = rings
  }

  /// Whether the point lies inside a ring; on an edge either may be answered.
  public func contains(_ point: Coordinate) -> Bool { rings.contains { Self.contains($0, point) } }

  /// The middle of the largest ring, weighed by its area on the plane of degrees: right to some
  /// meters for a building.
  public var center: Coordinate? {
    let largest = rings.max { abs(Self.doubleArea($0)) < abs(Self.doubleArea($1)) }
    guard let ring = largest, let origin = ring.first else { return nil }
    let area = Self.doubleArea(ring)
    guard abs(area) > 1e-15 else { return origin }
    var (latitude, longitude) = (0.0, 0.0)
    for (one, other) in zip(ring, ring.dropFirst() + [origin]) {
      // Counted from the first corner: the products of whole degrees would drown the digits.
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

  private static func doubleArea(_ ring: [Coordinate]) -> Double {
    guard let origin = ring.first else { return 0 }
    return zip(ring, ring.dropFirst() + [origin]).reduce(0) { sum, edge in
      let (x, y) = (edge.0.longitude - origin.longitude, edge.0.latitude - origin.latitude)
      let (u, v) = (edge.1.longitude - origin.longitude, edge.1.latitude - origin.latitude)
      return sum + x * v - u * y
    }
  }

  /// Counts how often a line to the east crosses the ring.
  private static func contains(_ ring: [Coordinate], _ point: Coordinate) -> Bool {
    guard let last = ring.last else { return false }
    var isInside = false
    var before = last
    for corner in ring {
      if (corner.latitude > point.latitude) != (before.latitude > point.latitude) {
        let share = (point.latitude - corner.latitude) / (before.latitude - corner.latitude)
        let crossing = corner.longitude + share * (before.longitude - corner.longitude)
        if point.longitude < crossing { isInside.toggle() }
      }
      before = corner
    }
    return isInside
  }
}
