import AlmanacModel

/// Prices of journeys by GTFS fares v1 (fare_attributes.txt and fare_rules.txt).
struct TransitFares: Sendable {
  /// A fare of fare_attributes.txt.
  struct Fare: Sendable {
    /// nil if the feed gives no price that is a number, or no currency.
    var price: CampusTravel.Fare?
    /// Changes that one ticket allows; nil: any number.
    var transfers: Int?
    /// Seconds from the first boarding until the last one, or, without changes, until the end of the
    /// ride; nil: no limit.
    var duration: Int?
    /// The name of the only agency it is for; nil: all.
    var agency: String?
    /// The source's id in joined networks.
    var source = ""
  }

  /// What a row of fare_rules.txt asks of a journey, apart from the zones that it enters.
  struct Key: Hashable {
    /// Number of the route; nil: any.
    var route: Int?
    /// Numbers of the zones where the rider boards first and leaves last; nil: any.
    var origin: Int?
    var destination: Int?
  }

  /// A row of fare_rules.txt.
  struct Row {
    var fare: Int
    /// nil: it is for no ride.
    var key: Key?
    var zone: Int?
  }

  /// A fare under a key. All rows with a zone to enter belong together: the rider enters just these.
  struct Rule {
    var fare: Int
    /// nil: any.
    var zones: Set<Int>?
  }

  /// One ride of a journey, as far as fares need it.
  struct Ride {
    var route: Int
    /// The fare zones of the stops from boarding to leaving; nil for a stop without a zone.
    var zones: [Int?]
    /// Minutes.
    var departure: Int
    var arrival: Int
  }

  /// Fares that are tried for one key, cheapest first. No feed has more for the same rides.
  private static let mostFares = 100

  private(set) var fares: [Fare] = []
  private var rules: [Key: [Rule]] = [:]
  /// Fares without rules: for all rides.
  private var open: [Int] = []
  private var zoneCount = 0

  var isEmpty: Bool { open.isEmpty && rules.isEmpty }

  init() {}

  /// - Parameter zoneCount: Number of fare zones.
  init(_ fares: [Fare], rows: [Row], zoneCount: Int) {
    self.fares = fares
    self.zoneCount = zoneCount
    var zones: [Key: [Int: Set<Int>]] = [:]
    var limited: Set<Int> = []
    for row in rows {
      limited.insert(row.fare)
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
    open = cheapest(fares.indices.filter { !limited.contains($0) }, \.self)
  }

  private func cheapest<Element>(_ elements: [Element], _ fare: (Element) -> Int) -> [Element] {
    let sorted = elements.filter { fares[fare($0)].price != nil }.sorted { one, other in
      let (one, other) = (fare(one), fare(other))
      return (fares[one].price?.amount ?? 0, one) < (fares[other].price?.amount ?? 0, other)
    }
    return Array(sorted.prefix(Self.mostFares))
  }

  /// Adds the fares of another feed, whose zones get numbers after those that there are.
  ///
  /// - Parameter route: Number of the other feed's first route.
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
    open += other.open.map { $0 + first }
    zoneCount += other.zoneCount
  }

  /// The number that a zone of the next appended feed gets.
  func zoneAfterAppending(_ zone: Int) -> Int { zone + zoneCount }

  /// The least that a journey costs: each ticket is for one or more consecutive rides.
  ///
  /// - Returns: nil if some ride has no fare, or none in the currency of the others.
  /// - Complexity: O(rides³) lookups of fares.
  func price(of rides: [Ride], in routes: [TransitNetwork.Route]) -> CampusTravel.Fare? {
    guard !rides.isEmpty, !isEmpty else { return nil }
    // For each number of rides from the first, the least amount in each currency.
    var least: [[String: Double]] = Array(repeating: [:], count: rides.count + 1)
    for end in 1...rides.count {
      for first in 0..<end {
        for (currency, amount) in tickets(for: rides[first..<end], in: routes) {
          guard let before = first == 0 ? 0 : least[first][currency] else { continue }
          least[end][currency] = min(least[end][currency] ?? .infinity, before + amount)
        }
      }
    }
    // Sums of doubles have more decimals than prices.
    return least[rides.count].min { ($0.value, $0.key) < ($1.value, $1.key) }
      .map { CampusTravel.Fare(amount: ($1 * 10_000).rounded() / 10_000, currency: $0) }
  }

  /// The least price of one ticket for all of some rides, by currency.
  private func tickets(
    for rides: ArraySlice<Ride>, in routes: [TransitNetwork.Route]
  ) -> [String: Double] {
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

  /// The fares whose rules a journey meets as far as one of its routes is concerned.
  private func fares(for rides: ArraySlice<Ride>, on route: Int) -> Set<Int> {
    let origin = rides.first?.zones.first ?? nil
    let destination = rides.last?.zones.last ?? nil
    var found = Set(open)
    // A field that is known is matched by the same value and by an empty one.
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

  /// Whether these are the zones of all stops of some rides.
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

  /// Whether the agency, the changes and the times of some rides are those of a fare.
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

  /// The cheapest price of a ride on a route wherever it goes; nil if the feed gives none, or only
  /// prices by fare zone.
  func price(ofRoute number: Int, in routes: [TransitNetwork.Route]) -> CampusTravel.Fare? {
    let ride = Ride(route: number, zones: [nil], departure: 0, arrival: 0)
    return price(of: [ride], in: routes)
  }
}
