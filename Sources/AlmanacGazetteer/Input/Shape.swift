import AlmanacModel

/// Two coordinates from a file, whose order is not known yet.
struct Position: Hashable {
  /// The first number: the longitude, if the file follows RFC 7946 section 3.1.1.
  var x: Double
  var y: Double

  func coordinate(swapped: Bool) -> Coordinate? {
    swapped ? Coordinate(latitude: x, longitude: y) : Coordinate(latitude: y, longitude: x)
  }
}

/// The geometry of a feature: a point, an area or a line.
struct Shape {
  var point: Position?
  /// The outer rings of polygons.
  var rings: [[Position]] = []
  /// Whether it is an open line such as a road or a wall, which is no place.
  var isLine = false

  var positions: [Position] { (point.map { [$0] } ?? []) + rings.joined() }
}

extension Shape {
  /// Reads a GeoJSON geometry (RFC 7946 section 3.1); empty for any other value.
  init(geometry value: JSONValue) {
    let coordinates = value["coordinates"] ?? .null
    switch value["type"]?.string {
    case "Point": point = Position(coordinates)
    case "MultiPoint": point = coordinates.array?.first.flatMap { Position($0) }
    case "Polygon": rings = Self.outerRing(of: coordinates).map { [$0] } ?? []
    case "MultiPolygon": rings = (coordinates.array ?? []).compactMap(Self.outerRing)
    case "LineString", "MultiLineString": isLine = true
    case "GeometryCollection":
      for part in value["geometries"]?.array ?? [] where part["geometries"] == nil {
        let shape = Shape(geometry: part)
        point = point ?? shape.point
        rings += shape.rings
        isLine = isLine || shape.isLine
      }
    default: break
    }
  }

  private static func outerRing(of polygon: JSONValue) -> [Position]? {
    let ring = polygon.array?.first?.array?.compactMap { Position($0) }
    return (ring?.count ?? 0) >= 3 ? ring : nil
  }
}

extension Position {
  /// The first two numbers of an array.
  init?(_ value: JSONValue) {
    guard let numbers = value.array, numbers.count >= 2, let x = numbers[0].double,
      let y = numbers[1].double
    else { return nil }
    self.init(x: x, y: y)
  }

  /// The members `lat` and `lon`.
  init?(members value: JSONValue) {
    guard let latitude = value["lat"]?.double, let longitude = value["lon"]?.double else {
      return nil
    }
    self.init(x: longitude, y: latitude)
  }
}
