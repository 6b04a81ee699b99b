import AlmanacModel
import Foundation
import GRDB

/// One condition of a filter: what it takes to walk the occurrences that meet it, or to test one.
enum QueryTerm {
  /// Any of these values.
  case facets([QueryFacet])
  case near(Coordinate, radius: Double)
  case price(Double)

  /// A condition on the occurrence of that id.
  func test(_ id: String) -> SQL {
    let id = SQL(sql: id)
    switch self {
    case .facets(let facets):
      return """
        EXISTS (SELECT 1 FROM occurrence_facet t
          WHERE t.facet IN \(facets.map(\.number)) AND t.occurrence = \(id))
        """
    case .near(let point, let radius):
      let box = Self.box(around: point, radius)
      let core = Self.core(around: point, radius)
      return """
        EXISTS (SELECT 1 FROM occurrence t WHERE t.id = \(id)
          AND t.latitude BETWEEN \(box.south) AND \(box.north)
          AND (t.longitude BETWEEN \(box.west) AND \(box.east)
            OR t.longitude + 360 <= \(box.east) OR t.longitude - 360 >= \(box.west))
          AND (t.latitude BETWEEN \(core.south) AND \(core.north)
            AND t.longitude BETWEEN \(core.west) AND \(core.east)
            OR meters_between(t.latitude, t.longitude, \(point.latitude), \(point.longitude))
              <= \(radius)))
        """
    case .price(let amount):
      return """
        EXISTS (SELECT 1 FROM occurrence t WHERE t.id = \(id) AND t.price_from <= \(amount))
        """
    }
  }

  /// Whether nothing meets it.
  var isVain: Bool {
    if case .facets(let facets) = self { facets.isEmpty } else { false }
  }

  /// Whether rows that were gathered by it are only near enough to be tested.
  var isApproximate: Bool {
    if case .near = self { true } else { false }
  }

  /// A box of which every point is near enough, so that most need no measuring.
  private static func core(
    around point: Coordinate, _ radius: Double
  ) -> (south: Double, north: Double, west: Double, east: Double) {
    // Each side is less than the radius by the square root of two; a degree is 111,195 m at most.
    let degrees = radius / 1.5 / 111_200
    return (
      point.latitude - degrees, point.latitude + degrees, point.longitude - degrees,
      point.longitude + degrees
    )
  }

  /// Some degrees too large, because an R*Tree rounds them; past the antimeridian they go on.
  static func box(
    around point: Coordinate, _ radius: Double
  ) -> (south: Double, north: Double, west: Double, east: Double) {
    let latitudes = radius / 110_000 + 1e-4
    // At the poles all longitudes are near.
    let cosine = cos(min(89.9, abs(point.latitude) + latitudes) * .pi / 180)
    let longitudes = min(360, latitudes / max(0.001, cosine))
    return (
      point.latitude - latitudes, point.latitude + latitudes, point.longitude - longitudes,
      point.longitude + longitudes
    )
  }
}
