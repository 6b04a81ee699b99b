public import AlmanacModel
public import AlmanacTime

/// The stops, routes, trips and calendars of one transit feed, with times in whole minutes.
///
/// Stops, routes, services, patterns and trips are numbered from 0, and refer to each other by number.
public struct TransitNetwork: Sendable {
  /// A row of agency.txt.
  public struct Agency: Hashable, Sendable {
    public var name: String
    /// IANA name of the zone of the feed's times.
    public var zone: String
  }

  /// A row of stops.txt.
  public struct Stop: Hashable, Sendable {
    /// `location_type` of stops.txt.
    public enum Kind: Int, Hashable, Sendable {
      /// Trips may call at platforms only.
      case platform, station, entrance, node, boardingArea
    }

    /// The feed's id; in joined networks `SOURCE/ID`.
    public var id: String
    /// The source's id in joined networks, else empty.
    public var source = ""
    public var code: String?
    public var name: String
    /// nil if the feed gives no usable position.
    public var coordinate: Coordinate?
    public var kind: Kind = .platform
    /// Number of the parent station.
    public var parent: Int?
    /// Number of the fare zone.
    var fareZone: Int?
    /// Whether a wheelchair can board; nil: unknown.
    public var isAccessible: Bool?

    /// The id without the source.
    public var ownID: String { source.isEmpty ? id : String(id.dropFirst(source.count + 1)) }
  }

  /// A row of routes.txt.
  public struct Route: Hashable, Sendable {
    /// The feed's id; in joined networks `SOURCE/ID`.
    public var id: String
    /// The source's id in joined networks, else empty.
    public var source = ""
    public var shortName: String?
    public var longName: String?
    public var description: String?
    /// `route_type` of routes.txt: 0 tram, 1 metro, 2 rail, 3 bus, 4 ferry …
    public var type: Int
    public var url: String?
    /// Six hexadecimal digits in upper case.
    public var color: String?
    /// The agency's name.
    public var agency: String?
    /// How to book, if some trips of the route run on request only (GTFS-Flex); may be empty. Such trips
    /// are never part of a journey.
    public var booking: String?
    /// The areas of its trips on request: closed outer rings.
    public var areas: [[Coordinate]] = []

    /// The name that riders know: the short name if there is one.
    public var label: String { shortName ?? longName ?? id }
  }

  /// The days of a service, from calendar.txt and calendar_dates.txt.
  public struct Service: Hashable, Sendable {
    struct Range: Hashable, Sendable {
      /// Day numbers, as ``CivilDate`` counts.
      var days: ClosedRange<Int>
      /// Bit 0 is Monday.
      var weekdays: UInt8
    }

    /// Number of the zone of its days.
    var zone = 0
    var ranges: [Range] = []
    var added: Set<Int> = []
    var removed: Set<Int> = []

    /// Whether the service runs on a day. Exceptions override ranges. O(ranges).
    ///
    /// - Parameter day: A day number.
    func runs(on day: Int) -> Bool {
      if added.contains(day) { return true }
      if removed.contains(day) { return false }
      // Day 0 is 1970-01-01, a Thursday.
      let weekday = ((day + 3) % 7 + 7) % 7
      return ranges.contains { $0.days.contains(day) && $0.weekdays & (1 << UInt8(weekday)) != 0 }
    }
  }

  /// The stops that some trips of one route call at, in order.
  public struct Pattern: Hashable, Sendable {
    public var route: Int
    public var stops: [Int32]
    /// For each stop, whether riders may board and alight there.
    var pickupDropOff: [PickupDropOff]
  }

  /// A part of a day in which a trip departs repeatedly (frequencies.txt).
  public struct Frequency: Hashable, Sendable {
    /// Seconds after the start of the service day. The end is exclusive.
    public var start: Int
    public var end: Int
    /// Seconds between departures, 1 or more.
    public var headway: Int
    /// Shortest and longest seconds between departures; `headway` twice unless the operator gives a
    /// range.
    public var headwayRange: ClosedRange<Int>
    /// `exact_times`: whether the departures are scheduled times, not estimates.
    public var isExact: Bool

    /// Number of departures.
    var departureCount: Int { max(0, (end - start + headway - 1) / headway) }
  }

  /// A row of trips.txt that journeys can use.
  public struct Trip: Hashable, Sendable {
    public var pattern: Int
    public var service: Int
    /// `direction_id` of trips.txt: 0 or 1.
    public var direction: Int?
    public var shape: Int?
    /// Whether its times are estimates: all of its stop times have `timepoint` 0.
    public var isEstimated = false
    /// Position of its first time in `arrivals` and `departures`, which have one for each stop of the
    /// pattern.
    var firstTime: Int
    public internal(set) var frequencies: [Frequency] = []
  }

  /// A walk between two stops.
  public struct Footpath: Hashable, Sendable {
    public var from: Int
    public var to: Int
    /// Whole minutes, rounded up.
    public var minutes: Int
  }

  /// Two stops, in the order of travel.
  struct StopPair: Hashable, Sendable {
    var from: Int
    var to: Int
  }

  public internal(set) var agencies: [Agency] = []
  public internal(set) var stops: [Stop] = []
  public internal(set) var routes: [Route] = []
  public internal(set) var services: [Service] = []
  public internal(set) var patterns: [Pattern] = []
  public internal(set) var trips: [Trip] = []
  public internal(set) var shapes: [[Coordinate]] = []
  /// The changes between two stops that transfers.txt lists.
  public internal(set) var footpaths: [Footpath] = []
  /// Minimum minutes of a change at one stop, by the stop, if transfers.txt has them.
  var changeMinutes: [Int: Int] = [:]
  /// Pairs of stops between which transfers.txt allows no change (`transfer_type` 3). A stop with itself
  /// is a change at that stop.
  var forbiddenChanges: Set<StopPair> = []
  var fares = TransitFares()
  /// First and last day of service, as day numbers, from feed_info.txt or else from the calendars.
  public internal(set) var validity: ClosedRange<Int>?
  /// Minutes after the start of the service day, for each stop of each trip.
  var arrivals: [Int32] = []
  var departures: [Int32] = []
  /// The zones of all times, one per joined network.
  var zones: [Zone] = []

  /// The zone of the dates that searches take.
  public var zone: Zone { zones.first ?? .utc }

  /// Minutes since 1970 UTC at which a service day starts: noon minus 12 hours (GTFS, "Time").
  public func serviceStart(ofDay day: Int, in zone: Zone) -> Int {
    let noon = CivilDateTime(startOf: CivilDate(dayNumber: day)).adding(seconds: 43_200)
    return Int(zone.instant(of: noon).secondsSinceEpoch) / 60 - 720
  }

  /// The date of a time, as a day number in ``zone``.
  ///
  /// - Parameter minute: Minutes since 1970 UTC.
  public func day(ofMinute minute: Int) -> Int {
    zone.civil(at: Instant(secondsSinceEpoch: Int64(minute) * 60)).date.dayNumber
  }
}

/// Whether riders may board and alight at a stop without booking (`pickup_type`, `drop_off_type`).
struct PickupDropOff: Hashable, Sendable {
  var allowsPickup: Bool
  var allowsDropOff: Bool

  /// The same stop for a search backward in time, which boards where riders alight.
  var reversed: PickupDropOff {
    PickupDropOff(allowsPickup: allowsDropOff, allowsDropOff: allowsPickup)
  }
}
