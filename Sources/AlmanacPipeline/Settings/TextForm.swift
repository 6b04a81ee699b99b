import AlmanacIngest
import AlmanacModel
import AlmanacPlan
import AlmanacPublish
import AlmanacRefine
import AlmanacTime
import Foundation

/// The form of a text, as the schemas name it in `format` or `x-type`.
enum TextForm: String {
  case duration, size, time, slug, zone, pattern, day, hours, link
  case limit = "duration, at least 1s"
  case gap = "duration up to 60s, or `250ms`"
  case shift = "duration, may begin with `-`"
  case minute = "time of day"
  case calendarTime = "time or day"
  case datePattern = "date pattern"
  case reference = "reference to an event"
  case folder = "address of a folder"
  case web = "web address"
  case tiles = "address of tiles"
  case calendar = "name of a calendar"
  case calendars = "name of calendars"

  /// What is wrong with the text; nil if it has this form.
  func mistake(in node: ConfigurationNode) -> String? {
    let text = node.text ?? ""
    func unless(_ isRight: Bool, _ mistake: @autoclosure () -> String) -> String? {
      isRight ? nil : mistake()
    }
    var duration: String { "expected a duration such as 60s, 30m, 24h or 14d, not '\(text)'" }
    switch self {
    case .duration: return unless(node.seconds != nil, duration)
    case .limit:
      return node.seconds.map { unless($0 > 0, "must be at least 1s") } ?? duration
    case .gap:
      return unless(
        node.milliseconds != nil, node.seconds == nil ? duration : "must be at most 60s")
    case .shift: return unless(node.signedSeconds != nil, duration)
    case .size:
      return unless(node.bytes != nil, "expected a size such as 500kB or 64MB, not '\(text)'")
    case .time:
      return unless(
        Instant(rfc3339: text) != nil, "expected an RFC 3339 time such as 2026-03-02T12:00:00Z")
    case .slug:
      return unless(text.isSlug, "'\(text)' must be of small letters, digits and hyphens")
    case .zone:
      return unless(
        ZoneDatabase.system.zone(named: text) != nil,
        "'\(text)' is no IANA time zone, such as Europe/Paris")
    case .minute:
      return unless(
        ConfigurationNode.minutes(ofTime: text) != nil, "expected a time of day such as \"22:00\"")
    case .hours: return unless(QuietHours(text) != nil, "expected hours such as 22:00-07:00")
    case .day:
      return unless(CivilDate(iso8601: text) != nil, "'\(text)' is no day such as 2026-03-05")
    case .calendarTime:
      return unless(
        CalendarTime(text) != nil, "'\(text)' is no time such as 2026-03-05T09:00, and no day")
    case .datePattern:
      return unless(
        DateFormat.isUnderstood(text),
        "'\(text)' is no date pattern such as 'd MMM yyyy' or 'HH:mm', nor epoch-s or epoch-ms")
    case .pattern:
      do throws(TextPatternError) {
        _ = try TextPattern(text)
        return nil
      } catch {
        return error.description
      }
    case .reference:
      return unless(
        EventReference(text) != nil, "'\(text)' is neither an event's id nor ID@2026-03-05")
    case .link:
      return unless(
        WebLink.safe(text) != nil, "expected an http, https or mailto address without blanks")
    case .folder:
      return unless(
        EditionAddress(text) != nil,
        "'\(text)' is no http or https address of a folder, such as https://events.example.edu")
    case .web:
      return unless(HealthPing.isAddress(text), "'\(text)' is no http or https URL")
    case .tiles:
      return unless(
        SiteOptions.Tiles(url: text, attribution: "").isUsable,
        "expected an address such as https://tiles.example/{z}/{x}/{y}.png")
    case .calendar: return Self.mistake(in: text, gaps: CalendarNames.gaps.subtracting(["name"]))
    case .calendars:
      return Self.mistake(in: text, gaps: CalendarNames.gaps)
        ?? unless(
          text.contains("{name}"),
          "'{name}' is missing: without it all of these calendars have one name")
    }
  }

  /// What is wrong with a name of calendars that may have these placeholders.
  private static func mistake(in text: String, gaps: Set<String>) -> String? {
    guard let gap = CalendarNames.gaps(in: text).first(where: { !gaps.contains($0) }) else {
      return nil
    }
    let known = gaps.sorted().map { "{\($0)}" }.joined(separator: ", ")
    return "'{\(gap)}' is no placeholder here; known are \(known)"
  }
}
