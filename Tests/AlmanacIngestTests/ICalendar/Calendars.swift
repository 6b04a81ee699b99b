import AlmanacModel
import AlmanacTime

@testable import AlmanacIngest

/// A VCALENDAR with the given lines.
func calendar(_ lines: String..., end: String = "\r\n") -> [UInt8] {
  let all =
    ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Test//EN"] + lines + ["END:VCALENDAR", ""]
  return Array(all.joined(separator: end).utf8)
}

/// A VCALENDAR with one event of the given properties, and a default start.
func event(_ properties: String...) -> [UInt8] { event(properties) }

func event(_ properties: [String]) -> [UInt8] {
  let start = properties.contains { $0.hasPrefix("DTSTART") } ? [] : ["DTSTART:20260303T190000Z"]
  let lines =
    ["BEGIN:VCALENDAR", "VERSION:2.0", "BEGIN:VEVENT", "UID:one@example.edu"] + properties
    + start + ["END:VEVENT", "END:VCALENDAR", ""]
  return Array(lines.joined(separator: "\r\n").utf8)
}

func readCalendar(_ bytes: [UInt8], zone: String? = nil) -> ParsedFeed {
  let zones = ZoneDatabase.system
  let context = ReadingContext(zone: zone.flatMap(zones.zone(named:)), zones: zones)
  return ICalendarReader.read(bytes, context: context)
}

extension ParsedFeed {
  var codes: [String] { document.problems.map(\.code.rawValue) }
  var first: Entry { entries.first ?? Entry() }
}

extension Entry {
  var codes: [String] { problems.map(\.code.rawValue) }
}
