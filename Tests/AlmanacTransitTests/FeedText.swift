import AlmanacTime
import AlmanacTransit

/// A small invented feed: two lines that cross at the library, and a shuttle with headways.
enum FeedText {
  static let monday = CivilDate(iso8601: "2026-03-02")

  static let tables: [String: String] = [
    "agency.txt": """
    agency_id,agency_name,agency_url,agency_timezone
    a,Hill Bus,https://bus.example.org,Europe/Berlin
    """,
    "stops.txt": """
    stop_id,stop_name,stop_lat,stop_lon
    gate,Gate,48.1000,11.5000
    library,Library,48.1050,11.5000
    lake,Lake,48.1100,11.5000
    lab,Lab,48.1050,11.5100
    """,
    "routes.txt": """
    route_id,agency_id,route_short_name,route_type
    north,a,N,3
    east,a,E,3
    loop,a,L,3
    """,
    "calendar.txt": """
    service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date
    week,1,1,1,1,1,0,0,20260101,20261231
    """,
    "calendar_dates.txt": """
    service_id,date,exception_type
    week,20260303,2
    week,20260307,1
    """,
    "trips.txt": """
    route_id,service_id,trip_id,direction_id
    north,week,n1,0
    north,week,n2,0
    east,week,e1,0
    east,week,e2,0
    loop,week,l,
    """,
    "stop_times.txt": """
    trip_id,arrival_time,departure_time,stop_id,stop_sequence
    n1,08:00:00,08:00:00,gate,1
    n1,,,library,2
    n1,08:10:00,08:10:00,lake,3
    n2,25:00:00,25:00:00,gate,1
    n2,25:05:00,25:05:00,library,2
    n2,25:10:00,25:10:00,lake,3
    e1,08:06:00,08:06:00,library,1
    e1,08:20:00,08:20:00,lab,2
    e2,08:07:00,08:07:00,library,1
    e2,08:22:00,08:22:00,lab,2
    l,00:00:00,00:00:00,lab,1
    l,00:04:00,00:04:00,gate,2
    """,
    "frequencies.txt": """
    trip_id,start_time,end_time,headway_secs,exact_times
    l,09:00:00,09:59:59,900,0
    """,
    "feed_info.txt": """
    feed_publisher_name,feed_publisher_url,feed_lang,feed_start_date,feed_end_date,feed_version,\
    feed_contact_email
    Hill Bus,https://bus.example.org,en,20260101,20261231,1,bus@example.org
    """,
  ]

  /// The feed with some tables replaced; nil removes a table.
  static func read(
    _ changes: [String: String?] = [:], limits: TransitFeedReader.Limits = .init()
  ) -> TransitFeed {
    var tables = tables.mapValues { Optional($0) }
    tables.merge(changes) { $1 }
    let files = tables.compactMapValues { $0.map { [UInt8]($0.utf8) } }
    return TransitFeedReader.read(files, today: monday ?? .min, limits: limits)
  }
}
