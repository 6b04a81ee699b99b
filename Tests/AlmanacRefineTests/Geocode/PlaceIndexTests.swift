import AlmanacModel
import Testing

@testable import AlmanacRefine

@Suite struct PlaceIndexTests {
  private let index = PlaceIndex(Gazetteer.fairview.places)

  @Test("The nearest place within reach is found, with its distance")
  func nearest() throws {
    let point = try #require(Coordinate(latitude: 50.0603, longitude: 10.06))
    let neighbor = try #require(index.nearest(to: point, within: 60))
    #expect(neighbor.place == "hall")
    #expect(abs(neighbor.distance - 33.36) < 0.1)
    #expect(index.nearest(to: point, within: 30) == nil)
    #expect(index.nearest(to: point, within: -1) == nil)
    #expect(index.nearest(to: point, within: .nan) == nil)
  }

  @Test("It agrees with looking at every place")
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

  @Test("A point inside an outline has distance 0, even if another place's point is nearer")
  func outlines() throws {
    let corners = [(10.0, 50.0), (10.01, 50.0), (10.01, 50.01), (10.0, 50.01)]
    let ring = corners.compactMap { Coordinate(latitude: $0.1, longitude: $0.0) }
    let index = PlaceIndex([
      Place(
        id: "kiosk", name: "Kiosk", coordinate: Coordinate(latitude: 50.002, longitude: 10.002)),
      Place(
        id: "park", name: "Park", coordinate: Coordinate(latitude: 50.008, longitude: 10.008),
        outline: Outline(rings: [ring])),
    ])
    let inside = try #require(Coordinate(latitude: 50.0021, longitude: 10.002))
    #expect(index.nearest(to: inside, within: 60) == .init(place: "park", distance: 0))
    #expect(index.neighbors(of: inside, within: 60).map(\.place) == ["park", "kiosk"])
    let outside = try #require(Coordinate(latitude: 49.9999, longitude: 10.002))
    #expect(index.nearest(to: outside, within: 60) == nil)
  }

  @Test("A point in the box around an outline, but beside the outline, is not inside")
  func notch() throws {
    // The letter L: its upper right quarter is open.
    let corners = [
      (10.0, 50.0), (10.01, 50.0), (10.01, 50.004), (10.004, 50.004), (10.004, 50.01),
      (10.0, 50.01),
    ]
    let ring = corners.compactMap { Coordinate(latitude: $0.1, longitude: $0.0) }
    let index = PlaceIndex([
      Place(
        id: "school", name: "School", coordinate: Coordinate(latitude: 50.002, longitude: 10.002),
        outline: Outline(rings: [ring]))
    ])
    let inside = try #require(Coordinate(latitude: 50.002, longitude: 10.009))
    #expect(index.nearest(to: inside, within: 60) == .init(place: "school", distance: 0))
    let beside = try #require(Coordinate(latitude: 50.008, longitude: 10.008))
    #expect(index.nearest(to: beside, within: 60) == nil)
  }

  @Test("Places without a point and replaced ones are never nearest")
  func leavesOut() throws {
    let point = try #require(Coordinate(latitude: 50.09, longitude: 10.09))
    #expect(index.nearest(to: point, within: 5_000)?.place == "arena")
  }
}
