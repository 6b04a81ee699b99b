import AlmanacModel
import Testing

@testable import AlmanacRefine

@Suite struct PlaceIndexTests {
  private let index = PlaceIndex(Gazetteer.fairview.places)

  @Test("the nearest place within reach is found, with its distance")
  func nearest() throws {
    let point = try #require(Coordinate(latitude: 50.0603, longitude: 10.06))
    let neighbor = try #require(index.nearest(to: point, within: 60))
    #expect(neighbor.place == "hall")
    #expect(abs(neighbor.distance - 33.36) < 0.1)
    #expect(index.nearest(to: point, within: 30) == nil)
    #expect(index.nearest(to: point, within: -1) == nil)
    #expect(index.nearest(to: point, within: .nan) == nil)
  }

  @Test("it agrees with looking at every place")
  func agreesWithScan() throws {
    for step in 0..<60 {
      let point = try #require(
        Coordinate(latitude: 50 + Double(step) * 0.0016, longitude: 10 + Double(step) * 0.0015))
      let scanned = Gazetteer.fairview.places.compactMap { place -> (Double, String)? in
        guard place.replacedBy == nil, let own = place.coordinate else { return nil }
        return (point.distance(to: own), place.id)
      }.filter { $0.0 <= 900 }.sorted { $0 < $1 }
      #expect(index.neighbors(of: point, within: 900).map(\.place) == scanned.map(\.1))
    }
  }

  @Test("places without a point and replaced ones are never nearest")
  func leavesOut() throws {
    let point = try #require(Coordinate(latitude: 50.09, longitude: 10.09))
    #expect(index.nearest(to: point, within: 5_000)?.place == "arena")
  }
}
