import AlmanacModel
import AlmanacTime

// Reads the tables that other tables refer to, and fares, bookings and feed_info.txt.
extension TransitFeedReader {
  mutating func readAgencies() {
    forEachRow(of: "agency.txt") { reader, table in
      let isNew = reader.agencyKeys.insert(table.bytes, table.range(0)).isNew
      guard isNew else { return reader.addDuplicateNotice(table) }
      let zone = table.text("agency_timezone") ?? ""
      if let first = reader.network.agencies.first {
        if first.zone != zone {
          reader.log.add("inconsistent_agency_timezone", table, "'\(zone)', not '\(first.zone)'")
        }
        if table.isEmpty(0) { reader.log.add("missing_required_agency_id", table) }
      } else if let known = ZoneDatabase.system.zone(named: zone) {
        reader.network.zones = [known]
      } else {
        // The feed's times have no meaning without a zone.
        reader.isRejected = true
      }
      reader.network.agencies.append(
        TransitNetwork.Agency(name: table.text("agency_name") ?? "", zone: zone))
    }
  }

  mutating func readStops() {
    var parents: [(stop: Int, key: [UInt8], line: Int)] = []
    forEachRow(of: "stops.txt") { reader, table in
      guard reader.insertKey(of: table, into: \.stopKeys) != nil else { return }
      let kind =
        table.number("location_type").flatMap(TransitNetwork.Stop.Kind.init) ?? .platform
      let name = table.text("stop_name")
      let position = reader.position(table)
      if kind.rawValue <= 2 {
        if table.decimal("stop_lat") == nil || table.decimal("stop_lon") == nil {
          reader.log.add("stop_without_location", table)
        }
        if name == nil { reader.log.add("missing_stop_name", table) }
      }
      let parent = table.range("parent_station")
      if !parent.isEmpty {
        parents.append((reader.network.stops.count, Array(table.bytes[parent]), table.line))
      } else if kind.rawValue >= 2 {
        reader.log.add("location_without_parent_station", table)
      }
      let id = table.text("stop_id") ?? ""
      let wheelchair = table.number("wheelchair_boarding")
      reader.network.stops.append(
        TransitNetwork.Stop(
          id: id, code: table.text("stop_code"), name: name ?? id, coordinate: position,
          kind: kind, fareZone: reader.fareZone("zone_id", in: table),
          isAccessible: wheelchair == 1 ? true : wheelchair == 2 ? false : nil))
    }
    // A parent may be in a later row.
    for (stop, key, line) in parents { setParent(of: stop, key: key, line: line) }
  }

  /// Sets the parent of a stop, or adds a notice if it can't be its parent. A stop without
  /// `wheelchair_boarding` has that of its parent.
  ///
  /// - Parameter key: The value of `parent_station`.
  private mutating func setParent(of stop: Int, key: [UInt8], line: Int) {
    let kind = network.stops[stop].kind
    if kind == .station {
      log.add("station_with_parent_station", "stops.txt", line: line)
    } else if let parent = stopKeys.find(key, key.indices) {
      // A boarding area belongs to a platform, other locations to a station.
      if network.stops[parent].kind == (kind == .boardingArea ? .platform : .station) {
        network.stops[stop].parent = parent
        network.stops[stop].isAccessible =
          network.stops[stop].isAccessible ?? network.stops[parent].isAccessible
      } else {
        log.add("wrong_parent_location_type", "stops.txt", line: line)
      }
    } else {
      log.add(
        "foreign_key_violation", "stops.txt", line: line,
        "'parent_station' is '\(String(decoding: key, as: UTF8.self))'")
    }
  }

  /// The position of a stop; nil with a notice for points that mean "unknown".
  private mutating func position(_ table: CheckedTable) -> Coordinate? {
    guard let latitude = table.decimal("stop_lat"), let longitude = table.decimal("stop_lon")
    else { return nil }
    if abs(latitude) <= 1, abs(longitude) <= 1 {
      log.add("point_near_origin", table)
      return nil
    }
    if abs(latitude) >= 89 {
      log.add("point_near_pole", table)
      return nil
    }
    return Coordinate(latitude: latitude, longitude: longitude)
  }

  mutating func readRoutes() {
    forEachRow(of: "routes.txt") { reader, table in
      let agency = reader.reference("agency_id", in: table, to: \.agencyKeys, of: "agency.txt")
      guard reader.insertKey(of: table, into: \.routeKeys) != nil else { return }
      let short = table.text("route_short_name")
      let long = table.text("route_long_name")
      if short == nil, long == nil {
        reader.log.add("route_both_short_and_long_name_missing", table)
      }
      let isAlone = reader.network.agencies.count == 1
      if let agency, reader.network.agencies[agency].zone != reader.network.agencies[0].zone {
        reader.routesInOtherZones.insert(reader.network.routes.count)
      }
      // An unknown type is "miscellaneous", none means a bus.
      let otherType = table.text("route_type") == nil ? 3 : 1_700
      let color = table.number("route_color") == nil ? nil : table.text("route_color")
      reader.network.routes.append(
        TransitNetwork.Route(
          id: table.text("route_id") ?? "", shortName: short, longName: long,
          description: table.text("route_desc"), type: table.number("route_type") ?? otherType,
          url: table.text("route_url"), color: color?.uppercased(),
          agency: (agency ?? (isAlone ? 0 : nil)).map { reader.network.agencies[$0].name }))
    }
  }

  mutating func readCalendars() {
    let days = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"]
    forEachRow(of: "calendar.txt") { reader, table in
      guard let service = reader.insertKey(of: table, into: \.serviceKeys) else { return }
      reader.network.services.append(TransitNetwork.Service())
      guard let start = table.number("start_date"), let end = table.number("end_date") else {
        return
      }
      guard start <= end else {
        return reader.log.add("start_and_end_range_out_of_order", table)
      }
      var weekdays: UInt8 = 0
      for (bit, day) in days.enumerated() where table.number(day) == 1 {
        weekdays |= 1 << UInt8(bit)
      }
      if weekdays == 0 { reader.log.add("service_has_no_active_day_of_the_week", table) }
      reader.network.services[service].ranges.append(
        TransitNetwork.Service.Range(days: start...end, weekdays: weekdays))
    }
    forEachRow(of: "calendar_dates.txt") { reader, table in
      guard !table.isEmpty(0), let day = table.number("date") else { return }
      let (service, isNew) = reader.serviceKeys.insert(table.bytes, table.range(0))
      if isNew { reader.network.services.append(TransitNetwork.Service()) }
      let known = reader.network.services[service]
      guard !known.added.contains(day), !known.removed.contains(day) else {
        return reader.addDuplicateNotice(table)
      }
      switch table.number("exception_type") {
      case 1: reader.network.services[service].added.insert(day)
      case 2: reader.network.services[service].removed.insert(day)
      default: break
      }
    }
    for (number, service) in network.services.enumerated() {
      if let last = service.lastDay, last < today {
        log.add("expired_calendar", "calendar.txt", serviceKeys[number])
      }
    }
  }

  mutating func readBookings() {
    forEachRow(of: "booking_rules.txt") { reader, table in
      guard let id = table.text("booking_rule_id") else { return }
      reader.bookings[id] = ["message", "phone_number", "booking_url", "info_url"]
        .compactMap(table.text).joined(separator: " · ")
    }
  }

  /// Reads the outer rings of the areas of trips on request (GTFS-Flex).
  mutating func readLocations() {
    guard let bytes = files["locations.geojson"] else { return }
    guard let features = (try? JSONValue(parsing: bytes))?["features"]?.array else {
      return log.add("malformed_json", "locations.geojson")
    }
    for feature in features {
      guard let id = feature["id"]?.string, let geometry = feature["geometry"] else { continue }
      locations[id] = Geometry(geometry).coordinates()
    }
  }

  mutating func readFares() {
    var fares: [TransitFares.Fare] = []
    var rows: [TransitFares.Row] = []
    forEachRow(of: "fare_attributes.txt") { reader, table in
      guard reader.insertKey(of: table, into: \.fareKeys) != nil else { return }
      let currency = table.text("currency_type")
      let price = table.decimal("price").flatMap { amount in
        currency.map { CampusTravel.Fare(amount: amount, currency: $0) }
      }
      let agency = reader.reference("agency_id", in: table, to: \.agencyKeys, of: "agency.txt")
      fares.append(
        TransitFares.Fare(
          price: price, transfers: table.number("transfers"),
          duration: table.number("transfer_duration"),
          agency: agency.map { reader.network.agencies[$0].name }))
    }
    forEachRow(of: "fare_rules.txt") { reader, table in
      let route = reader.reference("route_id", in: table, to: \.routeKeys, of: "routes.txt")
      let fare = reader.reference("fare_id", in: table, to: \.fareKeys, of: "fare_attributes.txt")
      guard let fare else { return }
      let key = TransitFares.Key(
        route: route, origin: reader.fareZone("origin_id", in: table),
        destination: reader.fareZone("destination_id", in: table))
      // A rule for an unknown route matches no ride, and makes the fare restricted.
      let isKnown = route != nil || table.isEmpty("route_id")
      rows.append(
        TransitFares.Row(
          fare: fare, key: isKnown ? key : nil, zone: reader.fareZone("contains_id", in: table)))
    }
    network.fares = TransitFares(fares, rows: rows, zoneCount: fareZoneKeys.count)
  }

  /// The number of a fare zone; nil for an empty field.
  private mutating func fareZone(_ field: String, in table: CheckedTable) -> Int? {
    let range = table.range(field)
    return range.isEmpty ? nil : fareZoneKeys.insert(table.bytes, range).number
  }

  mutating func readInfo() {
    var start: Int?
    var end: Int?
    forEachRow(of: "feed_info.txt") { reader, table in
      start = table.number("feed_start_date")
      end = table.number("feed_end_date")
      if (start == nil) != (end == nil) { reader.log.add("missing_feed_info_date", table) }
      if let first = start, let last = end, first > last {
        reader.log.add("start_and_end_range_out_of_order", table)
        (start, end) = (nil, nil)
      }
      if table.isEmpty("feed_contact_email"), table.isEmpty("feed_contact_url") {
        reader.log.add("missing_feed_contact_email_and_url", table)
      }
      if let last = end, last <= reader.today + 7 {
        reader.log.add("feed_expiration_date7_days", table, "\(CivilDate(dayNumber: last))")
      }
    }
    let first = start ?? network.services.compactMap(\.firstDay).min()
    let last = end ?? network.services.compactMap(\.lastDay).max()
    if let first, let last, first <= last { network.validity = first...last }
  }
}

extension TransitNetwork.Service {
  var firstDay: Int? { (ranges.map(\.days.lowerBound) + added).min() }
  var lastDay: Int? { (ranges.map(\.days.upperBound) + added).max() }
}
