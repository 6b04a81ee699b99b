import AlmanacModel
import Testing

@testable import AlmanacTransit

@Suite("Reading the tables of a feed") struct TransitFeedReaderTests {
  private static func codes(_ feed: TransitFeed) -> [String: Int] {
    feed.notices.reduce(into: [:]) { $0[$1.code, default: 0] += $1.count }
  }

  @Test("A valid feed has no notices")
  func readsCleanFeed() throws {
    let feed = FeedText.read()
    #expect(feed.notices == [])
    let network = try #require(feed.network)
    #expect(network.stops.map(\.name) == ["Gate", "Library", "Lake", "Lab"])
    #expect(network.routes.map(\.label) == ["N", "E", "L"])
    #expect(network.trips.count == 5)
    #expect(network.patterns.count == 3)
    #expect(network.validity?.count == 365)
  }

  @Test("Quotes, a byte order mark, CR LF and columns in another order change nothing")
  func readsDialects() throws {
    let feed = FeedText.read([
      "stops.txt": "\u{FEFF}stop_lon,stop_lat,\"stop_name\",stop_id\r\n"
        + "11.5,48.1,\"Gate, \"\"old\"\"\",gate\r\n11.5,48.105,Library,library\r\n"
        + "11.5,48.11,Lake,lake\r\n11.51,48.105,Lab,lab\r\n"
    ])
    #expect(feed.notices == [])
    #expect(try #require(feed.network).stops.map(\.name).first == "Gate, \"old\"")
  }

  @Test("Spaces around values and before quotes are ignored")
  func trimsValues() throws {
    let feed = FeedText.read([
      "stops.txt": "stop_id,stop_name , stop_lat, \"stop_lon\"\n gate , \"Gate\" ,48.1 , 11.5\n"
        + "library\t,Library,48.105,11.5\nlake,Lake,48.11,11.5\nlab,Lab,48.105,11.51\n"
    ])
    #expect(feed.notices == [])
    #expect(try #require(feed.network).stops.map(\.name).first == "Gate")
  }

  @Test("A trip has estimated times if none of its stops is a timepoint")
  func readsTimepoints() throws {
    let times = try #require(FeedText.tables["stop_times.txt"]).split(separator: "\n").map {
      // Only the last stop of the first bus east has an exact time.
      $0
        + ($0.hasPrefix("trip_id")
          ? ",timepoint"
          : $0.hasPrefix("l,") || $0.hasSuffix("library,1") ? ",0" : ",1")
    }
    let network = try #require(
      FeedText.read(["stop_times.txt": times.joined(separator: "\n")]).network)
    #expect(network.trips.map(\.isEstimated) == [false, false, false, false, true])
  }

  @Test("A change takes its listed time or else the estimated walk, but at most a week")
  func readsTransfers() throws {
    let network = try #require(
      FeedText.read([
        "transfers.txt": """
        from_stop_id,to_stop_id,transfer_type,min_transfer_time
        gate,library,0,
        gate,lake,1,
        gate,lab,2,61
        lake,lab,2,99999999999999999
        lab,gate,3,
        lab,library,4,
        """
      ]).network)
    #expect(network.footpaths.map(\.minutes) == [11, 0, 2, 10_080])
    // The layout of a day accepts all of them.
    var days = TravelDays(network)
    #expect(days.entry(for: try #require(FeedText.monday)).kind == 0)
  }

  @Test("A trip whose frequencies are all invalid doesn't run as a scheduled trip")
  func ignoresTripWithoutFrequency() throws {
    let feed = FeedText.read([
      "frequencies.txt": "trip_id,start_time,end_time,headway_secs\nl,09:00:00,10:00:00,0"
    ])
    #expect(Self.codes(feed) == ["number_out_of_range": 1])
    #expect(try #require(feed.network).trips.count == 4)
  }

  @Test("Trips of one block overlap if their services have a common day, even a later one")
  func findsOverlappingBlocks() throws {
    let monday = ",1,0,0,0,0,0,0,20260101,20261231"
    let feed = FeedText.read([
      "calendar.txt": try #require(FeedText.tables["calendar.txt"]) + "\nmondays\(monday)",
      "trips.txt": """
      route_id,service_id,trip_id,block_id
      north,week,n1,
      north,week,n2,
      east,week,e1,bus
      east,mondays,e2,bus
      loop,week,l,
      """,
    ])
    #expect(Self.codes(feed) == ["block_trips_with_overlapping_stop_times": 1])
  }

  @Test("A broken reference adds a notice with its line, and only its row is ignored")
  func noticesBrokenReferences() throws {
    let trips = try #require(FeedText.tables["trips.txt"]) + "\nmoon,week,m1,0\n"
    let feed = FeedText.read(["trips.txt": trips])
    let notice = try #require(feed.notices.first { $0.code == "foreign_key_violation" })
    #expect(notice.severity == .error && notice.file == "trips.txt" && notice.line == 7)
    #expect(try #require(feed.network).trips.count == 5)
  }

  @Test(
    "Each violation has its canonical code",
    arguments: [
      (
        "routes.txt", "route_id,agency_id,route_type\nnorth,a,3\neast,a,3\nloop,a,3",
        "route_both_short_and_long_name_missing", 3
      ),
      (
        "routes.txt",
        "route_id,agency_id,route_short_name,route_type,route_color\nnorth,a,N,3,red\n"
          + "east,a,E,3,00ff00\nloop,a,L,3,",
        "invalid_color", 1
      ),
      (
        "routes.txt",
        "route_id,agency_id,route_short_name,route_type\nnorth,a,N,99\neast,a,E,11\nloop,a,L,704",
        "unexpected_enum_value", 1
      ),
      (
        "stops.txt",
        "stop_id,stop_name,stop_lat,stop_lon\ngate,Gate,,\nlibrary,,48.1,11.5\n"
          + "lake,Lake,95,11.5\nlab,Lab,48.1,11.5",
        "stop_without_location", 2
      ),
      (
        "calendar.txt",
        "service_id,monday,tuesday,wednesday,thursday,friday,saturday,sunday,start_date,end_date\n"
          + "week,1,1,1,1,1,0,0,20261231,20260101",
        "start_and_end_range_out_of_order", 1
      ),
      (
        "frequencies.txt",
        "trip_id,start_time,end_time,headway_secs\nl,09:00:00,10:00:00,600\n"
          + "l,09:30:00,11:00:00,600\nl,09:30:00,11:00:00,0",
        "overlapping_frequency", 1
      ),
      (
        "frequencies.txt",
        "trip_id,start_time,end_time,headway_secs\nl,09:00:00,10:00:00,600\n"
          + "l,09:00:00,11:00:00,600",
        "duplicate_key", 1
      ),
      (
        "agency.txt", "agency_id,agency_name,agency_url,agency_timezone\na,Hill,bus,Europe/Berlin",
        "invalid_url", 1
      ),
      (
        "transfers.txt", "from_stop_id,to_stop_id,min_transfer_time\ngate,lab,12.5",
        "missing_required_column", 1
      ),
      (
        "transfers.txt", "from_stop_id,to_stop_id,transfer_type,min_transfer_time\ngate,lab,2,12.5",
        "invalid_integer", 1
      ),
      (
        "shapes.txt",
        "shape_id,shape_pt_lat,shape_pt_lon,shape_pt_sequence,shape_dist_traveled\n"
          + "s,48.1,11.5,1,0\ns,48.2,11.5,2,0\ns,48.3,11.5,3,0",
        "equal_shape_distance_diff_coordinates", 2
      ),
      (
        "stop_times.txt",
        "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nn1,08:00:00,08:00:00,gate,1\n"
          + "n1,07:50:00,07:50:00,lake,2",
        "stop_time_with_arrival_before_previous_departure_time", 1
      ),
      (
        "stop_times.txt",
        "trip_id,arrival_time,departure_time,stop_id,stop_sequence\nn1,,08:00:00,gate,1\n"
          + "n1,08:50:00,,lake,2",
        "missing_trip_edge", 2
      ),
      (
        "stops.txt",
        "stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station\ngate,Gate,48.1,11.5,,\n"
          + "library,Library,48.105,11.5,,\nlake,Lake,48.11,11.5,,\nlab,Lab,48.105,11.51,,\n"
          + "hub,Hub,48.1,11.5,1,\narea,Area,48.1,11.5,4,hub",
        "wrong_parent_location_type", 1
      ),
      ("calendar.txt", "", "empty_file", 1),
      (
        "stops.txt",
        "stop_id,stop_name,stop_lat,stop_lon\n  \n,,,\ngate,Gate,0x30,0xB\nlibrary,L,48.1,11.5",
        "empty_row", 2
      ),
      (
        "stops.txt", "stop_id,stop_name,stop_lat,stop_lon\ngate,Gate,0x30,0xB", "invalid_float", 2
      ),
    ] as [(String, String, String, Int)])
  func noticesRules(file: String, text: String, code: String, count: Int) {
    #expect(Self.codes(FeedText.read([file: text]))[code] == count)
  }

  /// The feed with a text of a table replaced.
  private static func changed(_ file: String, _ text: String, _ other: String) throws -> TransitFeed
  {
    FeedText.read([file: try #require(FeedText.tables[file]).replacing(text, with: other)])
  }

  @Test("A row with more values than columns is skipped, because a comma may have shifted them")
  func skipsShiftedRows() throws {
    let feed = try Self.changed("stops.txt", "lake,Lake,", "lake,Lake, 7,")
    #expect(try #require(feed.network).stops.map(\.id) == ["gate", "library", "lab"])
    #expect(try #require(feed.network).trips.count == 3)
    #expect(Self.codes(feed)["invalid_row_length"] == 1)
  }

  @Test("A name that is no UTF-8 is read as ISO 8859-1, without control characters")
  func readsLatin() throws {
    let text = try #require(FeedText.tables["stops.txt"]).replacing("Gate", with: "Caf#\u{0}1")
    var files = FeedText.tables.mapValues { [UInt8]($0.utf8) }
    files["stops.txt"] = text.utf8.map { $0 == UInt8(ascii: "#") ? 0xE9 : $0 }
    let feed = TransitFeedReader.read(files, today: try #require(FeedText.monday))
    #expect(feed.network?.stops.first?.name == "Café 1")
    #expect(Self.codes(feed) == ["invalid_character": 1])
  }

  @Test(
    "Of rows with one key the first counts",
    arguments: [
      ("calendar_dates.txt", "week,20260303,2", "week,20260303,2\nweek,20260303,1"),
      (
        "stop_times.txt", "n1,08:10:00,08:10:00,lake,3",
        "n1,08:10:00,08:10:00,lake,3\nn1,08:10:00,08:10:00,lab,3"
      ),
    ])
  func readsFirstRow(file: String, row: String, rows: String) throws {
    let feed = try Self.changed(file, row, rows)
    #expect(Self.codes(feed) == ["duplicate_key": 1])
    let (known, network) = (try #require(FeedText.read().network), try #require(feed.network))
    #expect(network.patterns == known.patterns)
    #expect(network.services == known.services)
  }

  @Test(
    "A trip with a stop at an unknown place in its order is not used",
    arguments: ["-1", "1.0", "", "4294967297"])
  func leavesUnorderedTrips(sequence: String) throws {
    let feed = try Self.changed("stop_times.txt", "08:00:00,gate,1", "08:00:00,gate,\(sequence)")
    #expect(try #require(feed.network).trips.count == 4)
    #expect(feed.notices.first?.severity == .error)
  }

  @Test("An unknown pickup type allows no boarding, and an unknown transfer type no change")
  func leavesUnknownTypes() throws {
    let times = try #require(FeedText.tables["stop_times.txt"]).split(separator: "\n")
    let feed = FeedText.read([
      "stop_times.txt": times.map {
        $0 + ($0.hasPrefix("trip_id") ? ",pickup_type" : $0.hasSuffix("gate,1") ? ",9" : ",")
      }.joined(separator: "\n"),
      "transfers.txt": "from_stop_id,to_stop_id,transfer_type\ngate,lab,9",
    ])
    let network = try #require(feed.network)
    #expect(network.patterns[0].pickupDropOff.map(\.allowsPickup) == [false, true, true])
    #expect(network.footpaths == [])
  }

  @Test("A stop without its own accessibility has that of its station")
  func inheritsAccessibility() throws {
    let feed = FeedText.read([
      "stops.txt": """
      stop_id,stop_name,stop_lat,stop_lon,location_type,parent_station,wheelchair_boarding
      gate,Gate,48.1,11.5,,hub,
      library,Library,48.105,11.5,,hub,0
      lake,Lake,48.11,11.5,,hub,2
      lab,Lab,48.105,11.51,,,
      hub,Hub,48.1,11.5,1,,1
      """
    ])
    let stops = try #require(feed.network).stops
    #expect(stops.map(\.isAccessible) == [true, true, false, nil, true])
  }

  @Test("Trips of an agency in another zone than the first one's are not used")
  func leavesOtherZones() throws {
    let feed = FeedText.read([
      "agency.txt": try #require(FeedText.tables["agency.txt"])
        + "\nb,Lake Bus,https://lake.example.org,America/New_York",
      "routes.txt": try #require(FeedText.tables["routes.txt"])
        .replacing("north,a", with: "north,b"),
    ])
    #expect(try #require(feed.network).trips.count == 3)
    #expect(Self.codes(feed) == ["inconsistent_agency_timezone": 1])
  }

  @Test("The references of a table with invalid values are not checked")
  func leavesDamagedTables() {
    let broken = FeedText.read([
      "transfers.txt": "from_stop_id,to_stop_id,min_transfer_time\nmoon,lab,12.5"
    ])
    #expect(Self.codes(broken) == ["missing_required_column": 1, "invalid_integer": 1])
    let whole = FeedText.read([
      "transfers.txt": "from_stop_id,to_stop_id,transfer_type\nmoon,lab,0"
    ])
    #expect(Self.codes(whole) == ["foreign_key_violation": 1])
  }

  @Test("A feed without required tables is rejected with a notice for each")
  func refusesIncompleteFeeds() {
    let feed = FeedText.read([
      "stop_times.txt": nil, "calendar.txt": nil, "calendar_dates.txt": nil,
    ])
    #expect(feed.network == nil)
    let codes = Self.codes(feed)
    #expect(codes["missing_required_file"] == 1)
    #expect(codes["missing_calendar_and_calendar_date_files"] == 1)
  }

  @Test("A feed with more rows than the limit is rejected")
  func boundsRows() {
    var limits = TransitFeedReader.Limits()
    limits.stopTimes = 5
    let feed = FeedText.read(limits: limits)
    #expect(feed.network == nil)
    #expect(Self.codes(feed)["too_many_rows"] == 1)
  }

  @Test("A feed whose frequencies make too many stop times is rejected")
  func boundsFrequencies() {
    let feed = FeedText.read([
      "frequencies.txt": "trip_id,start_time,end_time,headway_secs\nl,00:00:00,999:00:00,1"
    ])
    #expect(feed.network == nil)
    #expect(Self.codes(feed)["too_many_rows"] == 1)
  }

  @Test("A trip with booking windows gives its route a booking text and is in no journey")
  func readsFlexibleTrips() throws {
    let times = try #require(FeedText.tables["stop_times.txt"]).split(separator: "\n").map {
      $0.hasPrefix("trip_id")
        ? $0 + ",start_pickup_drop_off_window,end_pickup_drop_off_window,pickup_booking_rule_id"
        : $0.hasPrefix("e1,")
          ? "e1,,,library,\($0.hasSuffix("1") ? 1 : 2),20:00:00,23:00:00,call" : $0 + ",,,"
    }
    let feed = FeedText.read([
      "stop_times.txt": times.joined(separator: "\n"),
      "booking_rules.txt": "booking_rule_id,booking_type,phone_number\ncall,1,+49 1",
    ])
    let network = try #require(feed.network)
    #expect(network.trips.count == 4)
    #expect(network.routes.map(\.booking) == [nil, "+49 1", nil])
  }

  @Test("A route on request has the outer rings of its areas")
  func readsAreas() throws {
    let times =
      try #require(FeedText.tables["stop_times.txt"]).split(separator: "\n")
      .filter { !$0.hasPrefix("e1,") }.map {
        $0
          + ($0.hasPrefix("trip_id")
            ? ",location_id,start_pickup_drop_off_window,end_pickup_drop_off_window" : ",,,")
      } + ["e1,,,,1,campus,20:00:00,23:00:00", "e1,,,,2,campus,20:00:00,23:00:00"]
    let ring = "[[11.5,48.1],[11.6,48.1],[11.6,48.2],[11.5,48.1]]"
    let hole = "[[11.55,48.12],[11.56,48.12],[11.56,48.13],[11.55,48.12]]"
    let feed = FeedText.read([
      "stop_times.txt": times.joined(separator: "\n"),
      "locations.geojson": #"{"type":"FeatureCollection","features":[{"type":"Feature","#
        + #""id":"campus","properties":{},"geometry":{"type":"MultiPolygon","#
        + #""coordinates":[[\#(ring),\#(hole)],[\#(ring)]]}}]}"#,
    ])
    let areas = try #require(feed.network).routes.map(\.areas)
    #expect(areas.map(\.count) == [0, 2, 0])
    #expect(areas[1].map(\.count) == [4, 4])
    #expect(areas[1].first?.first?.latitude == 48.1)
  }

  @Test("Tables in a folder are read, and each adds a notice")
  func readsFolders() throws {
    let files = FeedText.tables.map { ("feed/\($0)", [UInt8]($1.utf8)) }
    let feed = TransitFeedReader.read(
      Dictionary(uniqueKeysWithValues: files), today: try #require(FeedText.monday))
    #expect(feed.network?.trips.count == 5)
    #expect(Self.codes(feed)["invalid_input_files_in_subfolder"] == 9)
  }

  @Test("Of two tables of one name the one at the top is read; two in folders reject the feed")
  func readsTopTable() throws {
    var files = FeedText.tables.mapValues { [UInt8]($0.utf8) }
    files["zip/stops.txt"] = Array("stop_id\ngate".utf8)
    let feed = TransitFeedReader.read(files, today: try #require(FeedText.monday))
    #expect(feed.network?.stops.count == 4)
    files["all/stops.txt"] = files.removeValue(forKey: "stops.txt")
    let other = TransitFeedReader.read(files, today: try #require(FeedText.monday))
    #expect(other.network == nil)
  }
}
