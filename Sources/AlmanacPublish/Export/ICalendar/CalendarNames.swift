/// Templates for the names of calendars: `calendars:` under `publish:` in `almanac.yaml`.
///
/// `{calendar}` is the common name, `{name}` that of the category, place or source, and `{campus}`
/// that of the campus.
public struct CalendarNames: Hashable, Sendable, Codable {
  public var all = "{calendar}"
  public var category = "{calendar}: {name}"
  public var place = "{calendar}: {name}"
  public var source = "{calendar}: {name}"

  public init() {}

  /// The valid placeholders.
  public static let gaps: Set = ["calendar", "name", "campus"]

  /// The placeholders in a template, without braces.
  public static func gaps(in text: String) -> [String] {
    text.matches(of: /\{([^{}]*)\}/).map { String($0.1) }
  }

  /// Replaces the placeholders in one pass: braces in inserted names aren't interpreted.
  static func fill(_ text: String, calendar: String, name: String, campus: String) -> String {
    var filled = ""
    var rest = text[...]
    while let opening = rest.firstIndex(of: "{") {
      filled += rest[..<opening]
      let gap = rest[rest.index(after: opening)...].prefix { $0 != "{" && $0 != "}" }
      rest = rest[opening...]
      let end = gap.endIndex
      if end < rest.endIndex, rest[end] == "}" {
        rest = rest[rest.index(after: end)...]
        switch gap {
        case "calendar": filled += calendar
        case "name": filled += name
        case "campus": filled += campus
        default: filled += "{\(gap)}"
        }
      } else {
        filled += rest[..<end]
        rest = rest[end...]
      }
    }
    return filled + rest
  }
}
