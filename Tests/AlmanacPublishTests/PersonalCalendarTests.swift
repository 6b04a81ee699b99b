import AlmanacModel
import AlmanacPublish
import AlmanacTime
import Foundation
import Testing

@Suite("Personal calendars") struct PersonalCalendarTests {
  private let now = Instant(secondsSinceEpoch: 1_800_000_000)

  private func calendar(_ change: (inout PersonalCalendar.Entry) -> Void) throws -> String {
    let zone = try #require(ZoneDatabase.system.zone(named: "Europe/Vienna"))
    var entry = PersonalCalendar.Entry(
      uid: "ada-x@town.example", modified: now, title: "Dinner; with, friends",
      start: .zoned(ZonedTime(now, in: .utc)))
    change(&entry)
    let bytes = PersonalCalendar(title: "Ada", zone: zone).calendar(of: [entry], now: now)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test("Times are written in the person's zone, which the calendar declares")
  func zones() throws {
    let text = try calendar { $0.end = .zoned(ZonedTime(now + 3_600, in: .utc)) }
    #expect(text.contains("TZID:Europe/Vienna\r\n"))
    #expect(text.contains("DTSTART;TZID=Europe/Vienna:20270115T090000\r\n"))
    #expect(text.contains("DTEND;TZID=Europe/Vienna:20270115T100000\r\n"))
    #expect(text.contains("SUMMARY:Dinner\\; with\\, friends\r\n"))
    #expect(text.contains("CLASS:PRIVATE\r\n"))
  }

  @Test(
    "GEO has up to six decimals and no exponent, which RFC 5545 does not allow",
    arguments: [
      (0.00005, -179.5, "0.00005;-179.5"), (-0.000_000_4, 100, "0;100"),
      (48.1234567, 10.000001, "48.123457;10.000001"),
    ])
  func degrees(latitude: Double, longitude: Double, expected: String) throws {
    let text = try calendar {
      $0.coordinate = Coordinate(latitude: latitude, longitude: longitude)
    }
    #expect(text.contains("GEO:\(expected)\r\n"))
  }

  @Test("A calendar of whole days declares no zone, but an empty calendar does")
  func zoneOfDays() throws {
    let day = try calendar { $0.start = .day(CivilDate(dayNumber: 21_000)) }
    #expect(day.contains("DTSTART;VALUE=DATE:20270701\r\n"))
    #expect(!day.contains("VTIMEZONE"))
    let zone = try #require(ZoneDatabase.system.zone(named: "Europe/Vienna"))
    let personal = PersonalCalendar(title: "Ada", zone: zone)
    let empty = String(
      decoding: personal.calendar(of: [PersonalCalendar.Entry](), now: now), as: UTF8.self)
    #expect(empty.contains("TZID:Europe/Vienna\r\n"))
  }

  @Test("Lines are folded, and a text can't begin a new line")
  func folds() throws {
    let text = try calendar {
      $0.text = String(repeating: "née ", count: 60) + "\r\nEND:VCALENDAR\nBEGIN:VEVENT"
    }
    for line in text.components(separatedBy: "\r\n") { #expect(line.utf8.count <= 75) }
    #expect(text.components(separatedBy: "\r\nEND:VCALENDAR").count == 2)
    #expect(text.components(separatedBy: "\r\nBEGIN:VEVENT").count == 2)
  }

  @Test("Links that aren't http or https are omitted")
  func links() throws {
    let text = try calendar {
      $0.link = "javascript:alert(1)"
      $0.picture = "file:///etc/passwd"
      $0.alarm = PersonalCalendar.Alarm(lead: 600, tone: "data:audio/wav;base64,AA")
    }
    #expect(!text.contains("URL:") && !text.contains("IMAGE") && !text.contains("ACTION:AUDIO"))
    #expect(text.contains("ACTION:DISPLAY\r\nTRIGGER:-PT10M\r\n"))
  }

  @Test("An end that isn't after the start, or of another value type, is omitted")
  func ends() throws {
    #expect(try !calendar { $0.end = $0.start }.contains("DTEND"))
    #expect(try !calendar { $0.end = .day(CivilDate(dayNumber: 30_000)) }.contains("DTEND"))
  }
}
