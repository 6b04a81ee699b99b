import AlmanacModel

/// The result of `almanac route`: how to get from one place to another by public transit.
///
/// Times are local times with their offset.
public struct RouteResult: Answer, Hashable {
  public static let schema = "almanac.route/1"

  /// A journey from door to door.
  struct Journey: Hashable, Encodable {
    /// What the fastest journey has over the simplest one.
    enum Advantage: String, Encodable {
      case duration = "fastest"
      case arrival = "earliest arrival"
      case departure = "latest departure"
    }

    var advantage: Advantage?
    var minutes: Int
    var changes: Int
    /// Stops ridden on all legs.
    var stops: Int
    var fare: Double?
    /// ISO 4217.
    var currency: String?
    /// Minutes on foot before the first and after the last ride.
    var walkingBefore: Int
    var walkingAfter: Int
    /// nil if a leg runs by headway.
    var departure: String?
    var arrival: String?
    var legs: [Leg]
  }

  struct Leg: Hashable, Encodable {
    /// Ids of the route and its stops.
    var route: String
    var from: String
    var to: String
    var routeName: String
    var fromName: String
    var toName: String
    /// Minutes on foot from the leg before; nil without a way between them.
    var walkingBefore: Int?
    /// nil for a service by headway.
    var departure: String?
    var arrival: String?
    /// Minutes between departures, for a service by headway.
    var headwayMin: Int?
    var headwayMax: Int?
  }

  /// `reason` if both ends are the same.
  static let samePlace = "same-place"

  var from: String
  var to: String
  /// On foot all the way; nil if that is unknown.
  var walkingMinutes: Int?
  /// Why there is no journey at the requested time.
  var reason: String?
  /// When the nearest journey starts, if there is none at the requested time.
  var nearestService: String?
  /// With the fewest changes and, among those, the fewest stops.
  var simplest: Journey?
  var fastest: Journey?
}

extension RouteResult {
  public var text: String {
    var lines = ["From \(from) to \(to)"]
    if reason == Self.samePlace { return lines[0] + "\n  You are there already." }
    if let walkingMinutes { lines.append("  on foot: about \(walkingMinutes) min (estimate)") }
    if let reason = reason.flatMap(CampusTravel.Reason.init) {
      let next = nearestService.map { start in
        let about = fastest?.departure == nil ? "from about" : "at"
        return "; the nearest runs \(about) \(Self.clock(start)) on \(start.prefix(10))"
      }
      lines.append("  by transit: \(Self.words(reason))\(next ?? "")")
    }
    if let simplest { lines += Self.lines(of: simplest, "simplest") }
    if let fastest, let advantage = fastest.advantage {
      lines += Self.lines(of: fastest, advantage.rawValue)
    }
    return lines.joined(separator: "\n")
  }

  private static func words(_ reason: CampusTravel.Reason) -> String {
    switch reason {
    case .noService: "no service then"
    case .tooFar: "no stop within 800 m of one of the ends"
    case .feedEnded: "the timetable ends before that day; get a newer feed"
    }
  }

  private static func lines(of journey: Journey, _ title: String) -> [String] {
    func walk(_ minutes: Int?) -> [String] {
      guard let minutes, minutes > 0 else { return [] }
      return ["    walk \(minutes) min (estimate)"]
    }
    let changes = journey.changes == 0 ? "no change" : String(counting: journey.changes, "change")
    var parts = [
      "about \(journey.minutes) min", changes, String(counting: journey.stops, "stop"),
    ]
    if let fare = journey.fare, let currency = journey.currency {
      parts.append(CampusTravel.Fare(amount: fare, currency: currency).text)
    }
    return ["  \(title): \(parts.joined(separator: ", "))"] + walk(journey.walkingBefore)
      + journey.legs.flatMap { walk($0.walkingBefore) + ["    \(text(of: $0))"] }
      + walk(journey.walkingAfter)
  }

  private static func text(of leg: Leg) -> String {
    let way = "\(leg.routeName): \(leg.fromName) → \(leg.toName)"
    if let least = leg.headwayMin, let most = leg.headwayMax {
      return "\(way), every \(least == most ? "\(least)" : "\(least)–\(most)") min"
    }
    guard let departure = leg.departure, let arrival = leg.arrival else { return way }
    return "\(way), \(clock(departure))–\(clock(arrival))"
  }

  /// Hours and minutes of a time such as `2026-03-02T18:00:00+08:00`.
  private static func clock(_ time: String) -> Substring { time.dropFirst(11).prefix(5) }
}
