import AlmanacModel
import Testing

@Suite struct OutlineTests {
  private func point(_ longitude: Double, _ latitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
  }

  private func outline(_ corners: [(Double, Double)]) throws -> Outline {
    try #require(Outline(rings: [try corners.map { try point($0.0, $0.1) }]))
  }

  /// The letter L, open at the upper right.
  private func letter() throws -> Outline {
    try outline([(10, 50), (10.2, 50), (10.2, 50.1), (10.1, 50.1), (10.1, 50.2), (10, 50.2)])
  }

  @Test(
    "A point in the notch of an L is outside",
    arguments: [
      (10.05, 50.05, true), (10.15, 50.05, true), (10.05, 50.15, true), (10.15, 50.15, false),
      (9.95, 50.05, false), (10.05, 50.25, false), (10.25, 50.05, false),
    ])
  func contains(longitude: Double, latitude: Double, isInside: Bool) throws {
    #expect(try letter().contains(point(longitude, latitude)) == isInside)
  }

  @Test("The center is the centroid, for both orientations and for open and closed rings")
  func center() throws {
    let corners: [(Double, Double)] = [(10, 50), (10.4, 50), (10.4, 50.2), (10, 50.2)]
    for ring in [corners, corners.reversed(), corners + [corners[0]]] {
      let center = try #require(try outline(ring).center)
      #expect(abs(center.longitude - 10.2) < 1e-9)
      #expect(abs(center.latitude - 50.1) < 1e-9)
    }
    let letter = try #require(try letter().center)
    // Three equal squares; the center of one of them is 0.1 degrees farther.
    #expect(abs(letter.longitude - (10.05 + 0.1 / 3)) < 1e-9)
    #expect(abs(letter.latitude - (50.05 + 0.1 / 3)) < 1e-9)
  }

  @Test("The center of a ring without an area is its first corner, and two points are no ring")
  func degenerate() throws {
    #expect(try outline([(10, 50), (10, 50), (10, 50)]).center == point(10, 50))
    #expect(Outline(rings: [[try point(1, 1), try point(2, 2)]]) == nil)
    #expect(Outline(rings: []) == nil)
  }
}
