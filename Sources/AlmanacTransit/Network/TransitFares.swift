import AlmanacModel

/// Computes prices of journeys by GTFS Fares V1 (fare_attributes.txt and fare_rules.txt).
struct TransitFares: Sendable {
  /// A row of fare_attributes.txt.
  struct Fare: Sendable {
    /// nil if the row has no valid price or no currency.
    var price: CampusTravel.Fare?
    /// Maximum changes on one ticket; nil: no limit.
    var transfers: Int?
    /// Maximum seconds from the first boarding to the last one, or to the end of the ride if the ticket
    /// allows no change; nil: no limit.
    var duration: Int?
    /// Name of the only agency that accepts it; nil: all of the feed.
    var agency: String?
    /// The source's id in joined networks, else empty.
    var source = ""
  }

  /// The conditions of a row of fare_rules.txt, except `contains_id`.
  struct Key: Hashable {
    /// Number of the route; nil: any.
    var route: Int?
    /// Numbers of the zones of the first boarding and the last alighting; nil: any.
    var origin: Int?
    var destination: Int?
  }

  /// A row of fare_rules.txt.
  struct Row {
    var fare: Int
    /// nil if the row is invalid and matches no ride.
    var key: Key?
    /// The zone of `contains_id`; nil: empty.
    var zone: Int?
  }

  /// A fare under a key.
  struct Rule {
    var fare: Int
    /// The zones of all `contains_id` rows, exactly those that the rider enters; nil: any.
    var zones: Set<Int>?
  }

  /// A ride of a journey.
  struct Ride {
    var route: Int
    /// The fare zones of the stops from boarding to alighting; nil for a stop without a zone.
    var zones: [Int?]
    /// Minutes from the start of the day.
    var departure: Int
    var arrival: Int
  }

  /// Maximum fares that are tried for one key, cheapest first: bounds the time for hostile feeds.
  private static let maxFares = 100

  private(set) var fares: [Fare] = []
  private var rules: [Key: [Rule]] = [:]
  /// Fares without rules, which are valid for all rides.
  private var unrestricted: [Int] = []
  private(set) var zoneCount = 0

  var isEmpty: Bool { unrestricted.isEmpty && rules.isEmpty }

  init() {}

  /// - Parameter zoneCount: Number of fare zones.
  init(_ fares: [Fare], rows: [Row], zoneCount: Int) {
    self.fares = fares
    self.zoneCount = zoneCount
    var zones: [Key: [Int: Set<Int>]] = [:]
    var restricted: Set<Int> = []
    for row in rows {
      restricted.insert(row.fare)
      guard let key = row.key else { continue }
      if let zone = row.zone {
        zones[key, default: [:]][row.fare, default: []].insert(zone)
      } else {
        rules[key, default: []].append(Rule(fare: row.fare))
      }
    }
    for (key, sets) in zones {
      rules[key, default: []] += sets.map { Rule(fare: $0.key, zones: $0.value) }
    }
    rules = rules.mapValues { cheapest($0, \.fare) }
    unrestricted = cheapest(fares.indices.filter { !restricted.contains($0) }, \.self)
  }

  /// The elements whose fares have a price, cheapest first, up to the maximum.
  private func cheapest<Element>(_ elements: [Element], _ fare: (Element) -> Int) -> [Element] {
    let sorted = elements.filter { fares[fare($0)].price != nil }.sorted { one, other in
      let (one, other) = (fare(one), fare(other))
      return (fares[one].price?.amount ?? 0, one) < (fares[other].price?.amount ?? 0, other)
    }
    return Array(sorted.prefix(Self.maxFares))
  }

  /// Adds the fares of another feed. The numbers of its zones continue from `zoneCount`.
  ///
  /// - Parameter route: Number that the other feed's first route gets.
  mutating func append(_ other: TransitFares, of source: String, firstRoute route: Int) {
    let (first, zone) = (fares.count, zoneCount)
    fares += other.fares.map { fare in
      var fare = fare
      fare.source = source
      return fare
    }
    for (key, found) in other.rules {
      let moved = Key(
        route: key.route.map { $0 + route }, origin: key.origin.map { $0 + zone },
        destination: key.destination.map { $0 + zone })
      rules[moved, default: []] += found.map { rule in
        Rule(fare: rule.fare + first, zones: rule.zones.map { Set($0.map { $0 + zone }) })
      }
    }
    unrestricted += other.unrestricted.map { $0 + first }
    zoneCount += other.zoneCount
  }

  /// The lowest price of a journey, by dynamic programming: a ticket covers consecutive rides.
  ///
  /// - Returns: nil if no tickets of one currency cover all rides.
  /// - Complexity: O(rides³) lookups of fares.
  func price(of rides: [Ride], in routes: [TransitNetwork.Route]) -> CampusTravel.Fare? {
    guard !rides.isEmpty, !isEmpty else { return nil }
    // The lowest price of the first rides, by their number and by currency.
    var least: [[String: Double]] = Array(repeating: [:], count: rides.count + 1)
    for end in 1...rides.count {
      for first in 0..<end {
        for (currency, amount) in tickets(for: rides[first..<end], in: routes) {
          guard let before = first == 0 ? 0 : least[first][currency] else { continue }
          least[end][currency] = min(least[end][currency] ?? .infinity, before + amount)
        }
      }
    }
    // Rounding removes the decimals that sums of doubles add.
    return least[rides.count].min { ($0.value, $0.key) < ($1.value, $1.key) }
      .map { CampusTravel.Fare(amount: ($1 * 10_000).rounded() / 10_000, currency: $0) }
  }

  /// The lowest price of one ticket for consecutive rides, by currency.
  private func tickets(
    for rides: ArraySlice<Ride>, in routes: [TransitNetwork.Route]
  ) -> [String: Double] {
    // A ticket must be valid on the route of each ride.
    var found: Set<Int>?
    for route in Set(rides.map(\.route)) {
      let fares = fares(for: rides, on: route)
      found = found?.intersection(fares) ?? fares
    }
    var tickets: [String: Double] = [:]
    for number in found ?? [] {
      let fare = fares[number]
      guard let price = fare.price, isValid(fare, for: rides, in: routes) else { continue }
      tickets[price.currency] = min(tickets[price.currency] ?? .infinity, price.amount)
    }
    return tickets
  }

  /// The fares whose rules accept some rides, if all of them were on one route.
  private func fares(for rides: ArraySlice<Ride>, on route: Int) -> Set<Int> {
    let origin = rides.first?.zones.first ?? nil
    let destination = rides.last?.zones.last ?? nil
    var found = Set(unrestricted)
    // A rule matches by the same value or by an empty field.
    for route in [route, nil] {
      for origin in Set([origin, nil]) {
        for destination in Set([destination, nil]) {
          let key = Key(route: route, origin: origin, destination: destination)
          for rule in rules[key] ?? [] where !found.contains(rule.fare) {
            if rule.zones.map({ Self.enters($0, rides) }) ?? true { found.insert(rule.fare) }
          }
        }
      }
    }
    return found
  }

  /// Whether the stops of some rides are in exactly these zones.
  private static func enters(_ zones: Set<Int>, _ rides: ArraySlice<Ride>) -> Bool {
    var missing = zones
    for ride in rides {
      for zone in ride.zones {
        guard let zone, zones.contains(zone) else { return false }
        missing.remove(zone)
      }
    }
    return missing.isEmpty
  }

  /// Whether a fare accepts the agencies, the number of changes and the duration of some rides.
  private func isValid(
    _ fare: Fare, for rides: ArraySlice<Ride>, in routes: [TransitNetwork.Route]
  ) -> Bool {
    guard let first = rides.first, let last = rides.last else { return false }
    if let transfers = fare.transfers, rides.count - 1 > transfers { return false }
    if let duration = fare.duration {
      let end = fare.transfers == 0 ? last.arrival : last.departure
      if (end - first.departure) * 60 > duration { return false }
    }
    return rides.allSatisfy { ride in
      let route = routes[ride.route]
      return route.source == fare.source && (fare.agency == nil || fare.agency == route.agency)
    }
  }

  /// The lowest price of a ride on a route between any stops; nil if the feed has none, or only prices
  /// by fare zone.
  func price(ofRoute number: Int, in routes: [TransitNetwork.Route]) -> CampusTravel.Fare? {
    let ride = Ride(route: number, zones: [nil], departure: 0, arrival: 0)
    return price(of: [ride], in: routes)
  }
}
