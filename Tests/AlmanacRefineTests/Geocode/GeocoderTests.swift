import AlmanacModel
import Testing

@testable import AlmanacRefine

@Suite struct GeocoderTests {
  private let geocoder = Geocoder(
    matchers: ["fairview": GazetteerMatcher(.fairview)],
    pins: ["The Usual Place!": "hall", "nowhere": "no-such-place"])

  private func answer(_ query: VenueQuery) async throws -> (Placement, [Finding]) {
    let batch = try await geocoder.run([query])
    return (try #require(batch.records.first).placement, batch.findings)
  }

  private func point(_ latitude: Double, _ longitude: Double) throws -> Coordinate {
    try #require(Coordinate(latitude: latitude, longitude: longitude))
  }

  @Test("Every question is answered, in its order")
  func answersAll() async throws {
    let texts = ["LT27", nil, "Zoom", "nonsense", "COMP1-0206"]
    let batch = try await geocoder.run(texts.map { .fairview($0) })
    #expect(batch.records.map(\.query.text) == texts)
    #expect(batch.records.map(\.placement.place) == ["lt27", nil, nil, nil, "comp1"])
    #expect(batch.rejected == 0)
  }

  @Test("An operator's pin is the last word, however the text is written")
  func pins() async throws {
    let (pinned, _) = try await answer(.fairview("the usual - PLACE"))
    #expect(pinned.place == "hall")
    #expect(pinned.method == .decision)
    #expect(pinned.confidence == 1)
  }

  @Test("A pin to an unknown place is reported once, if a venue uses it")
  func brokenPin() async throws {
    let batch = try await geocoder.run(["Nowhere", "nowhere!", "LT27"].map { .fairview($0) })
    #expect(batch.records.map(\.placement.place) == [nil, nil, "lt27"])
    #expect(batch.findings.map(\.code) == ["W_DECISION_UNKNOWN"])
    #expect(batch.findings.map(\.severity) == [.warning])
    #expect(batch.findings.first?.message.contains("'no-such-place'") == true)
    #expect(try await answer(.fairview("LT27")).1.isEmpty)
  }

  @Test("A campus without a gazetteer is reported once and its venues stay unplaced")
  func missingGazetteer() async throws {
    let queries = ["LT27", "LT6"].map { VenueQuery(campus: "other", text: $0) }
    let batch = try await geocoder.run(queries)
    #expect(batch.records.count == 2)
    #expect(batch.findings.map(\.code) == ["W_GAZETTEER_MISSING"])
  }

  @Test("The source's own point inside the bounds stays where no place has one")
  func ownPoint() async throws {
    let bounds = try #require(Gazetteer.fairview.bounds)
    let center = try #require(bounds.center)
    // Far enough from everything, and exact.
    let own = try point(center.latitude + 0.00123, center.longitude - 0.00157)
    func placement(_ text: String?, _ coordinate: Coordinate?, _ strategy: VenueStrategy = .text)
      async throws -> Placement
    {
      try await answer(
        VenueQuery(campus: "fairview", text: text, coordinate: coordinate, strategy: strategy)
      ).0
    }
    let unknown = try await placement("Aunt Mary's barn", own)
    if unknown.place == nil {
      #expect(unknown.coordinate == own)
      #expect(unknown.reason == Placement.Abstention.unknown)
    }
    let silent = try await placement(nil, own)
    #expect(silent.coordinate != nil)
    #expect(try await placement("Zoom", own).coordinate == nil)
    #expect(try await placement("Aunt Mary's barn", own, .none).coordinate == nil)
    #expect(try await placement("Aunt Mary's barn", try point(1, 2)).coordinate == nil)
    // Where the place is known, the gazetteer's point counts.
    #expect(try await placement("LT27", own).coordinate != own)
  }

  @Test("The strategy none and an empty text place nothing")
  func noVenue() async throws {
    #expect(try await answer(.fairview("LT27", .none)).0.reason == Placement.Abstention.none)
    let (pinned, _) = try await answer(.fairview("The Usual Place", .none))
    #expect(pinned.reason == Placement.Abstention.none)
    #expect(try await answer(.fairview(nil)).0.reason == Placement.Abstention.none)
    #expect(try await answer(.fairview("  ")).0.reason == Placement.Abstention.none)
  }

  @Test("The fallback place precedes for blank and unknown texts only")
  func fallback() async throws {
    let strategy = VenueStrategy.fallback(place: "hall")
    let (blank, _) = try await answer(.fairview(nil, strategy))
    #expect(blank.place == "hall")
    #expect(blank.method == .default)
    #expect(try await answer(.fairview("Xyzzy corner", strategy)).0.place == "hall")
    #expect(try await answer(.fairview("LT27", strategy)).0.place == "lt27")
    #expect(try await answer(.fairview("Zoom", strategy)).0.reason == .online)
    #expect(
      try await answer(.fairview(nil, .fallback(place: "no-such-place"))).0.place == nil)
  }

  @Test("Coordinates decide if the source prefers them")
  func preferCoordinates() async throws {
    let near = try point(50.0602, 10.0602)
    let (placement, _) = try await answer(.fairview("LT27", at: near, .preferCoordinates))
    #expect(placement.place == "hall")
    #expect(placement.method == .coordinates)
    // The text means the same place, and knows the room as well.
    let (agreed, _) = try await answer(.fairview("University Hall", at: near, .preferCoordinates))
    #expect(agreed.place == "hall" && agreed.method != .coordinates)
    let far = try point(50.0402, 10.0902)
    #expect(try await answer(.fairview("LT27", at: far, .preferCoordinates)).0.place == "lt27")
  }

  @Test("Coordinates help where the text is blank or unknown, and break ties")
  func coordinatesHelp() async throws {
    let atHall = try point(50.0602, 10.0602)
    #expect(try await answer(.fairview(nil, at: atHall)).0.place == "hall")
    #expect(try await answer(.fairview("Xyzzy corner", at: atHall)).0.place == "hall")
    #expect(try await answer(.fairview("Zoom", at: atHall)).0.reason == .online)
    // So many words that nothing explains are another place's, whatever the point.
    let quibble = VenueQuery.fairview("Cosy corner of aunt Zelda Quibble", at: atHall)
    #expect(try await answer(quibble).0.place == nil)
    let beside = try point(50.0622, 10.0602)
    #expect(try await answer(.fairview(nil, at: beside)).0.place == nil)
  }

  @Test("A point at the place makes it surer, one across the campus does not")
  func agreement() async throws {
    let (alone, _) = try await answer(.fairview("Fairview Ventures"))
    let (near, _) = try await answer(.fairview("Fairview Ventures", at: point(50.0521, 10.0521)))
    let (far, _) = try await answer(.fairview("Fairview Ventures", at: point(50.0581, 10.0521)))
    #expect([alone, near, far].map(\.place) == ["okonkwo", "okonkwo", "okonkwo"])
    #expect(near.confidence > alone.confidence)
    #expect(far.confidence == alone.confidence)
  }

  @Test(
    "Placeholders are not believed",
    arguments: [(0.0, 0.0), (50.0, 10.0), (50.05, 10.05), (51.5, 10.0601)])
  func placeholders(latitude: Double, longitude: Double) async throws {
    let (placement, _) = try await answer(.fairview(nil, at: point(latitude, longitude)))
    #expect(placement.place == nil && placement.coordinate == nil)
  }

  @Test("A point of two decimals is the event's own, but too rough to mean a place")
  func roughPoint() async throws {
    let rough = try point(50.06, 10.06)
    let (placement, _) = try await answer(.fairview("Xyzzy corner", at: rough))
    #expect(placement.place == nil && placement.coordinate == rough)
    #expect(placement.reason == .unknown)
    #expect(try await answer(.fairview("Zoom", at: rough)).0.coordinate == nil)
    #expect(try await answer(.fairview("Xyzzy", at: point(51.5, 10.06))).0.coordinate == nil)
  }

  @Test("One point for three places elsewhere is a placeholder; one for a building's rooms is not")
  func contradictedPoint() async throws {
    let matcher = GazetteerMatcher(.fairview)
    let office = try point(50.0412, 10.0913)
    let texts = ["University Hall", "LT27", "COMP1-0206", "Xyzzy corner"]
    let queries = texts.map { VenueQuery.fairview($0, at: office) }
    #expect(matcher.placeholders(among: queries) == [office])
    #expect(matcher.placeholders(among: Array(queries.suffix(3))).isEmpty)
    let hall = try point(50.0602, 10.0602)
    let rooms = ["University Hall", "University Hall Foyer", "Xyzzy corner", "Blue Studio"]
    #expect(matcher.placeholders(among: rooms.map { .fairview($0, at: hall) }).isEmpty)
    let geocoder = Geocoder(matchers: ["fairview": matcher], placeholders: [office])
    let batch = try await geocoder.run(queries)
    #expect(batch.records.map(\.query) == queries)
    #expect(batch.records.last?.placement.coordinate == nil)
    #expect(batch.records.first?.placement.place == "hall")
  }

  @Test("A platform's default point is no evidence against a venue")
  func platformDefault() async throws {
    let elsewhere = try point(51.5123, 10.0601)
    #expect(try await answer(.fairview("Museum", at: elsewhere)).0.place == nil)
    let newYork = try point(40.7207559, -74.0007613)
    #expect(try await answer(.fairview("Museum", at: newYork)).0.place == "museum")
    #expect(
      try await answer(.fairview(nil, at: newYork)).0.reason == Placement.Abstention.none)
  }

  @Test("Coordinates that are inside only when swapped are a finding and not used")
  func swapped() async throws {
    let (placement, findings) = try await answer(.fairview(nil, at: point(10.0602, 50.0602)))
    #expect(placement.place == nil)
    #expect(findings.map(\.code) == ["W_COORDINATES_SWAPPED"])
  }

  @Test("A point that is on the campus with either order of degrees is not swapped")
  func eitherWay() throws {
    let matcher = GazetteerMatcher(
      Gazetteer(
        name: "hill", bounds: BoundingBox(west: 9, south: 9, east: 11, north: 11), places: []))
    #expect(!matcher.isSwapped(try point(9.51234, 10.51234)))
    #expect(!matcher.isSwapped(try point(12.51234, 10.51234)))
  }
}
