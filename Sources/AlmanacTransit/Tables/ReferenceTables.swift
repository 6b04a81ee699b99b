import AlmanacModel
import AlmanacTime

// The tables that others refer to.
extension TransitFeedReader {
  mutating func readAgencies() {
    forEachRow(of: "agency.txt") { reader, table in
      let range = table.range(table.field("agency_id"))
      let (_, isNew) = reader.agencyKeys.insert(table.bytes, range)
      guard isNew else { return Self.noticeDuplicate("agency_id", table, &reader.log) }
      let zone = table.text(table.field("agency_timezone")) ?? ""
      if let first = reader.network.agencies.first {
        if first.zone != zone {
          reader.log.add(
            "inconsistent_agency_timezone", table.file, line: table.line,
            "the zone is '\(zone)', that of the first agency '\(first.zone)'; the first counts")
        }
        if range.isEmpty {
          reader.log.add(
            "missing_required_agency_id", table.file, line: table.line,
            "'agency_id' is empty although there are several agencies; fill it in")
        }
      } else if let known = ZoneDatabase.system.zone(named: zone) {
        reader.network.zone = known
      } else {
        // Without a zone every time would be a guess.
        reader.isRefused = true
      }
      reader.network.agencies.append(
        TransitNetwork.Agency(
          id: table.text(table.field("agency_id")) ?? "",
          name: table.text(table.field("agency_name")) ?? "",
          url: table.text(table.field("agency_url")), zone: zone))
    }
  }

  mutating func readStops() {
    var parents: [(stop: Int, key: [UInt8], line: Int)] = []
    forEachRow(of: "stops.txt") { reader, table in
      guard Self.enter("stop_id", of: table, into: &reader.stopKeys, &reader.log) != nil else {
        return
      }
      let code = table.number(table.field("location_type")) ?? 0
      let kind = TransitNetwork.Stop.Kind(rawValue: code) ?? .platform
      let name = table.text(table.field("stop_name"))
      var position: Coordinate?
      if let latitude = table.decimal(table.field("stop_lat")),
        let longitude = table.decimal(table.field("stop_lon"))
      {
        position = Coordinate(latitude: latitude, longitude: longitude)
        position = reader.checked(position, table)
      } else if kind.rawValue <= 2 {
        reader.log.add(
          "stop_without_location", table.file, line: table.line,
          "the stop has no position; add 'stop_lat' and 'stop_lon'")
      }
      if name == nil, kind.rawValue <= 2 {
        reader.log.add(
          "missing_stop_name", table.file, line: table.line, "the stop has no name; add one")
      }
      let id = table.text(table.field("stop_id")) ?? ""
      let parent = table.range(table.field("parent_station"))
      if !parent.isEmpty {
        parents.append((reader.network.stops.count, Array(table.bytes[parent]), table.line))
      } else if kind.rawValue >= 2 {
        reader.log.add(
          "location_without_parent_station", table.file, line: table.line,
          "an entrance, node or boarding area needs 'parent_station'; add it")
      }
      let wheelchair = table.number(table.field("wheelchair_boarding"))
      reader.network.stops.append(
        TransitNetwork.Stop(
          id: id, code: table.text(table.field("stop_code")), name: name ?? id,
          coordinate: position, kind: kind, fareZone: table.text(table.field("zone_id")),
          isAccessible: wheelchair == 1 ? true : wheelchair == 2 ? false : nil))
    }
    for (stop, key, line) in parents { link(stop, toParent: key, line: line) }
  }

  private mutating func link(_ stop: Int, toParent key: [UInt8], line: Int) {
    let kind = network.stops[stop].kind
    if kind == .station {
      log.add(
        "station_with_parent_station", "stops.txt", line: line,
        "a station has a 'parent_station'; remove it")
      return
    }
    guard let parent = stopKeys.find(key, key.indices) else {
      log.add(
        "foreign_key_violation", "stops.txt", line: line,
        "'parent_station' is '\(String(decoding: key, as: UTF8.self))', which stops.txt does not "
          + "have; correct it")
      return
    }
    let isRight = network.stops[parent].kind == (kind == .boardingArea ? .platform : .station)
    guard isRight else {
      log.add(
        "wrong_parent_location_type", "stops.txt", line: line,
        "the 'parent_station' is not of the type that this location needs; correct it")
      return
    }
    network.stops[stop].parent = parent
  }

  /// The position, or nil for one that publishers write for "unknown".
  mutating func checked(_ position: Coordinate?, _ table: CheckedTable) -> Coordinate? {
    guard let position else { return nil }
    if abs(position.latitude) <= 1, abs(position.longitude) <= 1 {
      log.add(
        "point_near_origin", table.file, line: table.line,
        "the position is near 0, 0 in the Atlantic; correct it")
      return nil
    }
    if abs(position.latitude) >= 89 {
      log.add(
        "point_near_pole", table.file, line: table.line,
        "the position is near a pole; correct it")
      return nil
    }
    return position
  }

  mutating func readRoutes() {
    forEachRow(of: "routes.txt") { reader, table in
      let agency = reader.reference(
        "agency_id", in: table, to: reader.agencyKeys, of: "agency.txt")
      guard Self.enter("route_id", of: table, into: &reader.routeKeys, &reader.log) != nil else {
        return
      }
      let short = table.text(table.field("route_short_name"))
      let long = table.text(table.field("route_long_name"))
      if short == nil, long == nil {
        reader.log.add(
          "route_both_short_and_long_name_missing", table.file, line: table.line,
          "the route has no name; add 'route_short_name' or 'route_long_name'")
      }
      let color = table.field("route_color")
      let textColor = table.field("route_text_color")
      reader.network.routes.append(
        TransitNetwork.Route(
          id: table.text(table.field("route_id")) ?? "", shortName: short, longName: long,
          description: table.text(table.field("route_desc")),
          type: table.number(table.field("route_type")) ?? 3,
          url: table.text(table.field("route_url")),
          color: table.number(color) == nil ? nil : table.text(color)?.uppercased(),
          textColor: table.number(textColor) == nil ? nil : table.text(textColor)?.uppercased(),
          agency: agency ?? (reader.network.agencies.count == 1 ? 0 : nil)))
    }
  }

  mutating func readCalendars() {
    let days = [
      "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
    ]
    forEachRow(of: "calendar.txt") { reader, table in
      guard
        let service = Self.enter("service_id", of: table, into: &reader.serviceKeys, &reader.log)
      else { return }
      reader.network.services.append(TransitNetwork.Service())
      guard let start = table.number(table.field("start_date")),
        let end = table.number(table.field("end_date"))
      else { return }
      guard start <= end else {
        reader.log.add(
          "start_and_end_range_out_of_order", table.file, line: table.line,
          "the service ends before it starts; correct the dates")
        return
      }
      var weekdays: UInt8 = 0
      for (bit, day) in days.enumerated() where table.number(table.field(day)) == 1 {
        weekdays |= 1 << UInt8(bit)
      }
      if weekdays == 0 {
        reader.log.add(
          "service_has_no_active_day_of_the_week", .warning, table.file, line: table.line,
          "the service runs on no day of the week")
      }
      reader.network.services[service].ranges.append(
        TransitNetwork.Service.Range(days: start...end, weekdays: weekdays))
    }
    forEachRow(of: "calendar_dates.txt") { reader, table in
      let range = table.range(table.field("service_id"))
      guard !range.isEmpty, let day = table.number(table.field("date")) else { return }
      let (service, isNew) = reader.serviceKeys.insert(table.bytes, range)
      if isNew { reader.network.services.append(TransitNetwork.Service()) }
      let known = reader.network.services[service]
      if known.added.contains(day) || known.removed.contains(day) {
        reader.log.add(
          "duplicate_key", table.file, line: table.line,
          "the service has two exceptions for one day; remove one")
      }
      switch table.number(table.field("exception_type")) {
      case 1: reader.network.services[service].added.insert(day)
      case 2: reader.network.services[service].removed.insert(day)
      default: break
      }
    }
    for service in network.services.indices {
      if let last = network.services[service].lastDay, last < today {
        log.add(
          "expired_calendar", .warning, "calendar.txt",
          "service '\(serviceKeys[service])' has ended; ask the publisher for a newer feed")
      }
    }
  }

  mutating func readBookings() {
    forEachRow(of: "booking_rules.txt") { reader, table in
      guard let id = table.text(table.field("booking_rule_id")) else { return }
      let parts = ["message", "phone_number", "booking_url", "info_url"].compactMap {
        table.text(table.field($0))
      }
      reader.bookings[id] = parts.joined(separator: " · ")
    }
  }

  mutating func readFares() {
    var numbers = ByteKeys()
    forEachRow(of: "fare_attributes.txt") { reader, table in
      let range = table.range(table.field("fare_id"))
      guard !range.isEmpty else { return }
      guard numbers.insert(table.bytes, range).isNew else {
        return Self.noticeDuplicate("fare_id", table, &reader.log)
      }
      reader.network.fares.append(
        TransitNetwork.Fare(
          id: table.text(table.field("fare_id")) ?? "",
          price: table.decimal(table.field("price")) ?? 0,
          currency: table.text(table.field("currency_type")) ?? "", routes: []))
    }
    forEachRow(of: "fare_rules.txt") { reader, table in
      let route = reader.reference("route_id", in: table, to: reader.routeKeys, of: "routes.txt")
      let fare = reader.reference("fare_id", in: table, to: numbers, of: "fare_attributes.txt")
      guard let fare, let route, fare < reader.network.fares.count else { return }
      reader.network.fares[fare].routes.append(route)
    }
  }

  mutating func readInfo() {
    var start: Int?
    var end: Int?
    forEachRow(of: "feed_info.txt") { reader, table in
      start = table.number(table.field("feed_start_date"))
      end = table.number(table.field("feed_end_date"))
      reader.network.version = table.text(table.field("feed_version"))
      reader.network.publisher = table.text(table.field("feed_publisher_name"))
      if (start == nil) != (end == nil) {
        reader.log.add(
          "missing_feed_info_date", .warning, table.file, line: table.line,
          "only one of 'feed_start_date' and 'feed_end_date' is there; add the other")
      }
      if let first = start, let last = end, first > last {
        reader.log.add(
          "start_and_end_range_out_of_order", table.file, line: table.line,
          "the feed ends before it starts; correct the dates")
        (start, end) = (nil, nil)
      }
      if table.isEmpty(table.field("feed_contact_email")),
        table.isEmpty(table.field("feed_contact_url"))
      {
        reader.log.add(
          "missing_feed_contact_email_and_url", .warning, table.file, line: table.line,
          "the feed names nobody to write to about mistakes")
      }
      if let last = end, last <= reader.today + 7 {
        reader.log.add(
          "feed_expiration_date7_days", .warning, table.file, line: table.line,
          "the feed ends on \(CivilDate(dayNumber: last)); ask the publisher for a newer one")
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
