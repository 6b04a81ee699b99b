import AlmanacModel

/// Reads the JSON of the Overpass API, with `out geom`, `out center` or separate nodes.
struct OverpassReader {
  private var nodes: [Int64: Geometry.Position] = [:]
  private var ways: [Int64: [Geometry.Position]] = [:]

  /// - Parameter elements: The array `elements` of the response.
  static func features(of elements: [JSONValue]) -> [SourceFeature] {
    var reader = OverpassReader()
    for element in elements where element["type"]?.string == "node" {
      if let id = element.elementID { reader.nodes[id] = Geometry.Position(members: element) }
    }
    for element in elements where element["type"]?.string == "way" {
      if let id = element.elementID { reader.ways[id] = reader.points(of: element) }
    }
    return elements.compactMap { reader.feature(of: $0) }
  }

  /// The feature of an element; nil without tags, because it only has the nodes or ways of others.
  private func feature(of element: JSONValue) -> SourceFeature? {
    guard let type = element["type"]?.string, let id = element.elementID,
      let tags = element["tags"], let members = tags.object, !members.isEmpty
    else { return nil }
    return SourceFeature(
      source: "\(type)/\(id)", fields: members.compactMapValues(\.plainText),
      shape: shape(of: element, type: type, isArea: tags["area"]?.string == "yes"))
  }

  /// The point, outline or line of an element. Without one, the center or the middle of its bounds.
  private func shape(of element: JSONValue, type: String, isArea: Bool) -> Geometry {
    var shape = Geometry()
    switch type {
    case "node": shape.point = Geometry.Position(members: element)
    case "way":
      let points = points(of: element)
      if points.count >= 4, points.first == points.last || isArea {
        shape.rings = [points]
      } else {
        shape.isLine = points.count > 1
      }
    default: shape.rings = rings(of: element)
    }
    if shape.rings.isEmpty {
      shape.point = shape.point ?? element["center"].flatMap(Geometry.Position.init(members:))
      shape.point = shape.point ?? element["bounds"].flatMap(Self.middle)
    }
    return shape
  }

  /// The points of a way, from its own geometry or from the elements of its nodes.
  private func points(of way: JSONValue) -> [Geometry.Position] {
    if let corners = way["geometry"]?.array {
      return corners.compactMap(Geometry.Position.init(members:))
    }
    return (way["nodes"]?.array ?? []).compactMap { node in
      guard case .integer(let id) = node else { return nil }
      return nodes[id]
    }
  }

  /// The outer rings of a multipolygon relation.
  private func rings(of relation: JSONValue) -> [[Geometry.Position]] {
    var open: [[Geometry.Position]] = []
    var rings: [[Geometry.Position]] = []
    for member in relation["members"]?.array ?? [] where member["type"]?.string == "way" {
      guard (member["role"]?.string ?? "") != "inner" else { continue }
      var line = points(of: member)
      if line.isEmpty, case .integer(let id)? = member["ref"] { line = ways[id] ?? [] }
      guard line.count >= 2 else { continue }
      // Join ways that share an end until the ring is closed.
      while line.first != line.last, let index = open.firstIndex(where: { $0.touches(line) }) {
        line = open.remove(at: index).joined(to: line)
      }
      if line.first == line.last {
        if line.count >= 4 { rings.append(line) }
      } else {
        open.append(line)
      }
    }
    return rings
  }

  private static func middle(of bounds: JSONValue) -> Geometry.Position? {
    guard let west = bounds["minlon"]?.double, let east = bounds["maxlon"]?.double,
      let south = bounds["minlat"]?.double, let north = bounds["maxlat"]?.double
    else { return nil }
    return Geometry.Position(x: (west + east) / 2, y: (south + north) / 2)
  }
}

extension JSONValue {
  fileprivate var elementID: Int64? {
    guard case .integer(let id)? = self["id"] else { return nil }
    return id
  }
}

extension [Geometry.Position] {
  fileprivate func touches(_ other: [Geometry.Position]) -> Bool {
    first == other.first || first == other.last || last == other.first || last == other.last
  }

  /// Joins two lines that share an end.
  fileprivate func joined(to other: [Geometry.Position]) -> [Geometry.Position] {
    let start = last == other.first || last == other.last ? self : self.reversed()
    let rest = start.last == other.first ? other : other.reversed()
    return start + rest.dropFirst()
  }
}

extension Geometry.Position {
  /// Reads the members `lat` and `lon`.
  fileprivate init?(members value: JSONValue) {
    guard let latitude = value["lat"]?.double, let longitude = value["lon"]?.double else {
      return nil
    }
    self.init(x: longitude, y: latitude)
  }
}
