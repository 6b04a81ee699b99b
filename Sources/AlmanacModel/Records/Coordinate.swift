import Foundation

/// A point on the WGS 84 ellipsoid, in decimal degrees.
public struct Coordinate: Hashable, Sendable, Codable {
  /// Degrees north, -90 ... 90.
  public let latitude: Double
  /// Degrees east, -180 ... 180.
  public let longitude: Double

  /// Returns nil outside the valid ranges and for values that are not finite.
  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// Whether this is the point 0, 0, which many publishers write for "unknown".
  public var isNullIsland: Bool { abs(latitude) < 1e-6 && abs(longitude) < 1e-6 }

  /// Great-circle distance in meters on a sphere of radius 6,371,008.8 m (haversine).
  public func distance(to other: Coordinate) -> Double {
    let radians = Double.pi / 180
    let deltaLatitude = (other.latitude - latitude) * radians
    let deltaLongitude = (other.longitude - longitude) * radians
    let a =
      pow(sin(deltaLatitude / 2), 2)
      + cos(latitude * radians) * cos(other.latitude * radians) * pow(sin(deltaLongitude / 2), 2)
    return 2 * 6_371_008.8 * asin(min(1, a.squareRoot()))
  }
}

/// A rectangle of longitudes and latitudes, in the order of RFC 7946 section 5. It may be
/// restricted to polygons within it.
public struct BoundingBox: Hashable, Sendable {
  public let west: Double
  public let south: Double
  public let east: Double
  public let north: Double
  /// The outer rings of polygons; empty for the whole rectangle. No ring crosses the antimeridian.
  public let rings: [[Coordinate]]

  /// Returns nil if south is above north or a value is out of range.
  public init?(west: Double, south: Double, east: Double, north: Double) {
    guard Coordinate(latitude: south, longitude: west) != nil,
      Coordinate(latitude: north, longitude: east) != nil, south <= north
    else { return nil }
    self.west = west
    self.south = south
    self.east = east
    self.north = north
    rings = []
  }

  /// Creates the rectangle around polygons, restricted to their interiors.
  ///
  /// Returns nil for no ring, and for a ring of fewer than three points.
  public init?(enclosedBy rings: [[Coordinate]]) {
    let points = rings.flatMap(\.self)
    guard rings.allSatisfy({ $0.count >= 3 }),
      let west = points.map(\.longitude).min(), let east = points.map(\.longitude).max(),
      let south = points.map(\.latitude).min(), let north = points.map(\.latitude).max()
    else { return nil }
    self.west = west
    self.south = south
    self.east = east
    self.north = north
    self.rings = rings
  }

  /// Whether the point is inside, or on the edge of a rectangle. A box with west > east crosses the
  /// antimeridian.
  ///
  /// - Complexity: O(points of the polygons).
  public func contains(_ point: Coordinate) -> Bool {
    guard (south...north).contains(point.latitude) else { return false }
    if !rings.isEmpty { return rings.contains { Outline.ring($0, contains: point) } }
    if west <= east { return (west...east).contains(point.longitude) }
    return point.longitude >= west || point.longitude <= east
  }

  public var center: Coordinate? {
    Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
  }
}
