import AlmanacModel

// Reads shapes, trips, frequencies and transfers.
extension TransitFeedReader {
  /// Upper bound of `min_transfer_time`: a week, longer than any journey.
  private static let maxChangeMinutes = 10_080

  private struct ShapePoint {
    var shape: Int32
    var sequence: Int
    var position: Coordinate
    var distance: Double?
    var line: Int
  }

  mutating func readShapes() {
    var points: [ShapePoint] = []
    var isOrdered = true
    forEachRow(of: "shapes.txt", limit: limits.shapePoints) { reader, table in
      // Shapes are the longest table: its fields are read by their position in ``FieldRule``.
      let range = table.range(0)
      guard !range.isEmpty, let sequence = table.number(1), let latitude = table.decimal(2),
        let longitude = table.decimal(3),
        let position = Coordinate(latitude: latitude, longitude: longitude)
      else { return }
      let shape: Int32
      if let last = points.last, reader.shapeKeys.isKey(Int(last.shape), table.bytes, range) {
        shape = last.shape
      } else {
        shape = Int32(reader.shapeKeys.insert(table.bytes, range).number)
      }
      if let last = points.last, (last.shape, last.sequence) >= (shape, sequence) {
        isOrdered = false
      }
      points.append(
        ShapePoint(
          shape: shape, sequence: sequence, position: position, distance: table.decimal(4),
          line: table.line))
    }
    // Most feeds list points in order already.
    if !isOrdered {
      points.sort { ($0.shape, $0.sequence, $0.line) < ($1.shape, $1.sequence, $1.line) }
    }
    network.shapes = Array(repeating: [], count: shapeKeys.count)
    shapeLengths = Array(repeating: nil, count: shapeKeys.count)
    var previous: ShapePoint?
    for point in points {
      network.shapes[Int(point.shape)].append(point.position)
      if let distance = point.distance { shapeLengths[Int(point.shape)] = distance }
      if let previous, previous.shape == point.shape { check(previous, point) }
      previous = point
    }
    for (shape, line) in network.shapes.enumerated() where line.count == 1 {
      log.add("single_shape_point", "shapes.txt", shapeKeys[shape])
    }
  }

  /// Adds notices about two successive points of a shape.
  private mutating func check(_ previous: ShapePoint, _ point: ShapePoint) {
    if previous.sequence == point.sequence {
      log.add("duplicate_key", "shapes.txt", line: point.line, "'shape_pt_sequence'")
    }
    guard let from = previous.distance, let to = point.distance, to <= from else { return }
    let code: String
    if to < from {
      code = "decreasing_shape_distance"
    } else if previous.position == point.position {
      code = "equal_shape_distance_same_coordinates"
    } else {
      // The canonical validator's threshold, in meters.
      let isFar = previous.position.distance(to: point.position) >= 1.11
      code =
        "equal_shape_distance_diff_coordinates" + (isFar ? "" : "_distance_below_threshold")
    }
    log.add(code, "shapes.txt", line: point.line, shapeKeys[Int(point.shape)])
  }

  mutating func readTrips() {
    forEachRow(of: "trips.txt") { reader, table in
      let route = reader.reference("route_id", in: table, to: \.routeKeys, of: "routes.txt")
      let service = reader.reference(
        "service_id", in: table, to: \.serviceKeys, of: "calendar.txt")
      let shape = reader.reference("shape_id", in: table, to: \.shapeKeys, of: "shapes.txt")
      guard reader.insertKey(of: table, into: \.tripKeys) != nil else { return }
      reader.tripDrafts.append(
        TripDraft(
          route: route.flatMap { reader.routesInOtherZones.contains($0) ? nil : $0 } ?? -1,
          service: service ?? -1, direction: table.number("direction_id"),
          shape: shape, block: table.text("block_id"), line: table.line))
    }
    let used = Set(tripDrafts.compactMap(\.shape))
    for shape in network.shapes.indices where !used.contains(shape) {
      log.add("unused_shape", "shapes.txt", shapeKeys[shape])
    }
  }

  mutating func readFrequencies() {
    var lines: [[Int]] = Array(repeating: [], count: tripDrafts.count)
    forEachRow(of: "frequencies.txt") { reader, table in
      let trip = reader.reference("trip_id", in: table, to: \.tripKeys, of: "trips.txt")
      guard let trip else { return }
      reader.tripDrafts[trip].runsByFrequency = true
      guard let start = table.number("start_time"), let end = table.number("end_time"),
        let headway = table.number("headway_secs")
      else { return }
      if start >= end {
        reader.log.add(
          start == end ? "start_and_end_range_equal" : "start_and_end_range_out_of_order", table)
      }
      reader.tripDrafts[trip].frequencies.append(
        TransitNetwork.Frequency(
          start: start, end: end, headway: headway, headwayRange: headway...headway,
          isExact: table.number("exact_times") == 1))
      lines[trip].append(table.line)
    }
    // Rows of one trip, in order of their starts, must not overlap.
    for (trip, draft) in tripDrafts.enumerated() where draft.frequencies.count > 1 {
      let order = zip(draft.frequencies, lines[trip]).sorted { $0.0.start < $1.0.start }
      for ((earlier, _), (later, line)) in zip(order, order.dropFirst())
      where later.start < earlier.end || later.start == earlier.start {
        let code = later.start == earlier.start ? "duplicate_key" : "overlapping_frequency"
        log.add(code, "frequencies.txt", line: line, "trip '\(tripKeys[trip])'")
      }
    }
  }

  mutating func readTransfers() {
    let platforms = platformsOfStops()
    forEachRow(of: "transfers.txt") { reader, table in
      let from = reader.reference("from_stop_id", in: table, to: \.stopKeys, of: "stops.txt")
      let to = reader.reference("to_stop_id", in: table, to: \.stopKeys, of: "stops.txt")
      for end in ["from", "to"] {
        _ = reader.reference("\(end)_trip_id", in: table, to: \.tripKeys, of: "trips.txt")
        _ = reader.reference("\(end)_route_id", in: table, to: \.routeKeys, of: "routes.txt")
      }
      // Type 3 forbids a change. Types 4 and 5 concern riders that remain seated.
      guard let from, let to, let type = table.choice("transfer_type"), type <= 3 else { return }
      for stop in [from, to] where reader.network.stops[stop].kind.rawValue > 1 {
        return reader.log.add(
          "transfer_with_invalid_stop_location_type", table, reader.network.stops[stop].id)
      }
      let count = platforms[from].count * platforms[to].count
      let known = reader.network.footpaths.count + reader.network.forbiddenChanges.count
      guard known + count <= reader.limits.rows else {
        return reader.reject(table.file, line: table.line)
      }
      // A rule for some trips or routes does not limit the change between others.
      let isGeneral = ["from_trip_id", "to_trip_id", "from_route_id", "to_route_id"]
        .allSatisfy(table.isEmpty)
      let minutes = table.number("min_transfer_time").map {
        min(($0 + 59) / 60, Self.maxChangeMinutes)
      }
      for first in platforms[from] {
        for second in platforms[to] {
          if type == 3 {
            guard isGeneral else { continue }
            reader.network.forbiddenChanges.insert(
              TransitNetwork.StopPair(from: first, to: second))
          } else if first != second {
            reader.network.footpaths.append(
              TransitNetwork.Footpath(
                from: first, to: second,
                minutes: minutes
                  ?? (type == 1 ? 0 : reader.walkingMinutes(from: first, to: second))))
          } else if isGeneral, reader.network.changeMinutes[first] == nil {
            reader.network.changeMinutes[first] = minutes
          }
        }
      }
    }
  }

  /// The estimated walk between two stops; 0 if the position of one is unknown.
  private func walkingMinutes(from: Int, to: Int) -> Int {
    guard let one = network.stops[from].coordinate, let other = network.stops[to].coordinate
    else { return 0 }
    return Walking.minutes(meters: one.distance(to: other))
  }

  /// For each stop its own number, or for a station those of its platforms. O(stops).
  private func platformsOfStops() -> [[Int]] {
    var platforms = network.stops.indices.map { network.stops[$0].kind == .station ? [] : [$0] }
    for (number, stop) in network.stops.enumerated() where stop.kind == .platform {
      if let parent = stop.parent { platforms[parent].append(number) }
    }
    return platforms
  }
}
