import AlmanacModel

// Shapes, trips, frequencies and transfers.
extension TransitFeedReader {
  mutating func readShapes() {
    struct Point {
      var shape: Int32
      var sequence: Int
      var position: Coordinate
      var distance: Double?
      var line: Int32
    }
    var points: [Point] = []
    var isOrdered = true
    forEachRow(of: "shapes.txt", limit: limits.shapePoints) { reader, table in
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
        Point(
          shape: shape, sequence: sequence, position: position, distance: table.decimal(4),
          line: Int32(truncatingIfNeeded: table.line)))
    }
    if !isOrdered {
      points.sort { ($0.shape, $0.sequence, $0.line) < ($1.shape, $1.sequence, $1.line) }
    }
    network.shapes = Array(repeating: [], count: shapeKeys.count)
    shapeLengths = Array(repeating: nil, count: shapeKeys.count)
    for index in points.indices {
      let point = points[index]
      network.shapes[Int(point.shape)].append(point.position)
      if let distance = point.distance { shapeLengths[Int(point.shape)] = distance }
      guard index > 0, points[index - 1].shape == point.shape else { continue }
      let previous = points[index - 1]
      if previous.sequence == point.sequence {
        log.add(
          "duplicate_key", "shapes.txt", line: Int(point.line),
          "two points of a shape have one sequence number; correct it")
      }
      guard let from = previous.distance, let to = point.distance, to <= from else { continue }
      if to < from {
        log.add(
          "decreasing_shape_distance", "shapes.txt", line: Int(point.line),
          "the distance along the shape decreases; correct 'shape_dist_traveled'")
      } else if previous.position != point.position {
        // The canonical validator's threshold, in meters.
        let isFar = previous.position.distance(to: point.position) >= 1.11
        log.add(
          isFar
            ? "equal_shape_distance_diff_coordinates"
            : "equal_shape_distance_diff_coordinates_distance_below_threshold",
          isFar ? .error : .warning, "shapes.txt", line: Int(point.line),
          "two different points have one distance along the shape; correct it")
      } else {
        log.add(
          "equal_shape_distance_same_coordinates", .warning, "shapes.txt", line: Int(point.line),
          "a point of the shape is there twice")
      }
    }
    for (shape, line) in network.shapes.enumerated() where line.count == 1 {
      log.add(
        "single_shape_point", .warning, "shapes.txt",
        "shape '\(shapeKeys[shape])' has a single point")
    }
  }

  mutating func readTrips() {
    forEachRow(of: "trips.txt") { reader, table in
      let route = reader.reference("route_id", in: table, to: reader.routeKeys, of: "routes.txt")
      let service = reader.reference(
        "service_id", in: table, to: reader.serviceKeys, of: "calendar.txt")
      let shape = reader.reference("shape_id", in: table, to: reader.shapeKeys, of: "shapes.txt")
      guard Self.enter("trip_id", of: table, into: &reader.tripKeys, &reader.log) != nil else {
        return
      }
      reader.tripDrafts.append(
        TripDraft(
          route: route ?? -1, service: service ?? -1,
          headsign: table.text(table.field("trip_headsign")),
          direction: table.number(table.field("direction_id")), shape: shape,
          block: table.text(table.field("block_id")), line: table.line))
    }
    var isUsed = Array(repeating: false, count: shapeKeys.count)
    for trip in tripDrafts { if let shape = trip.shape { isUsed[shape] = true } }
    for (shape, isUsed) in isUsed.enumerated() where !isUsed {
      log.add(
        "unused_shape", .warning, "shapes.txt", "no trip has shape '\(shapeKeys[shape])'")
    }
  }

  mutating func readFrequencies() {
    var lines: [[Int]] = Array(repeating: [], count: tripDrafts.count)
    forEachRow(of: "frequencies.txt") { reader, table in
      let trip = reader.reference("trip_id", in: table, to: reader.tripKeys, of: "trips.txt")
      guard let trip, let start = table.number(table.field("start_time")),
        let end = table.number(table.field("end_time")),
        let headway = table.number(table.field("headway_secs"))
      else { return }
      if start == end {
        reader.log.add(
          "start_and_end_range_equal", table.file, line: table.line,
          "start and end are one time, so that no trip departs; correct them")
      } else if start > end {
        reader.log.add(
          "start_and_end_range_out_of_order", table.file, line: table.line,
          "the end is before the start; correct them")
      }
      if reader.tripDrafts[trip].frequencies.contains(where: { $0.start == start }) {
        Self.noticeDuplicate("trip_id", table, &reader.log)
      }
      reader.tripDrafts[trip].frequencies.append(
        TransitNetwork.Frequency(
          start: start, end: end, headway: headway, headwayRange: headway...headway,
          isExact: table.number(table.field("exact_times")) == 1))
      lines[trip].append(table.line)
    }
    for (trip, draft) in tripDrafts.enumerated() where draft.frequencies.count > 1 {
      let order = draft.frequencies.indices.sorted {
        draft.frequencies[$0].start < draft.frequencies[$1].start
      }
      for (first, second) in zip(order, order.dropFirst()) {
        let (earlier, later) = (draft.frequencies[first], draft.frequencies[second])
        if later.start < earlier.end, earlier.start != later.start {
          log.add(
            "overlapping_frequency", "frequencies.txt", line: lines[trip][second],
            "two rows of trip '\(tripKeys[trip])' overlap; correct their times")
        }
      }
    }
  }

  mutating func readTransfers() {
    forEachRow(of: "transfers.txt") { reader, table in
      let from = reader.reference("from_stop_id", in: table, to: reader.stopKeys, of: "stops.txt")
      let to = reader.reference("to_stop_id", in: table, to: reader.stopKeys, of: "stops.txt")
      for field in ["from_trip_id", "to_trip_id"] {
        _ = reader.reference(field, in: table, to: reader.tripKeys, of: "trips.txt")
      }
      for field in ["from_route_id", "to_route_id"] {
        _ = reader.reference(field, in: table, to: reader.routeKeys, of: "routes.txt")
      }
      // Type 3 forbids a change; types 4 and 5 are about staying seated.
      guard let from, let to, (table.number(table.field("transfer_type")) ?? 0) <= 2 else { return }
      for stop in [from, to] where reader.network.stops[stop].kind.rawValue > 1 {
        reader.log.add(
          "transfer_with_invalid_stop_location_type", table.file, line: table.line,
          "'\(reader.network.stops[stop].id)' is neither a stop nor a station; correct it")
        return
      }
      let seconds = table.number(table.field("min_transfer_time")) ?? 0
      for first in reader.platforms(of: from) {
        for second in reader.platforms(of: to) where first != second {
          reader.network.footpaths.append(
            TransitNetwork.Footpath(from: first, to: second, minutes: (seconds + 59) / 60))
        }
      }
    }
  }

  /// The stop itself, or those of a station.
  private func platforms(of stop: Int) -> [Int] {
    guard network.stops[stop].kind == .station else { return [stop] }
    return network.stops.indices.filter {
      network.stops[$0].parent == stop && network.stops[$0].kind == .platform
    }
  }
}
