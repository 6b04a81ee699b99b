import AlmanacModel
import AlmanacTime
import AlmanacTransit
import Testing

/// The bus at 8:00 goes from the gate (zone 1) by the library to the lake (both zone 2). At the
/// library, riders change at 8:07 to the line to the lab (zone 3).
@Suite("Fares by GTFS fares v1") struct TransitFaresTests {
  private static let stops = """
    stop_id,stop_name,stop_lat,stop_lon,zone_id
    gate,Gate,48.1000,11.5000,1
    library,Library,48.1050,11.5000,2
    lake,Lake,48.1100,11.5000,2
    lab,Lab,48.1050,11.5100,3
    """

  /// The price from the gate on a morning.
  private static func price(
    to end: String, _ fares: [String], rules: [String] = []
  ) throws -> String? {
    let feed = FeedText.read([
      "stops.txt": stops,
      "fare_attributes.txt":
        (["fare_id,price,currency_type,payment_method,transfers,transfer_duration"] + fares)
        .joined(separator: "\n"),
      "fare_rules.txt": (["fare_id,route_id,origin_id,destination_id,contains_id"] + rules)
        .joined(separator: "\n"),
    ])
    // Use two sources, so that the indices of routes and zones differ from those of the feed.
    let network = try #require(feed.network)
    var planner = TravelPlanner(TransitNetwork(joining: [("old", network), ("bus", network)]))
    func access(_ id: String) throws -> [AccessStop] {
      [AccessStop(stop: try #require(planner.network.stops.firstIndex { $0.id == "bus/\(id)" }))]
    }
    let answer = planner.route(
      from: try access("gate"), to: try access(end),
      time: try #require(Instant(rfc3339: "2026-03-02T07:55:00+01:00")), isArrival: false)
    return try #require(answer.fastest).fare?.text
  }

  @Test("A fare without rules is valid for all rides, and the cheapest fare is chosen")
  func fareForAll() throws {
    #expect(try Self.price(to: "lake", ["a,3,EUR,0,,", "b,2.5,EUR,0,,"]) == "2.50 EUR")
    #expect(try Self.price(to: "lake", []) == nil)
  }

  @Test("Origin and destination are the zones of the first boarding and the last stop")
  func zonesOfEnds() throws {
    let fares = ["near,2,EUR,0,1,", "far,5,EUR,0,1,"]
    let rules = ["near,,1,2,", "far,,1,3,", "far,,3,1,"]
    #expect(try Self.price(to: "lake", fares, rules: rules) == "2.00 EUR")
    #expect(try Self.price(to: "lab", fares, rules: rules) == "5.00 EUR")
    #expect(try Self.price(to: "lab", ["near,2,EUR,0,1,"], rules: ["near,,1,2,"]) == nil)
    // An empty field is any zone.
    #expect(try Self.price(to: "lab", ["one,2,EUR,0,1,"], rules: ["one,,1,,"]) == "2.00 EUR")
  }

  @Test("A fare with contained zones is valid if the rider enters exactly these zones")
  func containedZones() throws {
    let rules = ["two,,,,1", "two,,,,2", "three,,,,1", "three,,,,2", "three,,,,3"]
    let fares = ["two,2,EUR,0,,", "three,3.3,EUR,0,,"]
    #expect(try Self.price(to: "lake", fares, rules: rules) == "2.00 EUR")
    #expect(try Self.price(to: "lab", fares, rules: rules) == "3.30 EUR")
  }

  @Test("A journey costs the cheapest tickets that cover all of its rides")
  func sumsTickets() throws {
    let fares = ["north,1.1,EUR,0,0,", "east,2.2,EUR,0,0,", "through,3.5,EUR,0,1,"]
    let rules = ["north,north,,,", "east,east,,,", "through,north,,,", "through,east,,,"]
    #expect(try Self.price(to: "lab", fares, rules: rules) == "3.30 EUR")
    #expect(try Self.price(to: "lab", [fares[0], fares[2]], rules: rules) == "3.50 EUR")
    // One ride has no fare.
    #expect(try Self.price(to: "lab", [fares[0]], rules: [rules[0]]) == nil)
    // A ticket must be valid on both routes.
    let open = ["north,1.1,EUR,0,,", "east,2.2,EUR,0,,"]
    #expect(try Self.price(to: "lab", open, rules: Array(rules.prefix(2))) == "3.30 EUR")
    let mixed = [fares[0], "east,2.2,CHF,0,0,"]
    #expect(try Self.price(to: "lab", mixed, rules: Array(rules.prefix(2))) == nil)
  }

  @Test(
    "A ticket limits the number of changes, and the time until the last boarding",
    arguments: [
      ("0,", nil), ("1,", "4.00 EUR"), (",", "4.00 EUR"), (",420", "4.00 EUR"), (",419", nil),
    ])
  func limitsTickets(limits: String, price: String?) throws {
    #expect(try Self.price(to: "lab", ["t,4,EUR,0,\(limits)"], rules: ["t,,1,3,"]) == price)
  }

  @Test("A ticket without changes limits the duration of the ride")
  func limitsRide() throws {
    #expect(try Self.price(to: "lake", ["t,4,EUR,0,0,600"]) == "4.00 EUR")
    #expect(try Self.price(to: "lake", ["t,4,EUR,0,0,599"]) == nil)
  }

  @Test("A rule for an unknown route matches no ride")
  func ignoresUnknownRoute() throws {
    #expect(try Self.price(to: "lake", ["t,4,EUR,0,,"], rules: ["t,tram,,,"]) == nil)
  }
}
