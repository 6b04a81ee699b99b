import AlmanacTime
import Testing

@Suite struct CivilDateTests {
  @Test(
    "Days that do not exist are refused",
    arguments: [
      "2026-02-30", "2025-02-29", "1900-02-29", "2026-13-01", "2026-00-10", "2026-04-31",
      "0000-01-01", "2026-1-1", "2026-01-01T", "20260101", "", "2026-01-1x",
    ])
  func refuses(text: String) {
    #expect(CivilDate(iso8601: text) == nil)
  }

  @Test(
    "Day numbers count from 1970-01-01",
    arguments: [
      ("1970-01-01", 0), ("1969-12-31", -1), ("2000-02-29", 11_016), ("2026-03-03", 20_515),
      ("0001-01-01", -719_162), ("9999-12-31", 2_932_896),
    ])
  func dayNumbers(text: String, number: Int) throws {
    let date = try #require(CivilDate(iso8601: text))
    #expect(date.dayNumber == number)
    #expect(CivilDate(dayNumber: number) == date)
    #expect(date.description == text)
  }

  @Test("Each day of 400 years follows the previous one")
  func everyDay() throws {
    var expected = (year: 1800, month: 1, day: 1)
    let first = try #require(CivilDate(year: 1800, month: 1, day: 1)).dayNumber
    for number in first..<(first + 146_097) {
      let date = CivilDate(dayNumber: number)
      guard date.year == expected.year, date.month == expected.month, date.day == expected.day,
        date.dayNumber == number
      else {
        Issue.record("day \(number) is \(date), expected \(expected)")
        return
      }
      expected.day += 1
      if expected.day > CivilDate.daysInMonth(year: expected.year, month: expected.month) {
        expected = (expected.year, expected.month + 1, 1)
      }
      if expected.month > 12 { expected = (expected.year + 1, 1, 1) }
    }
  }

  @Test("Arithmetic is clamped to the years 1 to 9999")
  func saturates() {
    #expect(CivilDate(dayNumber: .max) == .max)
    #expect(CivilDate(dayNumber: .min) == .min)
    #expect(CivilDate.max.adding(days: 1) == .max)
    #expect(CivilDate.min.adding(days: .min) == .min)
    #expect(CivilDateTime(localSeconds: .max).description == "9999-12-31T23:59:59")
    #expect(CivilDateTime(localSeconds: .min).description == "0001-01-01T00:00:00")
  }

  @Test(
    "Weekdays, days of the year and ISO weeks are right",
    arguments: [
      ("2026-03-03", Weekday.tuesday, 62, 2026, 10), ("2021-01-03", .sunday, 3, 2020, 53),
      ("2024-12-30", .monday, 365, 2025, 1), ("1970-01-01", .thursday, 1, 1970, 1),
      ("0001-01-01", .monday, 1, 1, 1), ("2000-12-31", .sunday, 366, 2000, 52),
    ])
  func positions(text: String, weekday: Weekday, dayOfYear: Int, year: Int, week: Int) throws {
    let date = try #require(CivilDate(iso8601: text))
    #expect(date.weekday == weekday)
    #expect(date.dayOfYear == dayOfYear)
    #expect(date.isoWeek.year == year)
    #expect(date.isoWeek.week == week)
  }

  @Test("Weekdays are parsed from and written as the letters of RFC 5545")
  func weekdayLetters() {
    for weekday in Weekday.allCases {
      #expect(Weekday(icalendar: weekday.icalendarCode.lowercased()) == weekday)
    }
    #expect(Weekday(icalendar: "XX") == nil)
  }
}
