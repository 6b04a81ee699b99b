import AlmanacModel
public import AlmanacTime

/// What a feed holds: the network, and everything that is wrong with its tables.
public struct TransitFeed: Sendable {
  /// nil if the feed can't be used at all; then a notice of severity error says why.
  public let network: TransitNetwork?
  /// In order of discovery.
  public let notices: [TransitNotice]
}

/// Reads the tables of a GTFS Schedule feed.
///
/// Every row that breaks a rule is noticed and left out; the rest of the feed is used. Time and
/// memory are linear in the size of the tables, which ``Limits`` bounds.
public struct TransitFeedReader {
  /// What one feed may have at most; a feed with more is refused whole.
  public struct Limits: Sendable {
    public var stopTimes = 4_000_000
    public var shapePoints = 4_000_000
    /// Rows of any other table.
    public var rows = 1_000_000

    public init() {}
  }

  var log = NoticeLog()
  var network = TransitNetwork()
  var isRefused = false
  let limits: Limits
  /// The day of the run, as a day number.
  let today: Int
  var agencyKeys = ByteKeys()
  var stopKeys = ByteKeys()
  var routeKeys = ByteKeys()
  var serviceKeys = ByteKeys()
  var shapeKeys = ByteKeys()
  var tripKeys = ByteKeys()
  var bookings: [String: String] = [:]
  var tripDrafts: [TripDraft] = []
  var shapeLengths: [Double?] = []
  private let files: [String: [UInt8]]

  /// A row of trips.txt, before its stop times are known.
  struct TripDraft {
    var route: Int
    var service: Int
    var headsign: String?
    var direction: Int?
    var shape: Int?
    var block: String?
    var line: Int
    var frequencies: [TransitNetwork.Frequency] = []
    var isFlexible = false
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
  ///   - files: The bytes of each table by its file name. A folder before the name is noticed and
  ///     ignored.
  ///   - today: The day of the run in the feed's zone; calendars that end before it are noticed.
  public static func read(
    _ files: [String: [UInt8]], today: CivilDate, limits: Limits = Limits()
  ) -> TransitFeed {
    var tables: [String: [UInt8]] = [:]
    var log = NoticeLog()
    for (path, bytes) in files.sorted(by: { $0.key < $1.key }) {
      let name = path.split(separator: "/").last.map(String.init) ?? path
      let isKnown = FieldRule.rules(of: name) != nil || FieldRule.unreadFiles.contains(name)
      if path.contains("/"), isKnown {
        log.add(
          "invalid_input_files_in_subfolder", path,
          "the table is in a folder; put the tables at the top of the archive")
      }
      if isKnown {
        tables[name] = bytes
      } else {
        log.add("unknown_file", .info, name, "the file is not in the specification")
      }
    }
    var reader = TransitFeedReader(files: tables, today: today, limits: limits)
    reader.log = log
    reader.readAll()
    reader.log.finish()
    return TransitFeed(
      network: reader.isRefused ? nil : reader.network, notices: reader.log.notices)
  }

  private mutating func readAll() {
    checkFiles()
    readAgencies()
    readStops()
    readRoutes()
    readCalendars()
    readShapes()
    readBookings()
    readTrips()
    readFrequencies()
    readStopTimes()
    checkDepartures()
    readTransfers()
    readFares()
    readInfo()
    if network.trips.isEmpty, network.routes.allSatisfy({ $0.booking == nil }) { isRefused = true }
  }

  private mutating func checkFiles() {
    for name in ["agency.txt", "routes.txt", "trips.txt", "stop_times.txt", "stops.txt"]
    where files[name] == nil && (name != "stops.txt" || files["locations.geojson"] == nil) {
      log.add("missing_required_file", name, "the file is missing; ask the publisher for it")
      isRefused = true
    }
    if files["calendar.txt"] == nil, files["calendar_dates.txt"] == nil {
      log.add(
        "missing_calendar_and_calendar_date_files", "calendar.txt",
        "no file says on which days trips run; ask the publisher for one")
      isRefused = true
    }
    if files["feed_info.txt"] == nil {
      log.add(
        "missing_recommended_file", .warning, "feed_info.txt",
        "the file that says how long the feed is valid is missing")
    }
  }

  /// Refuses a feed whose frequencies make more stop times than a table may have.
  private mutating func checkDepartures() {
    var count = 0
    for trip in network.trips {
      let stops = network.patterns[trip.pattern].stops.count
      for frequency in trip.frequencies {
        count += max(0, frequency.end - frequency.start) / frequency.headway * stops
      }
    }
    guard count > limits.stopTimes else { return }
    log.add(
      "too_many_rows", "frequencies.txt",
      "the departures make more than \(limits.stopTimes) stop times; the feed is refused")
    isRefused = true
  }

  func table(_ file: String, _ log: inout NoticeLog) -> CheckedTable? {
    files[file].flatMap { CheckedTable(file, $0, log: &log) }
  }

  /// Calls `read` for each row of a table, up to the limit of its rows.
  mutating func forEachRow(
    of file: String, limit: Int? = nil,
    _ read: (inout TransitFeedReader, inout CheckedTable) -> Void
  ) {
    guard var table = table(file, &log) else { return }
    var count = 0
    while table.next(&log) {
      count += 1
      guard count <= limit ?? limits.rows else {
        log.add(
          "too_many_rows", file, line: table.line,
          "the table has more than \(count - 1) rows; the feed is refused")
        isRefused = true
        return
      }
      read(&self, &table)
    }
  }

  /// The number of the row that a reference names; an unknown one is noticed.
  mutating func reference(
    _ field: String, in table: CheckedTable, to keys: ByteKeys, of parent: String
  ) -> Int? {
    let range = table.range(table.field(field))
    guard !range.isEmpty else { return nil }
    if let number = keys.find(table.bytes, range) { return number }
    guard !log.damagedFiles.contains(parent) else { return nil }
    log.add(
      "foreign_key_violation", table.file, line: table.line,
      "'\(field)' is '\(table.text(table.field(field)) ?? "")', which \(parent) does not have; "
        + "correct it or add the row there")
    return nil
  }

  /// Enters the key of a row; nil if it is empty or, which is noticed, known already.
  static func enter(
    _ field: String, of table: CheckedTable, into keys: inout ByteKeys, _ log: inout NoticeLog
  ) -> Int? {
    let range = table.range(table.field(field))
    guard !range.isEmpty else { return nil }
    let (number, isNew) = keys.insert(table.bytes, range)
    if !isNew { noticeDuplicate(field, table, &log) }
    return isNew ? number : nil
  }

  static func noticeDuplicate(_ field: String, _ table: CheckedTable, _ log: inout NoticeLog) {
    log.add(
      "duplicate_key", table.file, line: table.line,
      "'\(table.text(table.field(field)) ?? "")' in '\(field)' is there twice; the first counts")
  }
}
