import AlmanacModel
import AlmanacTime

/// The travel times of one person, shared by schedules, legs and recommendations.
struct TravelTimes {
  let planner: AgendaPlanner
  let person: Person
  let booking: RideBooking

  /// An event that a leg leads to.
  struct Destination {
    var coordinate: Coordinate
    var start: Instant
    /// Journeys to it that the edition lists.
    var journeys: [ListedJourney] = []
    var rides: [RideQuote] = []
  }

  /// Maximum meters between the start of a leg and the origin of a listed journey.
  private static let originRadius = 300.0

  /// - Returns: nil for an entry without a place.
  func destination(_ entry: AgendaEntry) -> Destination? {
    guard let coordinate = entry.place?.coordinate else { return nil }
    var destination = Destination(
      coordinate: coordinate, start: entry.start, rides: quotes(for: entry))
    if entry.kind == .attended, usesTransit {
      let edition = planner.edition
      destination.journeys =
        edition.positions(of: EventReference(event: entry.event))
        .first { edition.occurrences[$0].start == entry.start }
        .map { edition.occurrences[$0].journeys } ?? []
    }
    return destination
  }

  /// - Returns: nil for an occurrence without a place.
  func destination(_ occurrence: PlanOccurrence) -> Destination? {
    guard let coordinate = occurrence.place?.coordinate else { return nil }
    var destination = Destination(coordinate: coordinate, start: occurrence.start)
    if usesRides {
      destination.rides = booking.all(
        for: booking.id(key: occurrence.key, event: occurrence.event))
    }
    if usesTransit { destination.journeys = occurrence.journeys }
    return destination
  }

  /// The quotes of rides to an entry; empty if the person does not use rides.
  func quotes(for entry: AgendaEntry) -> [RideQuote] {
    usesRides ? booking.all(for: booking.id(of: entry)) : []
  }

  var usesRides: Bool { !booking.isEmpty && person.travel.modes[.ride]?.isActive == true }

  private var usesTransit: Bool { person.travel.modes[.transit]?.isActive == true }

  /// Seconds from a point to an event by the fastest permitted mode; nil if none is permitted.
  ///
  /// The traveler arrives the person's buffer before the start.
  ///
  /// - Parameter isStrict: Whether modes are limited by their maximum distance.
  func shortest(from: Coordinate, to destination: Destination, isStrict: Bool) -> Int? {
    person.travel.shortest(
      straight: from.distance(to: destination.coordinate), isStrict: isStrict,
      rides: destination.rides,
      transit: transit(
        from: from, to: destination, arrival: destination.start - person.travel.buffer))
  }

  /// The transit journey from a point to an event that ends by a time.
  ///
  /// A journey that the edition lists comes first. It is valid only from near its origin and in time
  /// for the start of the event.
  func transit(
    from: Coordinate, to destination: Destination, arrival: Instant
  ) -> TransitResult {
    guard usesTransit else { return .noNetwork }
    if arrival == destination.start - person.travel.buffer,
      let journey = listedJourney(destination, from: from)
    {
      return .journey(journey)
    }
    return transit(
      TransitQuery(from: from, to: destination.coordinate, time: arrival, isArrival: true))
  }

  /// The network's journey; nil if it takes as long as the gap after which journeys start at home.
  func transit(_ query: TransitQuery) -> TransitResult {
    guard let network = planner.network, usesTransit else { return .noNetwork }
    guard let journey = network(query), journey.duration < AgendaPlanner.homeGap else {
      return .noJourney
    }
    return .journey(journey)
  }

  private func listedJourney(_ destination: Destination, from: Coordinate) -> TransitJourney? {
    destination.journeys
      .map { (journey: $0.journey, meters: $0.from.coordinate.distance(to: from)) }
      .filter { $0.meters <= Self.originRadius }
      .min { ($0.meters, $0.journey.duration) < ($1.meters, $1.journey.duration) }?.journey
  }
}
