import AlmanacRefine
import AlmanacTime
import Testing

@testable import AlmanacModel

@Suite("Points of weather requests") struct RequestPointsTests {
  private static let now = Instant(rfc3339: "2026-03-10T06:00:00+08:00")

  private func choose(
    _ events: [Event], spacing: Double = 1_000, most: Int = 50, known: Set<Coordinate> = [],
    defaultPoint: Coordinate? = nil
  ) throws -> RequestPoints.Choice {
    let points = WeatherRequest.EventPoints(spacing: spacing, ahead: 10 * 86_400, most: most)
    return RequestPoints(
      points, zone: CampusRun.zone, defaultPoint: defaultPoint, now: try #require(Self.now)
    ).choose(for: events, known: known)
  }

  private func event(
    _ latitude: Double, _ longitude: Double, start: String = "2026-03-11T10:00",
    change: (inout Event) -> Void = { _ in }
  ) throws -> Event {
    var placement = Placement.at("ucc")
    placement.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    var event = Event(
      id: "e", campus: "nus", title: "Fair", placement: placement,
      occurrences: [Occurrence(start: try .campus(start))], listings: [])
    change(&event)
    return event
  }

  @Test(
    "Points are near every place, fewer than the places, and have four decimals",
    arguments: [(1.3, 103.77), (51.5, -0.1), (-33.9, 151.2), (69.6, 18.9), (0.0, 179.999)])
  func near(latitude: Double, longitude: Double) throws {
    let offsets = (0..<400).map { ($0 % 20, $0 / 20) }
    let events = try offsets.map { north, east in
      try event(
        latitude + Double(north) * 0.0004,
        longitude + Double(east) * 0.0004 > 180 ? longitude : longitude + Double(east) * 0.0004)
    }
    let choice = try choose(events)
    #expect(choice.points.count > 1 && choice.points.count < 10)
    #expect(choice.left == 0)
    for event in events {
      let place = try #require(event.placement?.coordinate)
      let nearest = choice.points.map { $0.distance(to: place) }.min() ?? .infinity
      // Half of the diagonal of a cell of 1 km is 707 m; cells are not exactly square.
      #expect(nearest < 760)
    }
    for point in choice.points {
      #expect((point.latitude * 10_000).rounded() / 10_000 == point.latitude)
      #expect((point.longitude * 10_000).rounded() / 10_000 == point.longitude)
    }
  }

  @Test("Points do not move when other places are added or removed")
  func stable() throws {
    let stays = try event(1.2966, 103.7764)
    let alone = try choose([stays]).points
    #expect(alone.count == 1)
    for other in [(1.2970, 103.7764), (1.3300, 103.8000), (1.2000, 103.7000)] {
      let points = try choose([try event(other.0, other.1), stays]).points
      #expect(points.contains(alone[0]))
    }
    #expect(try choose([stays, stays].reversed()).points == alone)
  }

  @Test(
    "Points are requested for upcoming, near, short occurrences that are not cancelled"
  )
  func coming() throws {
    let past = try event(1, 103, start: "2026-03-09T10:00")
    let far = try event(2, 103, start: "2026-03-25T10:00")
    let off = try event(3, 103) { $0.status = .cancelled }
    let offThatDay = try event(4, 103) { $0.occurrences[0].status = .cancelled }
    let long = try event(5, 103) { event in
      event.occurrences[0].end = try? .campus("2026-04-11T10:00")
    }
    let nowhere = try event(6, 103) { $0.placement = nil }
    let today = try event(7, 103, start: "2026-03-10T01:00")
    #expect(
      try choose([past, far, off, offThatDay, long, nowhere]).points == [])
    #expect(try choose([past, far, today]).points.map { $0.latitude.rounded() } == [7])
    // A place without a coordinate gets the campus's point.
    let unmapped = try event(0, 0) { $0.placement?.coordinate = nil }
    let center = Coordinate(latitude: 8, longitude: 103)
    #expect(
      try choose([unmapped], defaultPoint: center).points.map { $0.latitude.rounded() } == [8])
    let elsewhere = try event(1, 103) { event in
      event.occurrences[0].placement = event.placement
      event.occurrences[0].placement?.coordinate = Coordinate(latitude: 9, longitude: 103)
    }
    #expect(try choose([elsewhere]).points.map { $0.latitude.rounded() } == [9])
  }

  @Test("Above the limit, the busiest points remain, and points of the last run have priority")
  func capped() throws {
    let events = try [1, 1, 1, 2, 2, 2, 3, 3, 4].map { try event(Double($0), 103) }
    let choice = try choose(events, most: 2)
    #expect(choice.points.map { $0.latitude.rounded() } == [1, 2])
    #expect(choice.left == 2)
    #expect(choice.occurrencesLeft == 3)
    let third = try choose([try event(3, 103)]).points
    let again = try choose(events, most: 2, known: Set(third))
    #expect(again.points.map { $0.latitude.rounded() } == [1, 3])
  }
}
