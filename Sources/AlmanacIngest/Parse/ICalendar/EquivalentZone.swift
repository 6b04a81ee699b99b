import AlmanacTime

/// The zone of the database whose clocks agree with a definition's over three years.
///
/// Programs name their zones as they like (`US-Eastern`, `(GMT-03:00)`); a recurring event needs a
/// zone that has rules. Only complete agreement counts, so nothing is guessed.
struct EquivalentZone {
  let zone: Zone

  init?(_ definition: ZoneDefinition, year: Int, zones: ZoneDatabase) {
    let years = year...(year + 2)
    guard (1971...2099).contains(year) else { return nil }
    let samples = Self.samples(in: years).compactMap { local in
      definition.offset(at: local, zones: zones).map { (local, $0) }
    }
    guard samples.count == Self.samples(in: years).count else { return nil }
    for name in Self.candidates {
      guard let zone = zones.zone(named: name) else { continue }
      let agrees = samples.allSatisfy { local, offset in
        ZonedTime(local: local, in: zone).offset == offset
      }
      if agrees {
        self.zone = zone
        return
      }
    }
    return nil
  }

  /// Every midnight: enough to tell the day of each change.
  private static func samples(in years: ClosedRange<Int>) -> [CivilDateTime] {
    guard let first = CivilDate(year: years.lowerBound, month: 1, day: 1) else { return [] }
    return (0..<(366 * years.count)).map { CivilDateTime(startOf: first.adding(days: $0)) }
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
