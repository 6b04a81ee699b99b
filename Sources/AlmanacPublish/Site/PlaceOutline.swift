import AlmanacModel
import Foundation

/// Estimates the outline of a building by the convex hull of its rooms' points.
///
/// A map without tiles shows it. It is not surveyed.
enum PlaceOutline {
  /// Rooms farther from the place are errors of the gazetteer, or another building's.
  private static let reach = 120.0
  /// Margin in meters from a room's point, which is its center, to its walls.
  private static let roomRadius = 7.0
  private static let metersPerDegree = 111_195.0

  /// Corners in counterclockwise order; empty if fewer than three rooms have points.
  static func of(_ place: Place) -> [Coordinate] {
    guard let center = place.coordinate else { return [] }
    let rooms = Set(place.rooms.compactMap(\.coordinate))
      .filter { $0.distance(to: center) <= reach }
    guard rooms.count >= 3 else { return [] }
    // Meters east and north of the place.
    let scale = metersPerDegree * max(0.01, cos(center.latitude * .pi / 180))
    let corners = rooms.flatMap { room -> [Point] in
      let x = (room.longitude - center.longitude) * scale
      let y = (room.latitude - center.latitude) * metersPerDegree
      return (0..<8).map { step in
        let angle = Double(step) * .pi / 4 + .pi / 8
        return Point(x: x + roomRadius * cos(angle), y: y + roomRadius * sin(angle))
      }
    }
    return hull(corners.sorted { ($0.x, $0.y) < ($1.x, $1.y) }).compactMap { point in
      Coordinate(
        latitude: center.latitude + point.y / metersPerDegree,
        longitude: center.longitude + point.x / scale)
    }
  }

  private struct Point {
    var x: Double
    var y: Double
  }

  /// Andrew's monotone chain over points sorted by x, then y.
  private static func hull(_ points: [Point]) -> [Point] {
    let lower = chain(points)
    let upper = chain(points.reversed())
    return Array(lower.dropLast() + upper.dropLast())
  }

  private static func chain(_ points: [Point]) -> [Point] {
    var chain: [Point] = []
    for point in points {
      while chain.count >= 2, turn(chain[chain.count - 2], chain[chain.count - 1], point) <= 0 {
        chain.removeLast()
      }
      chain.append(point)
    }
    return chain
  }

  /// Positive for a turn to the left.
  private static func turn(_ a: Point, _ b: Point, _ c: Point) -> Double {
    (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)
  }
}
