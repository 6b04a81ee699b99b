public import AlmanacTime

/// Public transit to the places of a campus, as `enrich` adds it.
public struct CampusTravel: Hashable, Sendable, Codable {
  public struct Stop: Hashable, Sendable, Codable {
    /// The source's id, `/`, and the feed's own id.
    public var id: String
    public var source: String
    public var name: String
    public var code: String?
    public var coordinate: Coordinate?
    /// Whether a wheelchair can board; nil: unknown.
    public var isAccessible: Bool?
    /// Labels of the routes that serve it, sorted.
    public var routes: [String]

    public init(
      id: String, source: String, name: String, code: String?, coordinate: Coordinate?,
      isAccessible: Bool?, routes: [String]
    ) {
      self.id = id
      self.source = source
      self.name = name
      self.code = code
      self.coordinate = coordinate
      self.isAccessible = isAccessible
      self.routes = routes
    }
  }

  public struct Route: Hashable, Sendable, Codable {
    /// The source's id, `/`, and the feed's own id.
    public var id: String
    public var source: String
    /// The short name that riders use.
    public var label: String
    public var name: String?
    public var agency: String?
    /// `route_type` of GTFS: 0 tram, 1 metro, 2 rail, 3 bus, 4 ferry …
    public var type: Int
    /// Six hexadecimal digits.
    public var color: String?
    public var url: String?
    /// How to book a ride, if it runs on request. Journeys do not use such routes.
    public var booking: String?
    /// Shortest and longest minutes between departures, if it runs by headway instead of a
    /// timetable.
    public var headway: ClosedRange<Int>?
    /// Whether its run times are estimates.
    public var isEstimated: Bool
    /// Its lines on the map, one for each direction: the feed's shapes, or straight from stop to
    /// stop.
    public var lines: [[Coordinate]]
    /// The areas in which it runs on request: closed outer rings.
    public var areas: [[Coordinate]]?
    /// The cheapest price of a ride; nil if the feed has no fares, or has fare zones.
    public var fare: Fare?

    public init(
      id: String, source: String, label: String, name: String?, agency: String?, type: Int,
      color: String?, url: String?, booking: String?, headway: ClosedRange<Int>?,
      isEstimated: Bool, lines: [[Coordinate]], areas: [[Coordinate]]? = nil, fare: Fare? = nil
    ) {
      self.id = id
      self.source = source
      self.label = label
      self.name = name
      self.agency = agency
      self.type = type
      self.color = color
      self.url = url
      self.booking = booking
      self.headway = headway
      self.isEstimated = isEstimated
      self.lines = lines
      self.areas = areas
      self.fare = fare
    }
  }

  /// A fare of GTFS-Fares V1.
  public struct Fare: Hashable, Sendable, Codable {
    public var amount: Double
    /// ISO 4217.
    public var currency: String

    public init(amount: Double, currency: String) {
      self.amount = amount
      self.currency = currency
    }
  }

  /// A stop of a route, in the order of the route's most frequent trip pattern of a direction.
  public struct RouteStop: Hashable, Sendable, Codable {
    public var route: String
    /// 0 or 1.
    public var direction: Int
    /// Zero-based.
    public var position: Int
    public var stop: String

    public init(route: String, direction: Int, position: Int, stop: String) {
      self.route = route
      self.direction = direction
      self.position = position
      self.stop = stop
    }
  }

  /// A stop within walking distance of a place. The minutes are estimated from the straight line.
  public struct PlaceStop: Hashable, Sendable, Codable {
    public var place: String
    public var stop: String
    /// Meters in a straight line.
    public var meters: Int
    public var minutes: Int
    /// The stop across the street, for the way back.
    public var opposite: String?

    public init(place: String, stop: String, meters: Int, minutes: Int, opposite: String?) {
      self.place = place
      self.stop = stop
      self.meters = meters
      self.minutes = minutes
      self.opposite = opposite
    }
  }

  /// One ride of a journey.
  public struct Leg: Hashable, Sendable, Codable {
    public var route: String
    /// Ids of stops.
    public var from: String
    public var to: String
    /// nil for a service by headway, which has no exact times.
    public var departure: Instant?
    public var arrival: Instant?
    /// Minutes between departures, for a service by headway.
    public var headway: ClosedRange<Int>?

    public init(
      route: String, from: String, to: String, departure: Instant?, arrival: Instant?,
      headway: ClosedRange<Int>?
    ) {
      self.route = route
      self.from = from
      self.to = to
      self.departure = departure
      self.arrival = arrival
      self.headway = headway
    }
  }

  /// Why there is no journey.
  public enum Reason: String, Hashable, Sendable, Codable, CaseIterable {
    case noService = "no-service"
    /// No stop within walking distance of one of the places.
    case tooFar = "too-far"
    /// The start is after the last day of the feed's calendars.
    case feedEnded = "feed-ended"
  }

  /// The journey from an origin to a place that arrives before a start.
  public struct Access: Hashable, Sendable, Codable {
    /// Ids of places.
    public var place: String
    public var origin: String
    public var start: Instant
    /// The latest departure from the origin; nil without a journey, and for services by headway.
    public var departure: Instant?
    /// Median and 90th percentile of the door-to-door minutes during the hour before.
    public var median: Int?
    public var percentile90: Int?
    public var changes: Int?
    /// Minutes on foot at the origin and at the place.
    public var walking: Int?
    /// Rides in order; empty if walking is as fast.
    public var legs: [Leg]
    /// The departure of the last journey back; nil if there is none or if it runs by headway.
    public var lastBack: Instant?
    /// The end of service of the first route back, if it runs by headway.
    public var backUntil: Instant?
    public var reason: Reason?

    public init(place: String, origin: String, start: Instant) {
      self.place = place
      self.origin = origin
      self.start = start
      legs = []
    }
  }

  /// Ids of the places that journeys start from, in display order.
  public var origins: [String]
  /// The origin that calendars use and that the page selects first.
  public var defaultOrigin: String?
  /// Minutes between arrival and start.
  public var buffer: Int
  public var stops: [Stop] = []
  public var routes: [Route] = []
  public var routeStops: [RouteStop] = []
  public var placeStops: [PlaceStop] = []
  public var access: [Access] = []

  public init(origins: [String] = [], defaultOrigin: String? = nil, buffer: Int = 5) {
    self.origins = origins
    self.defaultOrigin = defaultOrigin
    self.buffer = buffer
  }
}
