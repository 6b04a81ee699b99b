import AlmanacTime

/// The form that a date of an element must have. Dates in others are read as well, and noted.
enum DateForm: Sendable {
  /// RFC 822 section 5, with years of four digits (RFC 2822 section 3.3).
  case mail
  /// RFC 3339 section 5.6.
  case internet
  /// W3C-DTF: RFC 3339 and its beginnings down to the year.
  case w3c

  /// The time that a text in this form says in full; nil for all others, which take a closer look.
  func time(_ text: String) -> CalendarTime? {
    switch self {
    case .mail: PlainDate.mail(text).flatMap { Self.isPlausible($0) ? $0.time : nil }
    case .internet: PlainDate.internet(text).flatMap { Self.isPlausible($0) ? $0.time : nil }
    case .w3c: PlainDate.internet(text)?.time
    }
  }

  func matches(_ text: String) -> Bool {
    switch self {
    case .mail: PlainDate.mail(text).map(Self.isPlausible) ?? false
    case .internet: PlainDate.internet(text).map(Self.isPlausible) ?? false
    case .w3c: PlainDate.internet(text) != nil || Self.isBeginning(text)
    }
  }

  /// What no feed can have been written in is a slip of the pen.
  private static func isPlausible(_ date: PlainDate) -> Bool {
    (1970...2100).contains(date.local.date.year)
  }

  /// `2026`, `2026-03`, `2026-03-03`, `2026-03-03T19:00Z`.
  private static func isBeginning(_ text: String) -> Bool {
    let text = FieldText.clean(text).text
    let ends = ["-01-01T00:00:00Z", "-01T00:00:00Z", "T00:00:00Z"]
    return ends.contains { PlainDate.internet(text + $0) != nil }
      || PlainDate.internet(text.prefix(16) + ":00" + text.dropFirst(16)) != nil
  }
}
