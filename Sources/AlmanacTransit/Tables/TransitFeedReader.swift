import AlmanacModel
public import AlmanacTime

/// The network of a feed, and the notices about its tables.
public struct TransitFeed: Sendable {
  /// nil if the feed is rejected; then a notice of severity error has the reason.
  public let network: TransitNetwork?
  /// In order of discovery.
  public let notices: [TransitNotice]
}

/// Reads the tables of a GTFS Schedule feed.
///
/// A row that breaks a rule adds a notice and is ignored; the rest of the feed is used. Time and memory
/// are linear in the size of the tables, which ``Limits`` bounds.
public struct TransitFeedReader {
  /// Maximum sizes. A feed that exceeds one is rejected.
  public struct Limits: Sendable {
    /// Rows of stop_times.txt, and stop times that frequencies.txt makes.
    public var stopTimes = 2_000_000
    public var shapePoints = 4_000_000
    /// Rows of each other table.
    public var rows = 1_000_000

    public init() {}
  }

  var log = NoticeLog()
  var network = TransitNetwork()
  var isRejected = false
  let limits: Limits
  /// The day of the run, as a day number.
  let today: Int
  var agencyKeys = ByteKeys()
  var stopKeys = ByteKeys()
  var routeKeys = ByteKeys()
  var serviceKeys = ByteKeys()
  var shapeKeys = ByteKeys()
  var tripKeys = ByteKeys()
  var fareKeys = ByteKeys()
  var fareZoneKeys = ByteKeys()
  /// How to book, by `booking_rule_id`.
  var bookings: [String: String] = [:]
  /// Outer rings of areas, by their ids in locations.geojson.
  var locations: [String: [[Coordinate]]] = [:]
  /// Ids of the areas in which the flexible trips of a route run, by the route's number.
  var areasOfRoutes: [Int: Set<String>] = [:]
  /// Routes of agencies in another zone than the first one's. Their times are in doubt.
  var routesInOtherZones: Set<Int> = []
  var tripDrafts: [TripDraft] = []
  /// The last `shape_dist_traveled` of each shape.
  var shapeLengths: [Double?] = []
  let files: [String: [UInt8]]

  /// A row of trips.txt, before its stop times are read.
  struct TripDraft {
    var route: Int
    var service: Int
    var direction: Int?
    var shape: Int?
    var block: String?
    var line: Int
    var frequencies: [TransitNetwork.Frequency] = []
    /// Whether frequencies.txt contains the trip, in valid rows or not. Then its stop times are no
    /// schedule.
    var runsByFrequency = false
    var isFlexible = false
    /// Whether a row of stop_times.txt has no valid `stop_sequence`. Then the trip is not used.
    var hasUnknownStop = false
    /// The booking rule of a flexible trip.
    var booking: String?
  }

  private init(files: [String: [UInt8]], today: CivilDate, limits: Limits) {
    self.files = files
    self.today = today.dayNumber
    self.limits = limits
  }

  /// Reads a feed.
  ///
  /// - Parameters:
  ///   - files: The bytes of each table by its path. A folder before the name adds a notice. Of several
  ///     tables of one name, the one at the top is read; if all are in folders, the feed is rejected.
  ///   - today: The day of the run in the feed's zone; calendars that end before it add a notice.
  public static func read(
    _ files: [String: [UInt8]], today: CivilDate, limits: Limits = Limits()
  ) -> TransitFeed {
    var tables: [String: [UInt8]] = [:]
    var log = NoticeLog()
    var isAmbiguous = false
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      if FieldRule.rules(of: name) != nil || FieldRule.unreadFiles.contains(name) {
        if path.contains("/") { log.add("invalid_input_files_in_subfolder", path) }
        isAmbiguous = isAmbiguous || tables[name] != nil && files[name] == nil
        tables[name] = files[name] ?? bytes
      } else {
        log.add("unknown_file", name)
      }
    }
    var reader = TransitFeedReader(files: tables, today: today, limits: limits)
    reader.log = log
    reader.isRejected = isAmbiguous
    reader.readAll()
    reader.log.finish()
    return TransitFeed(
      network: reader.isRejected ? nil : reader.network, notices: reader.log.notices)
  }

  private mutating func readAll() {
    checkFiles()
    readAgencies()
    readStops()
    readRoutes()
    readCalendars()
    readShapes()
    readBookings()
    readLocations()
    readTrips()
    readFrequencies()
    readStopTimes()
    checkDepartures()
    readTransfers()
    readFares()
    readInfo()
    if network.trips.isEmpty, network.routes.allSatisfy({ $0.booking == nil }) { isRejected = true }
  }

  /// Adds notices about missing files, and rejects a feed without a required one.
  private mutating func checkFiles() {
    for name in ["agency.txt", "routes.txt", "trips.txt", "stop_times.txt", "stops.txt"]
    where files[name] == nil && (name != "stops.txt" || files["locations.geojson"] == nil) {
      log.add("missing_required_file", name)
      isRejected = true
    }
    if files["calendar.txt"] == nil, files["calendar_dates.txt"] == nil {
      log.add("missing_calendar_and_calendar_date_files", "calendar.txt")
      isRejected = true
    }
    if files["feed_info.txt"] == nil { log.add("missing_recommended_file", "feed_info.txt") }
  }

  /// Rejects a feed whose frequencies make more stop times than a table may have.
  private mutating func checkDepartures() {
    var count = 0
    for trip in network.trips {
      let stops = network.patterns[trip.pattern].stops.count
      count += trip.frequencies.map(\.departureCount).reduce(0, +) * stops
    }
    if count > limits.stopTimes { reject("frequencies.txt", line: nil) }
  }

  /// Rejects the feed because a table has too many rows.
  mutating func reject(_ file: String, line: Int?) {
    log.add("too_many_rows", file, line: line)
    isRejected = true
  }

  /// Calls `read` for each row of a table, up to the limit of its rows.
  mutating func forEachRow(
    of file: String, limit: Int? = nil,
    _ read: (inout TransitFeedReader, CheckedTable) -> Void
  ) {
    guard let bytes = files[file], var table = CheckedTable(file, bytes, log: &log) else { return }
    var count = 0
    while table.next(&log) {
      count += 1
      guard count <= limit ?? limits.rows else { return reject(file, line: table.line) }
      read(&self, table)
    }
  }

  /// The number of the row that a field refers to; nil if the field is empty or, with a notice, if the
  /// other table has no such row.
  mutating func reference(
    _ field: String, in table: CheckedTable, to keys: KeyPath<Self, ByteKeys>, of parent: String
  ) -> Int? {
    let range = table.range(field)
    guard !range.isEmpty else { return nil }
    if let number = self[keyPath: keys].find(table.bytes, range) { return number }
    if !log.damagedFiles.contains(parent) {
      log.add(
        "foreign_key_violation", table,
        "'\(field)' is '\(table.text(field) ?? "")', unknown in \(parent)")
    }
    return nil
  }

  /// Numbers the key of a row, its first field.
  ///
  /// - Returns: nil if the key is empty or, with a notice, if an earlier row has it.
  mutating func insertKey(
    of table: CheckedTable, into keys: WritableKeyPath<Self, ByteKeys>
  ) -> Int? {
    let range = table.range(0)
    guard !range.isEmpty else { return nil }
    let (number, isNew) = self[keyPath: keys].insert(table.bytes, range)
    if !isNew { addDuplicateNotice(table) }
    return isNew ? number : nil
  }

  mutating func addDuplicateNotice(_ table: CheckedTable) {
    log.add("duplicate_key", table, "'\(table.text(0) ?? "")' in '\(table.key)'")
  }
}
