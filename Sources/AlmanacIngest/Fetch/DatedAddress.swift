public import AlmanacTime

/// Fills in the placeholders `{from}` and `{to}` of a URL with the range of time to request.
///
/// They become `2026-03-01`. `{from:PATTERN}` uses a Unicode date pattern (UTS #35, part 4) of
/// numeric fields, or `epoch-s` or `epoch-ms` for seconds or milliseconds since 1970.
public enum DatedAddress {
  /// The range of time to request.
  public struct Span: Hashable, Sendable {
    public var from: Instant
    public var to: Instant
    /// The zone of the dates.
    public var zone: Zone

    public init(from: Instant, to: Instant, zone: Zone) {
      self.from = from
      self.to = to
      self.zone = zone
    }
  }

  /// Whether the address has a placeholder for a date.
  public static func isDated(_ address: String) -> Bool {
    address.contains("{from") || address.contains("{to")
  }

  /// The first invalid pattern; nil if there is none.
  public static func unwritable(in address: String) -> String? {
    places(in: address).lazy.map { String($0.pattern) }.first { pattern in
      EpochUnit(rawValue: pattern) == nil && write(pattern, CivilDateTime(localSeconds: 0)) == nil
    }
  }

  /// Replaces all placeholders.
  public static func filled(_ address: String, with span: Span) -> String {
    var text = address
    // From the end, so that the ranges stay valid.
    for place in places(in: address).reversed() {
      let instant = place.isStart ? span.from : span.to
      let date =
        switch EpochUnit(rawValue: String(place.pattern)) {
        case .seconds: String(instant.secondsSinceEpoch)
        case .milliseconds: String(instant.secondsSinceEpoch * 1_000)
        case nil: write(String(place.pattern), span.zone.civil(at: instant)) ?? ""
        }
      text.replaceSubrange(place.range, with: date)
    }
    return text
  }

  private static func places(in address: String) -> [(
    range: Range<String.Index>, isStart: Bool, pattern: Substring
  )] {
    address.matches(of: /\{(from|to)(?::([^{}]*))?\}/).map {
      ($0.range, $0.output.1 == "from", $0.output.2 ?? "yyyy-MM-dd")
    }
  }

  /// Formats a time; nil if the pattern has an unsupported field.
  private static func write(_ pattern: String, _ time: CivilDateTime) -> String? {
    var text = ""
    var rest = pattern[...]
    while let letter = rest.first {
      if letter == "'" {
        let literal = rest.dropFirst().prefix { $0 != "'" }
        text += literal.isEmpty ? "'" : literal
        rest = rest.dropFirst(literal.count + 2)
        continue
      }
      let field = rest.prefix { $0 == letter }
      rest = rest.dropFirst(field.count)
      guard letter.isASCII, letter.isLetter else {
        text += field
        continue
      }
      guard let number = number(letter, time) else { return nil }
      let digits = String(field == "yy" ? number % 100 : number)
      text += String(repeating: "0", count: max(0, field.count - digits.count)) + digits
    }
    return text
  }

  private static func number(_ letter: Character, _ time: CivilDateTime) -> Int? {
    switch letter {
    case "y": time.date.year
    case "M": time.date.month
    case "d": time.date.day
    case "H": time.hour
    case "m": time.minute
    case "s": time.second
    default: nil
    }
  }
}
