import AlmanacModel

/// Collects the notices of a feed, one for each code and file.
struct NoticeLog {
  private struct Key: Hashable {
    var code: String
    var file: String
  }

  private var indices: [Key: Int] = [:]
  private(set) var notices: [TransitNotice] = []
  /// Tables with invalid values or missing columns.
  private(set) var damagedFiles: Set<String> = []

  /// Marks a table as damaged. As in the canonical validator, its references are not checked.
  mutating func markDamaged(_ file: String) { damagedFiles.insert(file) }

  /// Removes the notices about references of damaged tables, which may be added before the damage is
  /// found.
  mutating func finish() {
    notices.removeAll { $0.code == "foreign_key_violation" && damagedFiles.contains($0.file) }
  }

  /// Counts a case. The notice has the line and the detail of the first case.
  mutating func add(
    _ code: String, _ file: String, line: Int? = nil, _ detail: @autoclosure () -> String = ""
  ) {
    if let index = indices[Key(code: code, file: file)] {
      notices[index].count += 1
      return
    }
    indices[Key(code: code, file: file)] = notices.count
    let (detail, text) = (detail(), Self.texts[code]?.text ?? code)
    notices.append(
      TransitNotice(
        code: code, severity: Self.severity(of: code), file: file, line: line,
        message: detail.isEmpty ? text : "\(detail): \(text)", count: 1))
  }

  /// Counts a case in the current row of a table.
  mutating func add(
    _ code: String, _ table: CheckedTable, _ detail: @autoclosure () -> String = ""
  ) {
    add(code, table.file, line: table.line, detail())
  }

  static func severity(of code: String) -> Severity { texts[code]?.severity ?? .error }

  /// Severity and text by code: the problem and its remedy. All codes and severities except those
  /// of `too_many_rows` are the canonical validator's.
  private static let texts: [String: (severity: Severity, text: String)] = {
    var texts: [String: (severity: Severity, text: String)] = [:]
    for (severity, lines) in [(.error, errors), (.warning, warnings), (.info, infos)]
      as [(Severity, String)]
    {
      for line in lines.split(separator: "\n") {
        let parts = line.split(separator: " ", maxSplits: 1)
        texts[String(parts[0])] = (severity, String(parts[1]))
      }
    }
    return texts
  }()

  private static let errors = """
    block_trips_with_overlapping_stop_times two trips of the block overlap in time; correct it
    csv_parsing_failed a quoted value is not closed; close it
    decreasing_or_equal_stop_time_distance 'shape_dist_traveled' must increase; correct it
    decreasing_shape_distance the distance along the shape decreases; correct it
    duplicate_key two rows have the same key, the first one counts; correct it
    duplicated_column two columns have the same name; remove one
    empty_column_name the column has no name; name it
    empty_file the file has no header; add one, or remove the file
    equal_shape_distance_diff_coordinates different points have the same distance; correct it
    forbidden_geography_id the row has several of stop, group and location; leave one
    foreign_key_violation the other table has no such row; correct the value or add the row
    inconsistent_agency_timezone agencies have different zones, the first counts; correct them
    invalid_character the text has characters that are no UTF-8; save the file as UTF-8
    invalid_color the color is not six hexadecimal digits; correct it
    invalid_currency the currency is not three capital letters; correct it
    invalid_date the date is not YYYYMMDD; correct it
    invalid_email the address is no e-mail address; correct it
    invalid_float the value is no number; correct it
    invalid_input_files_in_subfolder the table is in a folder; put it at the top of the archive
    invalid_integer the value is no whole number; correct it
    invalid_language_code the language is no BCP 47 tag; correct it
    invalid_pickup_drop_off_window the window ends before it starts; correct it
    invalid_row_length the row and the header have different numbers of values; correct the row
    invalid_time the time is not HH:MM:SS; correct it
    invalid_timezone the zone is no IANA name; correct it
    invalid_url the link has no scheme and host; correct it
    location_with_unexpected_stop_time trips must call at stops; correct 'stop_id'
    location_without_parent_station an entrance, node or boarding area needs a parent; add it
    malformed_json the file is no GeoJSON; ask the publisher for a correct one
    missing_calendar_and_calendar_date_files the feed has no days of service; ask the publisher for them
    missing_pickup_or_drop_off_window the window has only one end; add the other
    missing_required_agency_id there are several agencies and one has no 'agency_id'; add it
    missing_required_column the column is missing; add it
    missing_required_field the value is missing; add it
    missing_required_file the file is missing; ask the publisher for it
    missing_stop_name the stop has no name; add 'stop_name'
    missing_trip_edge the first and the last stop of a trip need both times; add them
    new_line_in_value a value has a line break; remove it
    number_out_of_range the number is outside the field's range; correct it
    overlapping_frequency two rows of the trip overlap; correct their times
    point_near_origin the position is near 0, 0 in the Atlantic; correct it
    point_near_pole the position is near a pole; correct it
    route_both_short_and_long_name_missing the route has no name; add one
    start_and_end_range_equal start and end are the same, so that no trip departs; correct them
    start_and_end_range_out_of_order the end is before the start; correct them
    station_with_parent_station a station has a 'parent_station'; remove it
    stop_time_timepoint_without_times 'timepoint' is 1 but there are no times; add them
    stop_time_with_arrival_before_previous_departure_time a trip arrives before it left; correct it
    stop_time_with_only_arrival_or_departure_time one of the two times is missing; add it
    stop_without_location the stop has no position; add 'stop_lat' and 'stop_lon'
    too_many_rows the feed has more rows than Almanac reads and is rejected; ask for a smaller one
    transfer_with_invalid_stop_location_type a transfer needs stops or stations; correct it
    trip_distance_exceeds_shape_distance the trip is longer than its shape; correct its distances
    wrong_parent_location_type the parent is of another type than the location needs; correct it
    """

  private static let warnings = """
    empty_row the row is empty; remove it
    equal_shape_distance_diff_coordinates_distance_below_threshold close points have the same distance
    equal_shape_distance_same_coordinates two points of the shape are the same; remove one
    expired_calendar the service has ended; ask the publisher for a newer feed
    feed_expiration_date7_days the feed ends within a week; ask the publisher for a newer one
    missing_feed_contact_email_and_url the feed has no contact for mistakes
    missing_feed_info_date one of the two dates of the feed is missing; add it
    missing_recommended_field the value is missing; it is recommended
    missing_recommended_file the file with the feed's dates is missing; it is recommended
    non_ascii_or_non_printable_char the id has characters outside ASCII; some programs fail on them
    service_has_no_active_day_of_the_week the service runs on no day of the week
    single_shape_point the shape has a single point
    stop_without_stop_time no trip calls at the stop
    trip_distance_exceeds_shape_distance_below_threshold the trip is a little longer than its shape
    unexpected_enum_value the specification does not list the value; correct it
    unusable_trip the trip has a single stop
    unused_shape no trip has the shape
    unused_trip the trip has no stop times
    """

  private static let infos = """
    unknown_column the column is not in the specification
    unknown_file the file is not in the specification
    """
}
