import AlmanacTime

/// The zone of the database whose clocks agree with a definition's over three years.
///
/// Programs name their zones as they like (`US-Eastern`, `(GMT-03:00)`); a recurring event needs a
/// zone that has rules. Only complete agreement counts, so nothing is guessed.
struct EquivalentZone {
  let zone: Zone

  /// - Parameter year: that of the event; where the three years from it on do not agree, as around
  ///   2007 in the United States, the year alone decides.
  init?(_ definition: ZoneDefinition, year: Int, zones: ZoneDatabase) {
    guard (1971...2099).contains(year),
      let zone = Self.zone(of: definition, in: year...(year + 2), zones)
        ?? Self.zone(of: definition, in: year...year, zones)
    else { return nil }
    self.zone = zone
  }

  private static func zone(
    of definition: ZoneDefinition, in years: ClosedRange<Int>, _ zones: ZoneDatabase
  ) -> Zone? {
    var samples: [(local: CivilDateTime, offset: Int)] = []
    for local in midnights(in: years) {
      guard let offset = definition.offset(at: local, zones: zones) else { return nil }
      samples.append((local, offset))
    }
    return candidates.lazy.compactMap(zones.zone(named:)).first { zone in
      samples.allSatisfy { ZonedTime(local: $0.local, in: zone).offset == $0.offset }
    }
  }

  /// Every midnight: enough to tell the day of each change.
  private static func midnights(in years: ClosedRange<Int>) -> [CivilDateTime] {
    guard let first = CivilDate(year: years.lowerBound, month: 1, day: 1) else { return [] }
    return (0..<(365 * years.count)).map { CivilDateTime(startOf: first.adding(days: $0)) }
  }

  /// One zone for each set of rules in use, the best known of them.
  private static let candidates = [
    "America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles",
    "America/Anchorage", "America/Adak", "America/Halifax", "America/St_Johns", "Europe/London",
    "Europe/Berlin", "Europe/Athens", "Atlantic/Azores", "Europe/Chisinau", "Asia/Jerusalem",
    "Asia/Beirut", "Africa/Cairo", "Australia/Sydney", "Australia/Adelaide",
    "Australia/Lord_Howe", "Pacific/Auckland", "Pacific/Chatham", "America/Santiago",
    "America/Sao_Paulo", "America/Asuncion", "America/Havana", "America/Mexico_City",
    "Asia/Tehran",
  ]
}
