import AlmanacTime

/// The zone of a time as written.
enum TimeZoneDesignator: Equatable, Sendable {
  /// `Z`, `UT`, `UTC`, `GMT`.
  case utc
  /// Seconds east of UTC.
  case offset(Int)
  /// As written; the zone may be unknown.
  case name(String)

  /// Seconds east of UTC; nil for a name.
  var seconds: Int? {
    switch self {
    case .utc: 0
    case .offset(let seconds): seconds
    case .name: nil
    }
  }
}

extension DateCursor {
  /// Reads `Z`, `+0800`, `-05:00`, `+8`, `GMT`, `UTC+8`, `EST` or `Asia/Singapore`, and skips an
  /// RFC 822 comment such as `(SGT)` after it, or the abbreviation in `-0400 EDT`. Returns nil if there
  /// is none.
  mutating func zoneDesignator() -> TimeZoneDesignator? {
    skipSpace()
    let start = index
    guard let designator = readZoneDesignator() else {
      index = start
      return nil
    }
    let end = index
    skipSpace()
    if take("(") {
      while !isAtEnd, !take(")") { index += 1 }
    } else {
      index = end
      if case .offset = designator { skipAbbreviation() }
    }
    return designator
  }

  /// Skips the last word of a time that Go prints: `2026-03-03 19:00:00 -0500 EST`.
  private mutating func skipAbbreviation() {
    var rest = self
    rest.skipSpace()
    let start = rest.index
    while rest.peek.isLetter { rest.index += 1 }
    if rest.isAtEnd, ZoneNames.isPlausible(rest.text(from: start)) { self = rest }
  }

  private mutating func readZoneDesignator() -> TimeZoneDesignator? {
    if peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-") {
      return offset().map { .offset($0) }
    }
    guard peek.isLetter else { return nil }
    let start = index
    while peek.isLetter || (index > start && isInsideName) { index += 1 }
    let name = text(from: start)
    if ZoneNames.isWord(name) { skipWords(["standard", "daylight", "time"]) }
    guard ["Z", "UT", "UTC", "GMT", "UCT"].contains(name.uppercased()) else {
      return ZoneNames.isPlausible(name) ? .name(name) : nil
    }
    guard peek == UInt8(ascii: "+") || peek == UInt8(ascii: "-"), self[1].isDigit else {
      return .utc
    }
    return offset().map { .offset($0) }
  }

  private mutating func skipWords(_ words: Set<String>) {
    var rest = self
    rest.skipSpace()
    while words.contains(rest.word()) {
      self = rest
      rest.skipSpace()
    }
  }

  /// Whether a byte continues a name: `_` and `/` of IANA names, and the `-` of
  /// `America/Port-au-Prince` but not of `EST-`.
  private var isInsideName: Bool {
    peek == UInt8(ascii: "_") || (peek == UInt8(ascii: "/") && self[1].isLetter)
      || (peek == UInt8(ascii: "-") && self[1].isLetter)
  }

  /// Reads the `0200` or `02:00` that ends `2026-03-03T19:00:00 02:00`. URL decoding made a space of
  /// the plus sign.
  mutating func offsetWithoutSign() -> TimeZoneDesignator? {
    var rest = self
    rest.skipSpace()
    guard rest[-1].isSpace, let hours = rest.digits(2) else { return nil }
    _ = rest.take(":")
    guard let minutes = rest.digits(2), rest.isAtEnd, hours <= 14, minutes % 15 == 0, minutes < 60
    else { return nil }
    self = rest
    return .offset(hours * 3600 + minutes * 60)
  }

  /// Reads a sign, one to four digits and an optional colon; seconds east of UTC.
  private mutating func offset() -> Int? {
    let isWest = peek == UInt8(ascii: "-")
    index += 1
    guard let number = number(atMost: 4) else { return nil }
    var hours = number.value
    var minutes = 0
    if number.count > 2 {
      hours = number.value / 100
      minutes = number.value % 100
    } else if peek == UInt8(ascii: ":"), self[1].isDigit {
      index += 1
      guard let value = digits(2) else { return nil }
      minutes = value
    }
    guard hours <= 23, minutes <= 59 else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return isWest ? -seconds : seconds
  }
}

/// The meaning of zone abbreviations, as far as they are unambiguous.
enum ZoneNames {
  /// Hours east of UTC: the names of RFC 822, section 5.1, then others that no two zones share.
  private static let offsets: [String: Double] = [
    "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
    "AKST": -9, "AKDT": -8, "HST": -10, "ADT": -3, "NDT": -2.5,
    "WET": 0, "WEST": 1, "WEZ": 0, "WESZ": 1, "CET": 1, "CEST": 2, "MET": 1, "MEST": 2, "MEZ": 1,
    "MESZ": 2, "EET": 2, "EEST": 3, "OEZ": 2, "OESZ": 3, "MSK": 3,
    "SAST": 2, "PKT": 5, "NPT": 5.75, "WIB": 7, "HKT": 8, "SGT": 8, "MYT": 8, "AWST": 8,
    "JST": 9, "KST": 9, "ACST": 9.5, "ACDT": 10.5, "AEST": 10, "AEDT": 11, "NZST": 12, "NZDT": 13,
  ]

  /// Names that cover standard and daylight time.
  private static let zones = [
    "ET": "America/New_York", "CT": "America/Chicago", "MT": "America/Denver",
    "PT": "America/Los_Angeles",
  ]

  /// What people in North America call their zones: `7 pm Eastern`.
  private static let words = [
    "EASTERN": "ET", "CENTRAL": "CT", "MOUNTAIN": "MT", "PACIFIC": "PT",
  ]

  static func isWord(_ name: String) -> Bool { words[name.uppercased()] != nil }

  /// Whether a word after a time can be a zone: a known abbreviation, another upper-case word, or
  /// an IANA name.
  static func isPlausible(_ name: String) -> Bool {
    let upper = name.uppercased()
    if offsets[upper] != nil || name.contains("/") || isWord(name) { return true }
    return name == upper && name.utf8.count <= 5 && !["AM", "PM", "A", "P", "H"].contains(upper)
  }

  /// Whether a zone uses an abbreviation in the other half of the year only: people write `EST` in July,
  /// too, and mean the local time.
  static func isOfOtherSeason(_ name: String, at time: Instant, in zone: Zone?) -> Bool {
    guard name.utf8.count <= 5, let zone else { return false }
    let days = [0, -182, 182]
    let uses = days.map {
      zone.abbreviation(at: time + $0 * 86_400).uppercased() == name.uppercased()
    }
    return !uses[0] && uses.contains(true)
  }

  /// Converts a wall-clock time to the zone of a name.
  ///
  /// The source's own zone comes first, if it uses the name at that time: `CST` in Shanghai is not
  /// the `CST` of Chicago. Other ambiguous names, such as `IST`, are unknown.
  static func time(
    _ local: CivilDateTime, named name: String, own: Zone?, zones database: ZoneDatabase
  ) -> ZonedTime? {
    var upper = name.uppercased()
    if let word = words[upper] {
      // Elsewhere, `Central` has another meaning.
      guard own?.identifier.hasPrefix("America/") ?? true else { return nil }
      upper = word
    }
    if let own {
      let time = ZonedTime(local: local, in: own)
      if own.abbreviation(at: time.instant).uppercased() == upper { return time }
    }
    if let hours = offsets[upper] {
      return ZonedTime(local: local, offset: Int(hours * 3600), zone: nil)
    }
    guard let zone = database.zone(named: zones[upper] ?? (name.contains("/") ? name : ""))
    else { return nil }
    return ZonedTime(local: local, in: zone)
  }

  /// Converts a wall-clock time to the zone that uses an abbreviation at that time, with its rules for
  /// other dates of a series. nil if the zone has another one then: `PST` in July is a mistake.
  static func time(
    _ local: CivilDateTime, abbreviated name: String, zones database: ZoneDatabase
  ) -> ZonedTime? {
    let upper = name.uppercased()
    guard let hours = offsets[upper] else { return nil }
    let offset = Int(hours * 3600)
    let year = local.date.year
    let seasons = [1, 7].compactMap { CivilDate(year: year, month: $0, day: 15) }
    let users = TimeZoneMatcher.candidates.compactMap(database.zone(named:)).filter { zone in
      seasons.contains { zone.abbreviation(at: zone.startOfDay($0)) == upper }
    }
    guard !users.isEmpty else { return ZonedTime(local: local, offset: offset, zone: nil) }
    return users.lazy.map { ZonedTime(local: local, in: $0) }.first { $0.offset == offset }
  }
}
