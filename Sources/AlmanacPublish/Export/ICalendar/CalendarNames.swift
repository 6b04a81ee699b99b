/// What calendars are called, as subscribers see it; `calendars:` under `publish:` in `almanac.yaml`.
///
/// In each text `{calendar}` stands for the name of them all, `{name}` for that of the category, place
/// or source, and `{campus}` for its campus's.
public struct CalendarNames: Hashable, Sendable, Encodable {
  public var all = "{calendar}"
  public var category = "{calendar}: {name}"
  public var place = "{calendar}: {name}"
  public var source = "{calendar}: {name}"

  public init() {}

  /// What may stand in braces.
  public static let gaps: Set = ["calendar", "name", "campus"]

  /// The words in braces of a text.
  public static func gaps(in text: String) -> [String] {
    text.matches(of: /\{([^{}]*)\}/).map { String($0.1) }
  }

  /// In one pass: what is filled in is not looked into.
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
