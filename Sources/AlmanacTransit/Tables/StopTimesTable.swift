import AlmanacModel

/// The rows of stop_times.txt in columns, which need less memory than one value per row.
private struct StopTimeColumns {
  var trips: [Int32] = []
  var sequences: [Int32] = []
  var stops: [Int32] = []
  /// Seconds after the start of the service day; -1: none.
  var arrivals: [Int32] = []
  var departures: [Int32] = []
  var pickupDropOff: [PickupDropOff] = []
  /// -1: none, 0: approximate, 1: exact.
  var timepoints: [Int8] = []
  var distances: [Double] = []
  var lines: [Int32] = []

  /// The row numbers of each trip, in order of `stop_sequence`. O(rows) if they are in order already.
  func rowsByTrip(tripCount: Int) -> [ArraySlice<Int>] {
    // A stable counting sort by trip.
    var starts = Array(repeating: 0, count: tripCount + 1)
    for trip in trips { starts[Int(trip) + 1] += 1 }
    for trip in 0..<tripCount { starts[trip + 1] += starts[trip] }
    var order = Array(repeating: 0, count: trips.count)
    var next = starts
    for (row, trip) in trips.enumerated() {
      order[next[Int(trip)]] = row
      next[Int(trip)] += 1
    }
    return (0..<tripCount).map { trip in
      let rows = order[starts[trip]..<starts[trip + 1]]
      let isOrdered = zip(rows, rows.dropFirst()).allSatisfy { sequences[$0] <= sequences[$1] }
      return isOrdered ? rows : rows.sorted { (sequences[$0], $0) < (sequences[$1], $1) }[...]
    }
  }
}

extension StopTimeColumns {
  /// The rows of a trip without those that repeat a `stop_sequence`: the first one counts.
  func firstRows(of tripRows: ArraySlice<Int>) -> ArraySlice<Int> {
    func repeats(_ previous: Int, _ row: Int) -> Bool { sequences[previous] == sequences[row] }
    let pairs = zip(tripRows, tripRows.dropFirst())
    guard pairs.contains(where: repeats) else { return tripRows }
    return tripRows.prefix(1) + pairs.filter { !repeats($0, $1) }.map(\.1)
  }
}

/// Numbers of the fields of stop_times.txt, looked up once and not for each row.
private struct StopTimeFields {
  let sequence, arrival, departure, stop, pickup, dropOff, timepoint, distance: Int
  /// The fields of GTFS-Flex.
  let group, location, windowStart, windowEnd, booking: Int

  init(_ table: CheckedTable) {
    sequence = table.field("stop_sequence")
    arrival = table.field("arrival_time")
    departure = table.field("departure_time")
    stop = table.field("stop_id")
    pickup = table.field("pickup_type")
    dropOff = table.field("drop_off_type")
    timepoint = table.field("timepoint")
    distance = table.field("shape_dist_traveled")
    group = table.field("location_group_id")
    location = table.field("location_id")
    windowStart = table.field("start_pickup_drop_off_window")
    windowEnd = table.field("end_pickup_drop_off_window")
    booking = table.field("pickup_booking_rule_id")
  }

  /// Whether the current row is one of GTFS-Flex.
  func isFlexible(_ table: CheckedTable) -> Bool {
    !table.isEmpty(group) || !table.isEmpty(location) || !table.isEmpty(windowStart)
      || !table.isEmpty(windowEnd)
  }
}

extension TransitFeedReader {
  /// Reads stop_times.txt, and turns the trip drafts into trips and patterns.
  mutating func readStopTimes() {
    var rows = StopTimeColumns()
    var fields: StopTimeFields?
    var lastTrip = -1
    forEachRow(of: "stop_times.txt", limit: limits.stopTimes) { reader, table in
      let known = fields ?? StopTimeFields(table)
      fields = known
      reader.read(table, known, &lastTrip, into: &rows)
    }
    guard !isRejected else { return }
    let used = Set(rows.stops)
    for (stop, entry) in network.stops.enumerated()
    where entry.kind == .platform && !used.contains(Int32(stop)) {
      log.add("stop_without_stop_time", "stops.txt", entry.id)
    }
    var patterns: [TransitNetwork.Pattern: Int] = [:]
    var blocks: [String: [(trip: Int, start: Int, end: Int)]] = [:]
    for (trip, tripRows) in rows.rowsByTrip(tripCount: tripDrafts.count).enumerated() {
      check(tripRows, of: rows, trip: trip)
      let draft = tripDrafts[trip]
      if draft.isFlexible {
        setBooking(from: draft)
      } else if let span = addTrip(draft, rows.firstRows(of: tripRows), rows, &patterns),
        let block = draft.block, draft.frequencies.isEmpty
      {
        blocks[block, default: []].append((trip, span.lowerBound, span.upperBound))
      }
    }
    checkBlocks(blocks)
    for (route, areas) in areasOfRoutes {
      network.routes[route].areas = areas.sorted().flatMap { locations[$0] ?? [] }
    }
  }

  private mutating func read(
    _ table: CheckedTable, _ fields: StopTimeFields, _ trip: inout Int,
    into rows: inout StopTimeColumns
  ) {
    // Most rows have the same trip as the row before, which saves a lookup.
    if trip < 0 || !tripKeys.isKey(trip, table.bytes, table.range(0)) {
      trip = reference("trip_id", in: table, to: \.tripKeys, of: "trips.txt") ?? -1
    }
    let isFlexible = fields.isFlexible(table)
    if isFlexible { readFlexible(table, fields, trip: trip) }
    var stop = -1
    if !table.isEmpty(fields.stop) {
      stop =
        stopKeys.find(table.bytes, table.range(fields.stop))
        ?? reference("stop_id", in: table, to: \.stopKeys, of: "stops.txt") ?? -1
    } else if !isFlexible {
      log.add("missing_required_field", table, "stop_id")
    }
    guard trip >= 0 else { return }
    guard let sequence = table.number(fields.sequence).flatMap({ Int32(exactly: $0) }) else {
      tripDrafts[trip].hasUnknownStop = true
      return
    }
    rows.trips.append(Int32(trip))
    rows.sequences.append(sequence)
    rows.stops.append(Int32(stop))
    rows.arrivals.append(Int32(table.number(fields.arrival) ?? -1))
    rows.departures.append(Int32(table.number(fields.departure) ?? -1))
    // 0 and empty: regular; 1: none; 2: phone the agency; 3: ask the driver.
    let (pickup, dropOff) = (table.choice(fields.pickup), table.choice(fields.dropOff))
    rows.pickupDropOff.append(
      PickupDropOff(
        allowsPickup: pickup == 0 || pickup == 3, allowsDropOff: dropOff == 0 || dropOff == 3))
    rows.timepoints.append(Int8(table.number(fields.timepoint) ?? -1))
    rows.distances.append(table.decimal(fields.distance) ?? -1)
    rows.lines.append(Int32(truncatingIfNeeded: table.line))
  }

  /// Reads the booking and the area of a trip on request (GTFS-Flex), which no journey uses.
  private mutating func readFlexible(
    _ table: CheckedTable, _ fields: StopTimeFields, trip: Int
  ) {
    if [fields.stop, fields.group, fields.location].count(where: { !table.isEmpty($0) }) > 1 {
      log.add("forbidden_geography_id", table)
    }
    if table.isEmpty(fields.windowStart) != table.isEmpty(fields.windowEnd) {
      log.add("missing_pickup_or_drop_off_window", table)
    } else if let start = table.number(fields.windowStart),
      let end = table.number(fields.windowEnd), start >= end
    {
      log.add("invalid_pickup_drop_off_window", table)
    }
    guard trip >= 0 else { return }
    tripDrafts[trip].isFlexible = true
    let booking = table.text(fields.booking).flatMap { bookings[$0] }
    tripDrafts[trip].booking = tripDrafts[trip].booking ?? booking
    if let area = table.text(fields.location), tripDrafts[trip].route >= 0 {
      areasOfRoutes[tripDrafts[trip].route, default: []].insert(area)
    }
  }

  /// Adds notices about the rows of a trip, which are in order of `stop_sequence`.
  private mutating func check(_ tripRows: ArraySlice<Int>, of rows: StopTimeColumns, trip: Int) {
    let draft = tripDrafts[trip]
    guard let last = tripRows.last else {
      log.add("unused_trip", "trips.txt", line: draft.line, tripKeys[trip])
      return
    }
    if tripRows.count == 1, !draft.isFlexible {
      log.add("unusable_trip", "trips.txt", line: draft.line, tripKeys[trip])
    }
    var lastDeparture = Int32(-1)
    var lastDistance = -1.0
    var previous: Int?
    for row in tripRows {
      func addNotice(_ code: String) {
        log.add(code, "stop_times.txt", line: Int(rows.lines[row]), "trip '\(tripKeys[trip])'")
      }
      let (arrival, departure) = (rows.arrivals[row], rows.departures[row])
      if let previous, rows.sequences[previous] == rows.sequences[row] {
        addNotice("duplicate_key")
      }
      if rows.stops[row] >= 0, network.stops[Int(rows.stops[row])].kind != .platform {
        addNotice("location_with_unexpected_stop_time")
      }
      // The first and last stop need both times; stops between may have none and are interpolated.
      let isEdge = previous == nil || row == last
      if isEdge, arrival < 0 || departure < 0, !draft.isFlexible {
        if arrival < 0 { addNotice("missing_trip_edge") }
        if departure < 0 { addNotice("missing_trip_edge") }
      } else if (arrival < 0) != (departure < 0) {
        addNotice("stop_time_with_only_arrival_or_departure_time")
      } else if rows.timepoints[row] == 1, arrival < 0 {
        addNotice("stop_time_timepoint_without_times")
      }
      let first = arrival >= 0 ? arrival : departure
      if first >= 0 {
        if first < lastDeparture {
          addNotice("stop_time_with_arrival_before_previous_departure_time")
        }
        if arrival >= 0, departure >= 0, departure < arrival {
          addNotice("start_and_end_range_out_of_order")
        }
        lastDeparture = departure >= 0 ? departure : arrival
      }
      if rows.distances[row] >= 0 {
        if rows.distances[row] <= lastDistance {
          addNotice("decreasing_or_equal_stop_time_distance")
        }
        lastDistance = rows.distances[row]
      }
      previous = row
    }
    checkDistance(lastDistance, trip: trip, stop: rows.stops[last])
  }

  /// Adds a notice about a trip that is longer than its shape.
  private mutating func checkDistance(_ distance: Double, trip: Int, stop: Int32) {
    guard let shape = tripDrafts[trip].shape, let length = shapeLengths[shape], distance > length,
      stop >= 0, let end = network.shapes[shape].last,
      let position = network.stops[Int(stop)].coordinate
    else { return }
    // The canonical validator's threshold, in meters.
    let isFar = end.distance(to: position) >= 11.1
    log.add(
      "trip_distance_exceeds_shape_distance" + (isFar ? "" : "_below_threshold"), "trips.txt",
      line: tripDrafts[trip].line, tripKeys[trip])
  }

  /// Adds a trip that journeys can use, and its pattern if that is new.
  ///
  /// - Returns: The first and the last minute of the trip; nil if it can't be used.
  private mutating func addTrip(
    _ draft: TripDraft, _ tripRows: ArraySlice<Int>, _ rows: StopTimeColumns,
    _ patterns: inout [TransitNetwork.Pattern: Int]
  ) -> ClosedRange<Int>? {
    guard tripRows.count > 1, draft.route >= 0, draft.service >= 0, !draft.hasUnknownStop,
      !draft.runsByFrequency || !draft.frequencies.isEmpty,
      tripRows.allSatisfy({
        rows.stops[$0] >= 0 && network.stops[Int(rows.stops[$0])].kind == .platform
      }),
      let times = StopTimeInterpolation.minutes(
        arrivals: tripRows.map { rows.arrivals[$0] },
        departures: tripRows.map { rows.departures[$0] }),
      let first = times.arrivals.first, let last = times.arrivals.last
    else { return nil }
    let pattern = TransitNetwork.Pattern(
      route: draft.route, stops: tripRows.map { rows.stops[$0] },
      pickupDropOff: tripRows.map { rows.pickupDropOff[$0] })
    let number = patterns[pattern] ?? network.patterns.count
    if number == network.patterns.count {
      patterns[pattern] = number
      network.patterns.append(pattern)
    }
    network.trips.append(
      TransitNetwork.Trip(
        pattern: number, service: draft.service, direction: draft.direction, shape: draft.shape,
        isEstimated: tripRows.allSatisfy { rows.timepoints[$0] == 0 },
        firstTime: network.arrivals.count, frequencies: draft.frequencies))
    network.arrivals += times.arrivals
    network.departures += times.departures
    return Int(first)...Int(last)
  }

  /// Marks the route of a trip on request, with the first booking text that the feed has for it.
  private mutating func setBooking(from draft: TripDraft) {
    guard draft.route >= 0 else { return }
    let known = network.routes[draft.route].booking ?? ""
    network.routes[draft.route].booking = known.isEmpty ? draft.booking ?? "" : known
  }

  private struct ServicePair: Hashable {
    var first: Int
    var second: Int
  }

  /// Adds notices about trips of one block (one vehicle) that overlap in time on a common day.
  private mutating func checkBlocks(_ blocks: [String: [(trip: Int, start: Int, end: Int)]]) {
    var known: [ServicePair: Bool] = [:]
    for (block, trips) in blocks.sorted(by: { $0.key < $1.key }) where trips.count > 1 {
      let order = trips.sorted { ($0.start, $0.end, $0.trip) < ($1.start, $1.end, $1.trip) }
      for (first, second) in zip(order, order.dropFirst())
      where second.start < first.end && second.end > first.start {
        let pair = ServicePair(
          first: tripDrafts[first.trip].service, second: tripDrafts[second.trip].service)
        let meets =
          known[pair] ?? network.services[pair.first].sharesDay(with: network.services[pair.second])
        known[pair] = meets
        guard meets else { continue }
        log.add(
          "block_trips_with_overlapping_stop_times", "trips.txt",
          line: tripDrafts[second.trip].line, "block '\(block)'")
      }
    }
  }
}

extension TransitNetwork.Service {
  /// Whether both services run on the same day at least once.
  fileprivate func sharesDay(with other: TransitNetwork.Service) -> Bool {
    if self == other { return true }
    let days = (ranges + other.ranges).reduce(into: added.union(other.added)) {
      // Two weeks of each range show every combination of weekdays.
      $0.formUnion($1.days.lowerBound...min($1.days.upperBound, $1.days.lowerBound + 13))
    }
    return days.contains { runs(on: $0) && other.runs(on: $0) }
  }
}

/// Completes the stop times of a trip.
enum StopTimeInterpolation {
  /// The times at all stops in whole minutes. Seconds are cut off.
  ///
  /// A missing time is interpolated between its neighbors by the number of stops.
  ///
  /// - Parameters:
  ///   - arrivals: Seconds; -1: missing. So `departures`.
  /// - Returns: nil if the first or the last stop has no time, or if times decrease.
  static func minutes(
    arrivals: [Int32], departures: [Int32]
  ) -> (arrivals: [Int32], departures: [Int32])? {
    var arrivals = arrivals.map { $0 < 0 ? -1 : $0 / 60 }
    var departures = departures.map { $0 < 0 ? -1 : $0 / 60 }
    let count = arrivals.count
    for index in 0..<count {
      if arrivals[index] < 0 { arrivals[index] = departures[index] }
      if departures[index] < 0 { departures[index] = arrivals[index] }
    }
    guard count > 1, arrivals[0] >= 0, arrivals[count - 1] >= 0 else { return nil }
    // Fills each run of stops without times between the stops `index - 1` and `end`.
    var index = 1
    while index < count {
      guard arrivals[index] < 0 else {
        index += 1
        continue
      }
      var end = index
      while arrivals[end] < 0 { end += 1 }
      let from = departures[index - 1]
      let difference = arrivals[end] - from
      guard difference >= 0 else { return nil }
      for place in index..<end {
        let value = from + difference * Int32(place - index + 1) / Int32(end - index + 1)
        arrivals[place] = value
        departures[place] = value
      }
      index = end
    }
    for index in 0..<count {
      if departures[index] < arrivals[index] { return nil }
      if index > 0, arrivals[index] < departures[index - 1] { return nil }
    }
    return (arrivals, departures)
  }
}
