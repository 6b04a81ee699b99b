/// The type and the presence that the GTFS specification requires of a field.
struct FieldRule: Sendable {
  enum Kind: Sendable {
    case id, text, url, color, email, language, zone, currency
    /// `YYYYMMDD`.
    case date
    /// `H:MM:SS`, hours from 0 without a limit.
    case time
    /// A whole number with a minimum.
    case integer(Int)
    /// A number, 0 or more.
    case distance
    case latitude, longitude
    /// An enum: a whole number from 0 to a maximum.
    case choice(Int)
  }

  enum Presence: Sendable {
    case required
    /// The column is required, its values may be empty.
    case column
    case recommended, optional
  }

  let name: String
  let kind: Kind
  let presence: Presence

  /// The rules of a table, its key first; nil for a table that is not read.
  static func rules(of file: String) -> [FieldRule]? { tables[file] }

  /// The GTFS Schedule Reference, revision of 2025, as `NAME:KIND`. After the name: `!` required, `+`
  /// column required, `?` recommended.
  private static let tables: [String: [FieldRule]] = [
    "agency.txt": parse(
      """
      agency_id?:id agency_name!:text agency_url!:url agency_timezone!:zone agency_lang:language
      agency_phone:phone agency_fare_url:url agency_email:email cemv_support:choice2
      """),
    "stops.txt": parse(
      """
      stop_id!:id stop_code:text stop_name:text tts_stop_name:text stop_desc:text stop_lat:latitude
      stop_lon:longitude zone_id:id stop_url:url location_type:choice4 parent_station:id
      stop_timezone:zone wheelchair_boarding:choice2 level_id:id platform_code:text
      stop_access:choice1
      """),
    "routes.txt": parse(
      """
      route_id!:id agency_id?:id route_short_name:text route_long_name:text route_desc:text
      route_type!:integer0 route_url:url route_color:color route_text_color:color
      route_sort_order:integer0 continuous_pickup:choice3 continuous_drop_off:choice3 network_id:id
      cemv_support:choice2
      """),
    "trips.txt": parse(
      """
      trip_id!:id route_id!:id service_id!:id trip_headsign:text trip_short_name:text
      direction_id:choice1 block_id:id shape_id:id wheelchair_accessible:choice2
      bikes_allowed:choice2 cars_allowed:choice2 safe_duration_factor:text
      safe_duration_offset:text
      """),
    "stop_times.txt": parse(
      """
      trip_id!:id stop_sequence!:integer0 arrival_time:time departure_time:time stop_id:id
      location_group_id:id location_id:id stop_headsign:text start_pickup_drop_off_window:time
      end_pickup_drop_off_window:time pickup_type:choice3 drop_off_type:choice3
      continuous_pickup:choice3 continuous_drop_off:choice3 shape_dist_traveled:distance
      timepoint:choice1 pickup_booking_rule_id:id drop_off_booking_rule_id:id
      """),
    "calendar.txt": parse(
      """
      service_id!:id monday!:choice1 tuesday!:choice1 wednesday!:choice1 thursday!:choice1
      friday!:choice1 saturday!:choice1 sunday!:choice1 start_date!:date end_date!:date
      """),
    "calendar_dates.txt": parse("service_id!:id date!:date exception_type!:choice2"),
    "frequencies.txt": parse(
      "trip_id!:id start_time!:time end_time!:time headway_secs!:integer1 exact_times:choice1"),
    "transfers.txt": parse(
      """
      from_stop_id:id to_stop_id:id from_route_id:id to_route_id:id from_trip_id:id to_trip_id:id
      transfer_type+:choice5 min_transfer_time:integer0
      """),
    "shapes.txt": parse(
      """
      shape_id!:id shape_pt_sequence!:integer0 shape_pt_lat!:latitude shape_pt_lon!:longitude
      shape_dist_traveled:distance
      """),
    "feed_info.txt": parse(
      """
      feed_publisher_name!:text feed_publisher_url!:url feed_lang!:language default_lang:language
      feed_start_date?:date feed_end_date?:date feed_version?:text feed_contact_email:email
      feed_contact_url:url
      """),
    "fare_attributes.txt": parse(
      """
      fare_id!:id price!:distance currency_type!:currency payment_method!:choice1
      transfers+:choice2 agency_id?:id transfer_duration:integer0
      """),
    "fare_rules.txt": parse(
      "fare_id!:id route_id:id origin_id:id destination_id:id contains_id:id"),
    "booking_rules.txt": parse(
      """
      booking_rule_id!:id booking_type!:choice2 prior_notice_duration_min:integer0
      prior_notice_duration_max:integer0 prior_notice_last_day:integer0
      prior_notice_last_time:time prior_notice_start_day:integer0 prior_notice_start_time:time
      prior_notice_service_id:id message:text pickup_message:text drop_off_message:text
      phone_number:phone info_url:url booking_url:url
      """),
  ]

  /// Files of the specification that have no rules here. Only locations.geojson is read.
  static let unreadFiles: Set<String> = [
    "areas.txt", "stop_areas.txt", "networks.txt", "route_networks.txt", "fare_media.txt",
    "fare_products.txt", "fare_leg_rules.txt", "fare_leg_join_rules.txt", "fare_transfer_rules.txt",
    "timeframes.txt", "rider_categories.txt", "pathways.txt", "levels.txt", "location_groups.txt",
    "location_group_stops.txt", "locations.geojson", "translations.txt", "attributions.txt",
  ]

  private static func parse(_ text: String) -> [FieldRule] {
    text.split(whereSeparator: \.isWhitespace).compactMap { word in
      let parts = word.split(separator: ":")
      guard parts.count == 2 else { return nil }
      let presence: Presence =
        switch parts[0].last {
        case "!": .required
        case "+": .column
        case "?": .recommended
        default: .optional
        }
      let name = parts[0].filter { !"!+?".contains($0) }
      return kind(parts[1]).map { FieldRule(name: String(name), kind: $0, presence: presence) }
    }
  }

  private static func kind(_ word: Substring) -> Kind? {
    if word.hasPrefix("choice") { return Int(word.dropFirst(6)).map { .choice($0) } }
    if word.hasPrefix("integer") { return Int(word.dropFirst(7)).map { .integer($0) } }
    let kinds: [Substring: Kind] = [
      "id": .id, "text": .text, "url": .url, "color": .color, "email": .email, "phone": .text,
      "language": .language, "zone": .zone, "currency": .currency, "date": .date, "time": .time,
      "distance": .distance, "latitude": .latitude, "longitude": .longitude,
    ]
    return kinds[word]
  }
}
