import AlmanacModel

/// The rows of stop_times.txt, a column each.
private struct StopTimeColumns {
  var trips: [Int32] = []
  var sequences: [Int32] = []
  var stops: [Int32] = []
  /// Seconds after the start of the service day; -1: none.
  var arrivals: [Int32] = []
  var departures: [Int32] = []
  var rights: [UInt8] = []
  /// -1: none, 0: approximate, 1: exact.
  var timepoints: [Int8] = []
  var distances: [Double] = []
  var lines: [Int32] = []
}

extension TransitFeedReader {
  mutating func readStopTimes() {
    var rows = StopTimeColumns()
    readRows(into: &rows)
    guard !isRefused else { return }

    // A stable counting sort by trip: most feeds are sorted already.
    var starts = Array(repeating: 0, count: tripDrafts.count + 1)
    for trip in rows.trips { starts[Int(trip) + 1] += 1 }
    for trip in tripDrafts.indices { starts[trip + 1] += starts[trip] }
    var order = Array(repeating: Int32(0), count: rows.trips.count)
    var next = starts
    for (row, trip) in rows.trips.enumerated() {
      order[next[Int(trip)]] = Int32(row)
      next[Int(trip)] += 1
    }
    var isStopUsed = Array(repeating: false, count: network.stops.count)
    for stop in rows.stops where stop >= 0 { isStopUsed[Int(stop)] = true }
    for (stop, isUsed) in isStopUsed.enumerated()
    where !isUsed && network.stops[stop].kind == .platform {
      log.add(
        "stop_without_stop_time", .warning, "stops.txt",
        "no trip calls at '\(network.stops[stop].id)'")
    }
    var patterns: [TransitNetwork.Pattern: Int] = [:]
    var blocks: [String: [(trip: Int, start: Int, end: Int)]] = [:]
    for trip in tripDrafts.indices {
      var places = Array(order[starts[trip]..<starts[trip + 1]]).map(Int.init)
      if zip(places, places.dropFirst()).contains(where: { rows.sequences[$0] > rows.sequences[$1] }
      ) {
        places.sort { (rows.sequences[$0], rows.lines[$0]) < (rows.sequences[$1], rows.lines[$1]) }
      }
      check(places, of: rows, trip: trip)
      if tripDrafts[trip].isFlexible { continue }
      if let span = addTrip(trip, places, rows, &patterns), let block = tripDrafts[trip].block,
        tripDrafts[trip].frequencies.isEmpty
      {
        blocks[block, default: []].append((trip, span.lowerBound, span.upperBound))
      }
    }
    checkBlocks(blocks)
  }

  private mutating func readRows(into rows: inout StopTimeColumns) {
    guard var table = table("stop_times.txt", &log) else { return }
    let field = { (name: String) in table.field(name) }
    let (sequence, arrival, departure) = (
      field("stop_sequence"), field("arrival_time"), field("departure_time")
    )
    let (stop, group, location) = (
      field("stop_id"), field("location_group_id"), field("location_id")
    )
    let (windowStart, windowEnd) = (
      field("start_pickup_drop_off_window"), field("end_pickup_drop_off_window")
    )
    let (pickup, dropOff) = (field("pickup_type"), field("drop_off_type"))
    let (timepoint, distance) = (field("timepoint"), field("shape_dist_traveled"))
    let booking = field("pickup_booking_rule_id")
    var lastTrip = -1
    var count = 0
    while table.next(&log) {
      count += 1
      guard count <= limits.stopTimes else {
        log.add(
          "too_many_rows", table.file, line: table.line,
          "the table has more than \(limits.stopTimes) rows; the feed is refused")
        isRefused = true
        return
      }
      let key = table.range(0)
      if lastTrip < 0 || !tripKeys.isKey(lastTrip, table.bytes, key) {
        lastTrip = reference("trip_id", in: table, to: tripKeys, of: "trips.txt") ?? -1
      }
      let isFlexible =
        !table.isEmpty(group) || !table.isEmpty(location) || !table.isEmpty(windowStart)
        || !table.isEmpty(windowEnd)
      if isFlexible {
        checkFlexible(
          table, stop: stop, windows: (windowStart, windowEnd), places: (group, location))
        if lastTrip >= 0 {
          tripDrafts[lastTrip].isFlexible = true
          let text = table.text(booking).flatMap { bookings[$0] }
          tripDrafts[lastTrip].booking = tripDrafts[lastTrip].booking ?? text
        }
      }
      var number = -1
      if !table.isEmpty(stop) {
        number = reference("stop_id", in: table, to: stopKeys, of: "stops.txt") ?? -1
      } else if !isFlexible {
        log.add(
          "missing_required_field", table.file, line: table.line, "'stop_id' is empty; fill it in")
      }
      guard lastTrip >= 0, let order = table.number(sequence) else { continue }
      let pickupType = table.number(pickup) ?? 0
      let dropOffType = table.number(dropOff) ?? 0
      rows.trips.append(Int32(lastTrip))
      rows.sequences.append(Int32(truncatingIfNeeded: order))
      rows.stops.append(Int32(number))
      rows.arrivals.append(Int32(table.number(arrival) ?? -1))
      rows.departures.append(Int32(table.number(departure) ?? -1))
      // Types 1 and 2: none, and only if booked.
      rows.rights.append(
        (pickupType == 0 || pickupType == 3 ? TransitNetwork.Pattern.canBoard : 0)
          | (dropOffType == 0 || dropOffType == 3 ? TransitNetwork.Pattern.canLeave : 0))
      rows.timepoints.append(Int8(table.number(timepoint) ?? -1))
      rows.distances.append(table.decimal(distance) ?? -1)
      rows.lines.append(Int32(truncatingIfNeeded: table.line))
    }
  }

  private mutating func checkFlexible(
    _ table: CheckedTable, stop: Int, windows: (Int, Int), places: (Int, Int)
  ) {
    if [stop, places.0, places.1].filter({ !table.isEmpty($0) }).count > 1 {
      log.add(
        "forbidden_geography_id", table.file, line: table.line,
        "a row names more than one of stop, group and location; leave one")
    }
    if table.isEmpty(windows.0) != table.isEmpty(windows.1) {
      log.add(
        "missing_pickup_or_drop_off_window", table.file, line: table.line,
        "the window has only one end; add the other")
    } else if let start = table.number(windows.0), let end = table.number(windows.1), start >= end {
      log.add(
        "invalid_pickup_drop_off_window", table.file, line: table.line,
        "the window ends before it starts; correct it")
    }
  }

  /// Notices what is wrong with the rows of a trip, which are in order of their sequence.
  private mutating func check(_ places: [Int], of rows: StopTimeColumns, trip: Int) {
    let file = "stop_times.txt"
    if places.isEmpty {
      log.add(
        "unused_trip", .warning, "trips.txt", line: tripDrafts[trip].line,
        "trip '\(tripKeys[trip])' has no stop times")
      return
    }
    if places.count == 1, !tripDrafts[trip].isFlexible {
      log.add(
        "unusable_trip", .warning, "trips.txt", line: tripDrafts[trip].line,
        "trip '\(tripKeys[trip])' has a single stop")
    }
    var lastDeparture = Int32(-1)
    var lastDistance = -1.0
    for (index, row) in places.enumerated() {
      let (arrival, departure) = (rows.arrivals[row], rows.departures[row])
      let line = Int(rows.lines[row])
      if index > 0, rows.sequences[places[index - 1]] == rows.sequences[row] {
        log.add(
          "duplicate_key", file, line: line,
          "trip '\(tripKeys[trip])' has one 'stop_sequence' twice; correct it")
      }
      if rows.stops[row] >= 0, network.stops[Int(rows.stops[row])].kind != .platform {
        log.add(
          "location_with_unexpected_stop_time", file, line: line,
          "a trip calls at a location that is no stop; correct 'stop_id'")
      }
      let isEdge = index == 0 || index == places.count - 1
      if isEdge, arrival < 0 || departure < 0, !tripDrafts[trip].isFlexible {
        let missing = (arrival < 0 ? 1 : 0) + (departure < 0 ? 1 : 0)
        for _ in 0..<missing {
          log.add(
            "missing_trip_edge", file, line: line,
            "the first and the last stop of trip '\(tripKeys[trip])' need both times; add them")
        }
      } else if (arrival < 0) != (departure < 0) {
        log.add(
          "stop_time_with_only_arrival_or_departure_time", file, line: line,
          "only one of arrival and departure is there; add the other")
      } else if rows.timepoints[row] == 1, arrival < 0 {
        log.add(
          "stop_time_timepoint_without_times", file, line: line,
          "'timepoint' is 1 although the row has no times; add them")
      }
      let first = arrival >= 0 ? arrival : departure
      if first >= 0 {
        if first < lastDeparture {
          log.add(
            "stop_time_with_arrival_before_previous_departure_time", file, line: line,
            "trip '\(tripKeys[trip])' arrives before it left the stop before; correct the times")
        }
        if arrival >= 0, departure >= 0, departure < arrival {
          log.add(
            "start_and_end_range_out_of_order", file, line: line,
            "the departure is before the arrival; correct the times")
        }
        lastDeparture = departure >= 0 ? departure : arrival
      }
      if rows.distances[row] >= 0 {
        if rows.distances[row] <= lastDistance {
          log.add(
            "decreasing_or_equal_stop_time_distance", file, line: line,
            "'shape_dist_traveled' does not increase along trip '\(tripKeys[trip])'; correct it")
        }
        lastDistance = rows.distances[row]
      }
    }
    checkDistance(lastDistance, trip: trip, stop: rows.stops[places[places.count - 1]])
  }

  private mutating func checkDistance(_ distance: Double, trip: Int, stop: Int32) {
    guard let shape = tripDrafts[trip].shape, let length = shapeLengths[shape], distance > length,
      stop >= 0, let end = network.shapes[shape].last,
      let position = network.stops[Int(stop)].coordinate
    else { return }
    // The canonical validator's threshold, in meters.
    let isFar = end.distance(to: position) >= 11.1
    log.add(
      isFar
        ? "trip_distance_exceeds_shape_distance"
        : "trip_distance_exceeds_shape_distance_below_threshold",
      isFar ? .error : .warning, "trips.txt", line: tripDrafts[trip].line,
      "trip '\(tripKeys[trip])' is longer than its shape; correct 'shape_dist_traveled'")
  }

  /// Adds a trip that journeys can use, and returns its first and last minute; nil for others.
  private mutating func addTrip(
    _ trip: Int, _ places: [Int], _ rows: StopTimeColumns,
    _ patterns: inout [TransitNetwork.Pattern: Int]
  ) -> ClosedRange<Int>? {
    let draft = tripDrafts[trip]
    guard places.count > 1, draft.route >= 0, draft.service >= 0,
      places.allSatisfy({
        rows.stops[$0] >= 0 && network.stops[Int(rows.stops[$0])].kind == .platform
      }),
      let times = StopTimeFill.minutes(
        arrivals: places.map { rows.arrivals[$0] }, departures: places.map { rows.departures[$0] })
    else { return nil }
    let pattern = TransitNetwork.Pattern(
      route: draft.route, stops: places.map { rows.stops[$0] },
      rights: places.map { rows.rights[$0] })
    let number: Int
    if let known = patterns[pattern] {
      number = known
    } else {
      number = network.patterns.count
      patterns[pattern] = number
      network.patterns.append(pattern)
    }
    network.trips.append(
      TransitNetwork.Trip(
        pattern: number, service: draft.service, headsign: draft.headsign,
        direction: draft.direction, shape: draft.shape,
        isEstimated: places.allSatisfy { rows.timepoints[$0] == 0 },
        firstTime: network.arrivals.count, frequencies: draft.frequencies))
    network.arrivals.append(contentsOf: times.arrivals)
    network.departures.append(contentsOf: times.departures)
    return Int(times.arrivals[0])...Int(times.arrivals[places.count - 1])
  }

  private mutating func checkBlocks(_ blocks: [String: [(trip: Int, start: Int, end: Int)]]) {
    for (block, trips) in blocks.sorted(by: { $0.key < $1.key }) where trips.count > 1 {
      let order = trips.sorted { ($0.start, $0.end, $0.trip) < ($1.start, $1.end, $1.trip) }
      for (first, second) in zip(order, order.dropFirst())
      where second.start < first.end && second.end > first.start
        && network.services[tripDrafts[first.trip].service]
          .meets(network.services[tripDrafts[second.trip].service])
      {
        log.add(
          "block_trips_with_overlapping_stop_times", "trips.txt",
          line: tripDrafts[second.trip].line,
          "two trips of block '\(block)' are under way at one time; correct the block")
      }
    }
    for draft in tripDrafts where draft.isFlexible && draft.route >= 0 {
      let known = network.routes[draft.route].booking ?? ""
      network.routes[draft.route].booking = known.isEmpty ? draft.booking ?? "" : known
    }
  }
}

extension TransitNetwork.Service {
  /// Whether both services run on some day.
  fileprivate func meets(_ other: TransitNetwork.Service) -> Bool {
    if self == other { return true }
    let days = (ranges.map(\.days) + other.ranges.map(\.days)).reduce(into: Set<Int>()) {
      // Two weeks of each range show every combination of weekdays.
      $0.formUnion($1.lowerBound...min($1.upperBound, $1.lowerBound + 13))
    }
    return days.union(added).union(other.added).contains { runs(on: $0) && other.runs(on: $0) }
  }
}

/// Completes the times of a trip.
enum StopTimeFill {
  /// Whole minutes for all stops, or nil if the trip can't be used: its first or last stop has no
  /// time, or it goes back in time.
  ///
  /// A missing time is interpolated between its neighbors by the number of stops. -1 means missing.
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
