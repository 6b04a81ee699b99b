import AlmanacTime

/// The zone of a vCalendar 1.0, which has no TZIDs: `TZ:-05` and, for each year with daylight saving
/// time, `DAYLIGHT:TRUE;-04;20260308T020000;20261101T020000;EST;EDT`.
struct PlainZone {
  /// The name under which the zone is known. It is no name of a zone.
  static let name = "TZ of vCalendar"

  private var offset: Int?
  private var daylight: [[String]] = []

  mutating func take(_ line: ContentLine) {
    if line.property == .plainOffset {
      offset = offset ?? Self.offset(line.text)
    } else if daylight.count < 200 {
      daylight.append(line.text.split(separator: ";").map { String($0) })
    }
  }

  /// The clocks; nil without an offset.
  var definition: ZoneDefinition? {
    guard let offset else { return nil }
    func observance(_ start: CivilDateTime, _ from: Int, _ to: Int) -> ZoneDefinition.Observance {
      .init(start: start, offsetFrom: from, offsetTo: to, rules: [], additions: [])
    }
    let first = CivilDateTime(startOf: CivilDate(year: 1970, month: 1, day: 1) ?? .min)
    var definition = ZoneDefinition(observances: [observance(first, offset, offset)])
    for parts in daylight where parts.first?.uppercased() == "TRUE" {
      guard parts.count >= 4, let other = Self.offset(parts[1]), let start = DateTimeText(parts[2]),
        let end = DateTimeText(parts[3])
      else { return nil }
      definition.observances += [
        observance(local(start, offset), offset, other),
        observance(local(end, other), other, offset),
      ]
    }
    return definition
  }

  private func local(_ time: DateTimeText, _ offset: Int) -> CivilDateTime {
    time.isUTC ? time.civil.adding(seconds: offset) : time.civil
  }

  /// Parses `-05`, `-5`, `-0530` or `-05:30`.
  private static func offset(_ text: String) -> Int? {
    let text = text.filter { $0 != ":" && !$0.isWhitespace }
    guard let match = text.wholeMatch(of: /([+-]?)(\d{1,2})(\d\d)?/)?.output else { return nil }
    let hours = match.2.count == 1 ? "0\(match.2)" : "\(match.2)"
    return CalendarDeclarations.offset("\(match.1)\(hours)\(match.3 ?? "00")")
  }
}
