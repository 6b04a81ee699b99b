/// The point and the areas of a GeoJSON geometry (RFC 7946 section 3.1).
public struct Geometry: Hashable, Sendable {
  /// The first two numbers of a position. Some files swap them.
  public struct Position: Hashable, Sendable {
    /// The longitude, if the file follows section 3.1.1.
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
      self.x = x
      self.y = y
    }

    /// Reads the first two numbers of an array.
    public init?(_ value: JSONValue?) {
      guard let numbers = value?.array, numbers.count >= 2, let x = numbers[0].double,
        let y = numbers[1].double
      else { return nil }
      self.init(x: x, y: y)
    }

    public func coordinate(swapped: Bool = false) -> Coordinate? {
      swapped ? Coordinate(latitude: x, longitude: y) : Coordinate(latitude: y, longitude: x)
    }
  }

  public var point: Position?
  /// The outer rings of polygons.
  public var rings: [[Position]] = []
  /// Whether it is an open line such as a road or a wall, which is no place.
  public var isLine = false

  public init() {}

  /// Of several points, the first counts. Empty for any other value.
  public init(_ value: JSONValue?) {
    let coordinates = value?["coordinates"]
    switch value?["type"]?.string {
    case "Point": point = Position(coordinates)
    case "MultiPoint": point = Position(coordinates?.array?.first)
    case "Polygon": rings = Self.outerRing(of: coordinates).map { [$0] } ?? []
    case "MultiPolygon": rings = (coordinates?.array ?? []).compactMap(Self.outerRing)
    case "LineString", "MultiLineString": isLine = true
    case "GeometryCollection":
      // Collections don't lie within collections (section 3.1.8).
      for part in value?["geometries"]?.array ?? [] where part["geometries"] == nil {
        let other = Geometry(part)
        point = point ?? other.point
        rings += other.rings
        isLine = isLine || other.isLine
      }
    default: break
    }
  }

  private static func outerRing(of polygon: JSONValue?) -> [Position]? {
    let ring = polygon?.array?.first?.array?.compactMap { Position($0) }
    return (ring?.count ?? 0) >= 3 ? ring : nil
  }

  public var positions: [Position] { (point.map { [$0] } ?? []) + rings.joined() }

  /// The rings without positions that are none on Earth.
  public func coordinates(swapped: Bool = false) -> [[Coordinate]] {
    rings.map { $0.compactMap { $0.coordinate(swapped: swapped) } }
  }

  /// The point, else the center of the areas.
  public var center: Coordinate? {
    point?.coordinate() ?? Outline(rings: coordinates())?.center
  }
}
