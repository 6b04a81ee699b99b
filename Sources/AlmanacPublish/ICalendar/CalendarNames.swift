/// What calendars are called, as subscribers see it; `calendars:` under `publish:` in `almanac.yaml`.
///
/// In each text `{calendar}` stands for the name of them all, `{name}` for that of the category, place
/// or source, and `{campus}` for its campus's.
public struct CalendarNames: Hashable, Sendable {
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
    text.replacing(/\{([^{}]*)\}/) { gap in
      switch gap.1 {
      case "calendar": calendar
      case "name": name
      case "campus": campus
      default: String(gap.0)
      }
    }
  }
}
