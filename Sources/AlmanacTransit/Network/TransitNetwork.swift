public import AlmanacModel
public import AlmanacTime

/// The stops, routes, trips and calendars of one transit feed, with times in whole minutes.
///
/// Stops, routes, services and trips are numbered from 0; other members name them by number.
public struct TransitNetwork: Sendable {
  public struct Agency: Hashable, Sendable {
    public var name: String
    /// Zone of all times of the feed.
    public var zone: String
  }

  public struct Stop: Hashable, Sendable {
    /// `location_type` of stops.txt.
    public enum Kind: Int, Hashable, Sendable {
      /// Where vehicles stop: the only kind that trips may have.
      case platform, station, entrance, node, boardingArea
    }

    /// In joined networks the source's id and `/` before the feed's own.
    public var id: String
    /// The source's id in joined networks.
    public var source = ""
    public var code: String?
    public var name: String
    /// nil if the feed gives no usable position.
    public var coordinate: Coordinate?
    public var kind: Kind = .platform
    /// Number of the station that contains it.
    public var parent: Int?
    /// Number of the fare zone.
    var fareZone: Int?
    /// Whether a wheelchair can board; nil: unknown.
    public var isAccessible: Bool?

    /// The feed's own id.
    public var ownID: String { source.isEmpty ? id : String(id.dropFirst(source.count + 1)) }
  }

  public struct Route: Hashable, Sendable {
    /// In joined networks the source's id and `/` before the feed's own.
    public var id: String
    /// The source's id in joined networks.
    public var source = ""
    public var shortName: String?
    public var longName: String?
    public var description: String?
    /// `route_type` of routes.txt: 0 tram, 1 metro, 2 rail, 3 bus, 4 ferry …
    public var type: Int
    public var url: String?
    /// Six hexadecimal digits.
    public var color: String?
    /// The agency's name.
    public var agency: String?
    /// How to book, if some trips of the route run on request only (GTFS-Flex). Such trips are never
    /// part of a journey.
    public var booking: String?
    /// Where its trips on request run: outer rings, the last point of each as the first.
    public var areas: [[Coordinate]] = []

    /// What riders call it.
    public var label: String { shortName ?? longName ?? id }
  }

  /// The days of a service.
  public struct Service: Hashable, Sendable {
    struct Range: Hashable, Sendable {
      /// Day numbers, both included.
      var days: ClosedRange<Int>
      /// Bit 0 is Monday.
      var weekdays: UInt8
    }

    /// Number of the zone in which its days start.
    var zone = 0
    var ranges: [Range] = []
    var added: Set<Int> = []
    var removed: Set<Int> = []

    /// Whether the service runs on a day, given as a day number. O(ranges).
    func runs(on day: Int) -> Bool {
      if added.contains(day) { return true }
      if removed.contains(day) { return false }
      // Day 0 is 1970-01-01, a Thursday.
      let weekday = ((day + 3) % 7 + 7) % 7
      return ranges.contains { $0.days.contains(day) && $0.weekdays & (1 << UInt8(weekday)) != 0 }
    }
  }

  /// A sequence of stops that trips of one route follow.
  public struct Pattern: Hashable, Sendable {
    public var route: Int
    public var stops: [Int32]
    /// For each stop, whether riders may board and leave there without booking.
    var rights: [UInt8]

    static let canBoard: UInt8 = 1
    static let canLeave: UInt8 = 2
  }

  /// A part of a day in which a trip departs repeatedly (frequencies.txt).
  public struct Frequency: Hashable, Sendable {
    /// Seconds after the start of the service day; the end is not included.
    public var start: Int
    public var end: Int
    /// Seconds between departures, 1 or more.
    public var headway: Int
    /// Shortest and longest seconds between departures, if the operator gives a range.
    public var headwayRange: ClosedRange<Int>
    /// Whether departures keep the times that the headway gives, as in a timetable.
    public var isExact: Bool
  }

  public struct Trip: Hashable, Sendable {
    public var pattern: Int
    public var service: Int
    /// `direction_id` of trips.txt: 0 or 1.
    public var direction: Int?
    public var shape: Int?
    /// Whether its times are estimates: all of its stop times say `timepoint` 0.
    public var isEstimated = false
    /// First place in `arrivals` and `departures`; as many follow as the pattern has stops.
    var firstTime: Int
    public internal(set) var frequencies: [Frequency] = []
  }

  /// A way on foot between two stops.
  public struct Footpath: Hashable, Sendable {
    public var from: Int
    public var to: Int
    /// Minutes, rounded up.
    public var minutes: Int
  }

  public internal(set) var agencies: [Agency] = []
  public internal(set) var stops: [Stop] = []
  public internal(set) var routes: [Route] = []
  public internal(set) var services: [Service] = []
  public internal(set) var patterns: [Pattern] = []
  public internal(set) var trips: [Trip] = []
  public internal(set) var shapes: [[Coordinate]] = []
  /// Changes that transfers.txt gives; a change between two stops it forbids has no path.
  public internal(set) var footpaths: [Footpath] = []
  var fares = TransitFares()
  /// First and last day of service, as day numbers: feed_info's dates, else the calendars'.
  public internal(set) var validity: ClosedRange<Int>?
  /// Minutes after the start of the service day, for each stop of each trip.
  var arrivals: [Int32] = []
  var departures: [Int32] = []
  /// The zones of all times; that of the days a network is asked for is the first.
  var zones: [Zone] = []

  public var zone: Zone { zones.first ?? .utc }

  /// Minutes since 1970 UTC at which a service day starts: noon minus 12 hours (GTFS, "Time").
  public func serviceStart(ofDay day: Int, in zone: Zone) -> Int {
    let noon = CivilDateTime(startOf: CivilDate(dayNumber: day)).adding(seconds: 43_200)
    return Int(zone.instant(of: noon).secondsSinceEpoch) / 60 - 720
  }

  /// Minutes since 1970 UTC as a day number in the first zone.
  public func day(ofMinute minute: Int) -> Int {
    zone.civil(at: Instant(secondsSinceEpoch: Int64(minute) * 60)).date.dayNumber
  }
}
