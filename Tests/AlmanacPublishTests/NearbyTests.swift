import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacPublish

/// Tests the search by distance against the distance of each occurrence.
@Suite struct NearbyTests {
  /// Some points are near each other across the antimeridian, across a pole or on a northern
  /// parallel.
  private static let points = [
    (1.2966, 103.7764), (1.2966, 103.7809), (1.3011, 103.7764), (69.65, 18.95), (69.65, 19.05),
    (69.74, 18.95), (0, 179.999), (0, -179.999), (-16.8, 180), (-16.8, -179.98), (89.95, 0),
    (89.95, 70), (89.95, 180), (89.2, 30), (89.2, 110), (-90, 0), (-89.99, 120), (-89.99, -60),
  ].compactMap { Coordinate(latitude: $0, longitude: $1) }

  private static func event(_ number: Int) -> Event {
    Event(
      id: "event-\(number)", campus: "hill", title: "Event \(number)",
      placement: Placement(
        place: "gone", name: "Gone", coordinate: points[number], confidence: 1, method: .coordinates
      ),
      occurrences: [Occurrence(start: EditionFixture.time("2026-03-05T12:00:00"))],
      listings: [ListingReference(id: "hall/\(number)", source: "hall")])
  }

  @Test(
    "Occurrences within the radius are found, including those at its edge",
    arguments: [300, 2])
  func finds(maxTokens: Int) throws {
    let output = try TemporaryOutput()
    let contents = EditionFixture.contents(events: Self.points.indices.map(Self.event))
    let reader = try EditionReader(
      edition: try output.publish(contents).folder, maxTokens: maxTokens)
    var filter = EventFilter()
    for point in Self.points {
      filter.near = point
      for other in Self.points {
        for radius in [other.distance(to: point), other.distance(to: point).nextDown] {
          filter.radius = radius
          let near = Self.points.indices.filter { Self.points[$0].distance(to: point) <= radius }
          let found = try reader.occurrences(filter).map(\.event)
          #expect(Set(found) == Set(near.map { "event-\($0)" }), "\(point), \(radius)")
        }
      }
    }
  }
}
