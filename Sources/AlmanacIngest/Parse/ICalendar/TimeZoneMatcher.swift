import AlmanacTime

/// Finds the database zone whose clocks agree with a VTIMEZONE over three years.
///
/// Programs invent zone names (`US-Eastern`, `(GMT-03:00)`), but a recurring event needs a zone
/// with rules. Only complete agreement counts.
struct TimeZoneMatcher {
  let zone: Zone

  /// - Parameter year: The year of the event. If the three years from it on do not match, as around
  ///   2007 in the United States, that year alone decides.
  init?(_ clocks: Zone, year: Int, zones: ZoneDatabase) {
    guard (1971...2099).contains(year),
      let zone = Self.zone(of: clocks, in: year...(year + 2), zones)
        ?? Self.zone(of: clocks, in: year...year, zones)
    else { return nil }
    self.zone = zone
  }

  private static func zone(
    of clocks: Zone, in years: ClosedRange<Int>, _ zones: ZoneDatabase
  ) -> Zone? {
    guard let first = CivilDate(year: years.lowerBound, month: 1, day: 1),
      let last = CivilDate(year: years.upperBound, month: 12, day: 31)
    else { return nil }
    let start = clocks.startOfDay(first)
    let end = clocks.startOfDay(last)
    let changes = clocks.transitions(from: start, to: end)
    return candidates.lazy.compactMap(zones.zone(named:)).first { zone in
      zone.offset(at: start) == clocks.offset(at: start)
        && agree(changes, zone.transitions(from: start, to: end))
    }
  }

  /// Whether the same offsets start on the same days. The hour is often wrong in VTIMEZONEs.
  private static func agree(_ changes: [ZoneTransition], _ others: [ZoneTransition]) -> Bool {
    changes.count == others.count
      && zip(changes, others).allSatisfy { change, other in
        change.offsetAfter == other.offsetAfter
          && abs(change.instant.seconds(since: other.instant)) < 86_400
      }
  }

  /// One zone for each set of rules in use, the best-known one.
  static let candidates = [
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles",
    "America/Anchorage", "America/Adak", "America/Halifax", "America/St_Johns", "Europe/London",
    "Europe/Berlin", "Europe/Athens", "Atlantic/Azores", "Europe/Chisinau", "Asia/Jerusalem",
    "Asia/Beirut", "Africa/Cairo", "Australia/Sydney", "Australia/Adelaide",
    "Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Chatham", "America/Santiago",
    "America/Sao_Paulo", "America/Asuncion", "America/Havana", "America/Mexico_City",
    "Asia/Tehran",
  ]
}
