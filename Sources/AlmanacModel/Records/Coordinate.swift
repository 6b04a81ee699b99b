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

  /// Whether this is the point 0, 0 that many publishers write for "unknown".
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

/// A rectangle of longitudes and latitudes, in the order of RFC 7946 section 5, or what polygons enclose
/// within it.
public struct BoundingBox: Hashable, Sendable {
  public let west: Double
  public let south: Double
  public let east: Double
  public let north: Double
  /// The outer rings of polygons; empty for the whole rectangle. No ring crosses the antimeridian.
  public let rings: [[Coordinate]]

  /// Returns nil where south is above north or a value is out of range.
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

  /// The smallest rectangle around points; none of their lines may cross the antimeridian. Returns nil
  /// without any.
  public init?(around points: some Collection<Coordinate>) {
    guard let west = points.lazy.map(\.longitude).min(),
      let east = points.lazy.map(\.longitude).max(),
      let south = points.lazy.map(\.latitude).min(),
      let north = points.lazy.map(\.latitude).max()
    else { return nil }
    self.init(west: west, south: south, east: east, north: north)
  }

  /// The rectangle around polygons, and in it only what they enclose.
  ///
  /// Returns nil for a ring of fewer than three points, and without any.
  public init?(enclosedBy rings: [[Coordinate]]) {
    guard rings.allSatisfy({ $0.count >= 3 }), let box = BoundingBox(around: rings.joined()) else {
      return nil
    }
    west = box.west
    south = box.south
    east = box.east
    north = box.north
    self.rings = rings
  }

  /// Whether the point lies inside, or on the edge of a rectangle; a box with west > east crosses the
  /// antimeridian. Linear in the points of the polygons.
  public func contains(_ point: Coordinate) -> Bool {
    guard (south...north).contains(point.latitude) else { return false }
    if !rings.isEmpty { return rings.contains { Self.encloses($0, point) } }
    if west <= east { return (west...east).contains(point.longitude) }
    return point.longitude >= west || point.longitude <= east
  }

  /// The even-odd rule: a ray to the east crosses the ring an odd number of times.
  private static func encloses(_ ring: [Coordinate], _ point: Coordinate) -> Bool {
    var isInside = false
    var previous = ring[ring.count - 1]
    for corner in ring {
      if (corner.latitude > point.latitude) != (previous.latitude > point.latitude) {
        let share =
          (point.latitude - corner.latitude) / (previous.latitude - corner.latitude)
        let crossing = corner.longitude + share * (previous.longitude - corner.longitude)
        if point.longitude < crossing { isInside.toggle() }
      }
      previous = corner
    }
    return isInside
  }

  public var center: Coordinate? {
    Coordinate(latitude: (south + north) / 2, longitude: (west + east) / 2)
  }
}
