import AlmanacModel
import AlmanacTime

/// How long a person takes from one place to another: the same for schedules, legs and
/// recommendations.
struct PersonWays {
  let planner: AgendaPlanner
  let person: Person
  let booking: RideBooking

  /// An event as the end of a way.
  struct Target {
    var coordinate: Coordinate
    var start: Instant
    /// The journeys that the edition has to it.
    var journeys: [ListedJourney] = []
    /// Quotes of rides to it.
    var rides: [RideQuote] = []
  }

  /// - Returns: nil for an entry without a place.
  func target(_ entry: AgendaEntry) -> Target? {
    guard let coordinate = entry.place?.coordinate else { return nil }
    var target = Target(coordinate: coordinate, start: entry.start, rides: quotes(for: entry))
    if entry.kind == .attended, usesTransit {
      let edition = planner.edition
      target.journeys =
        edition.positions(of: EventReference(event: entry.event))
        .first { edition.occurrences[$0].start == entry.start }
        .map { edition.occurrences[$0].journeys } ?? []
    }
    return target
  }

  /// - Returns: nil for an occurrence without a place.
  func target(_ occurrence: PlanOccurrence) -> Target? {
    guard let coordinate = occurrence.place?.coordinate else { return nil }
    var target = Target(coordinate: coordinate, start: occurrence.start)
    if usesRides {
      target.rides = booking.all(for: booking.id(key: occurrence.key, event: occurrence.event))
    }
    if usesTransit { target.journeys = occurrence.journeys }
    return target
  }

  /// The quotes that count; none if the person does not use rides.
  func quotes(for entry: AgendaEntry) -> [RideQuote] {
    usesRides ? booking.all(for: booking.id(of: entry)) : []
  }

  var usesRides: Bool { !booking.isEmpty && person.travel.means[.ride]?.isActive == true }

  private var usesTransit: Bool { person.travel.means[.transit]?.isActive == true }

  /// Seconds from a point to an event by the fastest permitted mean; nil where none is permitted.
  ///
  /// - Parameters:
  ///   - arrival: nil: the buffer before the start.
  ///   - isStrict: Whether a mean counts only within its limit.
  func shortest(from: Coordinate, to target: Target, arrival: Instant? = nil, isStrict: Bool)
    -> Int?
  {
    person.travel.shortest(
      straight: from.distance(to: target.coordinate), isStrict: isStrict, rides: target.rides,
      transit: transit(
        from: from, to: target, arrival: arrival ?? target.start - person.travel.buffer))
  }

  /// The edition's journey from the nearest of its origins, if that is where the way begins and leads
  /// to the start of the event; else the network's.
  func transit(from: Coordinate, to target: Target, arrival: Instant) -> TransitAnswer {
    guard usesTransit else { return .unknown }
    if arrival == target.start - person.travel.buffer, let journey = listed(target, from: from) {
      return .journey(journey)
    }
    return transit(
      TransitQuery(from: from, to: target.coordinate, time: arrival, isArrival: true))
  }

  /// The network's journey; none takes as long as a stay at home.
  func transit(_ query: TransitQuery) -> TransitAnswer {
    guard let network = planner.network, usesTransit else { return .unknown }
    guard let journey = network(query), journey.duration < AgendaPlanner.homeGap else {
      return .none
    }
    return .journey(journey)
  }

  private func listed(_ target: Target, from: Coordinate) -> TransitJourney? {
    target.journeys
      .map { (journey: $0.journey, meters: $0.from.coordinate.distance(to: from)) }
      .filter { $0.meters <= 300 }
      .min { ($0.meters, $0.journey.duration) < ($1.meters, $1.journey.duration) }?.journey
  }
}
