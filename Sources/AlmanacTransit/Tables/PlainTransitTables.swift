import AlmanacModel
public import AlmanacTime

/// Reads the plain tables of a shuttle whose operator publishes no GTFS.
///
/// - `stops.csv`: `stop_id`, `stop_name`, `stop_lat`, `stop_lon`, as in GTFS.
/// - `route_stops.csv`: `route_id`, `stop_sequence`, `stop_id`, and optionally `minutes` from the first
///   stop. Without them, run times are estimated from straight lines.
/// - `headways.csv`: `route_id`, `period`, `day` (`monday` … `sunday`), `from`, `to` (`HH:MM`),
///   `headway_min_minutes`, `headway_max_minutes`.
/// - `periods.csv`: `period`, `start_date`, `end_date` (`YYYYMMDD`).
///
/// The tables are converted to GTFS, so that one reader checks both.
public struct PlainTransitTables {
  /// Road distance divided by straight-line distance.
  private static let detour = 1.4
  /// Meters per second.
  private static let speed = 5.0
  /// Seconds at a stop.
  private static let dwell = 20.0

  /// Maximum rows of a table, and maximum stop times of all trips: the size of a large operator.
  private static let maxRows = 20_000
  private static let maxTimes = 200_000

  private typealias Row = [String: String]

  /// Whether files are plain tables.
  public static func areIn(_ files: [String: [UInt8]]) -> Bool { files["route_stops.csv"] != nil }

  /// Reads plain tables.
  ///
  /// - Parameters:
  ///   - name: The operator's name.
  ///   - zone: IANA name of the zone of all times.
  ///   - today: See ``TransitFeedReader/read(_:today:limits:)``.
  public static func read(
    _ files: [String: [UInt8]], name: String, zone: String, today: CivilDate
  ) -> TransitFeed {
    let stops = rows("stops.csv", files)
    let sequences = Dictionary(grouping: rows("route_stops.csv", files)) { $0["route_id"] ?? "" }
    let headways = rows("headways.csv", files)
    let periods = rows("periods.csv", files)
    for (file, count) in [
      ("stops.csv", stops.count), ("route_stops.csv", sequences.values.map(\.count).reduce(0, +)),
      ("headways.csv", headways.count), ("periods.csv", periods.count),
    ] where count > maxRows { return rejected(file) }
    let points = Dictionary(
      stops.map { ($0["stop_id"] ?? "", point(of: $0)) }, uniquingKeysWith: { first, _ in first })
    var trips: [[String?]] = []
    var times: [[String?]] = []
    var frequencies: [[String?]] = []
    var ranges: [ClosedRange<Int>] = []
    // Each route, period and weekday is a trip with the headways of its rows.
    let groups = Dictionary(grouping: headways) { row in
      [row["route_id"] ?? "", row["period"] ?? "", row["day"] ?? ""]
    }
    for (key, rows) in groups.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let sequence = (sequences[key[0]] ?? []).sorted {
        Int($0["stop_sequence"] ?? "") ?? 0 < Int($1["stop_sequence"] ?? "") ?? 0
      }
      let id = key.joined(separator: "/")
      trips.append([key[0], "\(key[1])/\(key[2])", id])
      guard times.count + sequence.count <= maxTimes else { return rejected("headways.csv") }
      for (stop, minute) in zip(sequence, minutes(of: sequence, points)) {
        let time = clock(minute)
        times.append([id, time, time, stop["stop_id"], stop["stop_sequence"], "0"])
      }
      for row in rows {
        let least = headway(row["headway_min_minutes"]) ?? 0
        let most = headway(row["headway_max_minutes"]) ?? least
        let (from, to) = (row["from"] ?? "", row["to"] ?? "")
        frequencies.append([id, "\(from):00", "\(to):00", "\((least + most) * 30)", "0"])
        ranges.append(min(least, most) * 60...max(least, most) * 60)
      }
    }
    var dates: [[String?]] = []
    for row in periods {
      for (place, day) in days.enumerated() {
        let marks: [String?] = days.indices.map { $0 == place ? "1" : "0" }
        dates.append(
          ["\(row["period"] ?? "")/\(day)"] + marks + [row["start_date"], row["end_date"]])
      }
    }
    let routes: [[String?]] = sequences.keys.sorted().map { [$0, $0, "3"] }
    let tables = [
      "agency.txt": csv(
        "agency_name,agency_url,agency_timezone", [[name, "https://almanac.invalid", zone]]),
      "stops.txt": files["stops.csv"] ?? [],
      "routes.txt": files["routes.csv"]
        ?? csv("route_id,route_short_name,route_type", routes),
      "calendar.txt": csv(
        "service_id,\(days.joined(separator: ",")),start_date,end_date", dates),
      "trips.txt": csv("route_id,service_id,trip_id", trips),
      "stop_times.txt": csv(
        "trip_id,arrival_time,departure_time,stop_id,stop_sequence,timepoint", times),
      "frequencies.txt": csv("trip_id,start_time,end_time,headway_secs,exact_times", frequencies),
    ]
    let feed = TransitFeedReader.read(tables, today: today)
    // Warnings about GTFS rules don't apply to plain tables.
    let notices = feed.notices.filter { $0.severity == .error || $0.code == "expired_calendar" }
    return TransitFeed(network: feed.network.map { apply(ranges, to: $0) }, notices: notices)
  }

  private static let days = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  private static func rejected(_ file: String) -> TransitFeed {
    var log = NoticeLog()
    log.add("too_many_rows", file)
    return TransitFeed(network: nil, notices: log.notices)
  }

  /// Parses minutes from 0 to a day.
  private static func headway(_ text: String?) -> Int? {
    text.flatMap { Int($0) }.flatMap { (0...1_440).contains($0) ? $0 : nil }
  }

  /// Sets the headway ranges, which GTFS has no field for.
  ///
  /// If the reader rejected a row, ranges and frequencies don't match, and no range is set.
  private static func apply(
    _ ranges: [ClosedRange<Int>], to network: TransitNetwork
  ) -> TransitNetwork {
    let count = network.trips.map(\.frequencies.count).reduce(0, +)
    guard count == ranges.count else { return network }
    var network = network
    var next = 0
    for trip in network.trips.indices {
      for place in network.trips[trip].frequencies.indices {
        network.trips[trip].frequencies[place].headwayRange = ranges[next]
        next += 1
      }
    }
    return network
  }

  /// Minutes from the first stop to each stop of a route, as listed or estimated.
  private static func minutes(of sequence: [Row], _ points: [String: Coordinate?]) -> [Int] {
    let known = sequence.compactMap { $0["minutes"].flatMap { Int($0) } }
    if known.count == sequence.count { return known }
    var seconds = 0.0
    var last: Coordinate?
    return sequence.map { row in
      let point = points[row["stop_id"] ?? ""] ?? nil
      if let last, let point {
        seconds += max(60, last.distance(to: point) * detour / speed + dwell)
      }
      last = point ?? last
      return Int((seconds / 60).rounded())
    }
  }

  private static func point(of row: Row) -> Coordinate? {
    guard let latitude = Double(row["stop_lat"] ?? ""),
      let longitude = Double(row["stop_lon"] ?? "")
    else { return nil }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  /// `HH:MM:SS`
  private static func clock(_ minute: Int) -> String {
    let (hour, rest) = (minute / 60, minute % 60)
    return "\(hour < 10 ? "0" : "")\(hour):\(rest < 10 ? "0" : "")\(rest):00"
  }

  private static func rows(_ file: String, _ files: [String: [UInt8]]) -> [Row] {
    var reader = DelimitedRows(files[file] ?? [])
    var names: [String]?
    var rows: [Row] = []
    while true {
      switch reader.next() {
      case .end: return rows
      case .blank: continue
      case .row:
        let values = reader.cells.map(reader.text)
        if rows.count > maxRows { return rows }
        if let names {
          rows.append(Dictionary(zip(names, values), uniquingKeysWith: { first, _ in first }))
        } else {
          names = values
        }
      }
    }
  }

  private static func csv(_ header: String, _ rows: [[String?]]) -> [UInt8] {
    var text = header + "\n"
    for row in rows {
      text += row.map { "\"\(($0 ?? "").replacing("\"", with: "\"\""))\"" }
        .joined(separator: ",")
      text += "\n"
    }
    return Array(text.utf8)
  }
}
