import AlmanacModel
import AlmanacRefine
import Testing

@Suite struct EventsByPlaceTests {
  private static func event(_ id: String, at place: String?) -> Event {
    let placement = place.map { Placement(place: $0, name: $0, confidence: 1, method: .alias) }
    return Event(
      id: id, campus: "hill", title: id, placement: placement, occurrences: [], listings: [])
  }

  private static func point(_ latitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: 10))
  }

  private func events() throws -> EventsByPlace {
    EventsByPlace(
      [
        Self.event("fair", at: "village"), Self.event("talk", at: "hall"),
        Self.event("stream", at: nil), Self.event("match", at: "gym"),
      ],
      places: [
        Place(id: "village", name: "Village", coordinate: try Self.point(50)),
        Place(id: "hall", name: "Hall", within: "village", coordinate: try Self.point(50.001)),
        Place(id: "gym", name: "Gym", replacedBy: "arena"),
        Place(id: "arena", name: "Arena", coordinate: try Self.point(50.01)),
      ])
  }

  @Test("an area has the events of the places in it, a replaced place hands its own over")
  func places() throws {
    let events = try events()
    #expect(events.events(at: "village").map(\.id) == ["fair", "talk"])
    #expect(events.events(at: "village", withInner: false).map(\.id) == ["fair"])
    #expect(events.events(at: "arena").map(\.id) == ["match"])
    #expect(events.events(at: "gym").isEmpty)
    #expect(events.events(at: "nowhere").isEmpty)
  }

  @Test("those near a point come by the distance of their places")
  func near() throws {
    let events = try events()
    #expect(events.events(within: 200, of: try Self.point(50.001)).map(\.id) == ["talk", "fair"])
    #expect(events.events(within: 5, of: try Self.point(50.005)).isEmpty)
  }

  @Test("places within each other are walked through once")
  func circle() {
    let events = EventsByPlace(
      [Self.event("fair", at: "a")],
      places: [Place(id: "a", name: "A", within: "b"), Place(id: "b", name: "B", within: "a")])
    #expect(events.events(at: "b").map(\.id) == ["fair"])
  }
}
