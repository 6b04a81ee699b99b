import AlmanacTime
import Foundation
import Testing

@Suite struct CalendarTimeTests {
  @Test(
    "Each form is parsed and written back",
    arguments: [
      ("2026-03-03", "2026-03-03", "2026-03-03"),
      ("2026-03-03T19:00:00", "2026-03-03T19:00:00", "2026-03-03T19:00:00"),
      ("2026-03-03T19:00", "2026-03-03T19:00:00", "2026-03-03T19:00:00"),
      (
        "2026-03-03T19:00:00+08:00[Asia/Singapore]", "2026-03-03T19:00:00+08:00[Asia/Singapore]",
        "2026-03-03T19:00:00+08:00"
      ),
      ("2026-03-03T11:00:00Z", "2026-03-03T11:00:00Z", "2026-03-03T11:00:00Z"),
      ("2026-03-03T11:00:00+00:00", "2026-03-03T11:00:00+00:00", "2026-03-03T11:00:00+00:00"),
      ("2026-03-03T11:00:00+00:00[UTC]", "2026-03-03T11:00:00Z", "2026-03-03T11:00:00Z"),
      ("2026-03-03T19:00-05:30", "2026-03-03T19:00:00-05:30", "2026-03-03T19:00:00-05:30"),
      (
        "2026-07-03T11:00:00Z[Europe/Berlin]", "2026-07-03T13:00:00+02:00[Europe/Berlin]",
        "2026-07-03T13:00:00+02:00"
      ),
      (
        "2026-07-03T11:00:00+02:00[!Europe/Berlin][u-ca=gregory]",
        "2026-07-03T11:00:00+02:00[Europe/Berlin]", "2026-07-03T11:00:00+02:00"
      ),
    ])
  func reads(text: String, description: String, publicText: String) throws {
    let time = try #require(CalendarTime(text))
    #expect(time.description == description)
    #expect(time.publicText == publicText)
    #expect(CalendarTime(description) == time)
    let data = try JSONEncoder().encode([time])
    #expect(try JSONDecoder().decode([CalendarTime].self, from: data) == [time])
  }

  @Test(
    "Invalid texts are refused",
    arguments: [
      "", "2026", "2026-02-30", "2026-03-03T25:00", "2026-03-03T19:00:00[Asia/Singapore]",
      "2026-03-03T19:00:00+08:00[Asia", "2026-03-03T19:00:00+08:00[A][B]",
      "2026-03-03T19:00:00+08:00[!x=y]", "2026-03-03T19:00:00Z ", "2026-03-03[Asia/Singapore]",
    ])
  func refuses(text: String) {
    #expect(CalendarTime(text) == nil)
  }

  @Test("A day starts at midnight of the given zone, and a zoned time ignores it")
  func instants() throws {
    let singapore = try #require(ZoneDatabase.system.zone(named: "Asia/Singapore"))
    #expect(
      CalendarTime("2026-03-03")?.instant(in: singapore).rfc3339 == "2026-03-02T16:00:00Z")
    #expect(
      CalendarTime("2026-03-03T19:00")?.instant(in: singapore).rfc3339 == "2026-03-03T11:00:00Z")
    #expect(
      CalendarTime("2026-03-03T19:00Z")?.instant(in: singapore).rfc3339 == "2026-03-03T19:00:00Z")
    #expect(
      CalendarTime("2026-03-03T19:00")?.anchored(in: singapore).description
        == "2026-03-03T19:00:00+08:00[Asia/Singapore]")
    #expect(CalendarTime("2026-03-03")?.anchored(in: singapore).isDay == true)
  }

  @Test(
    "Days are nominal and hours are exact across a change of offset",
    arguments: [
      ("2026-03-07T12:00:00-05:00[America/New_York]", "P1D", "2026-03-08T12:00:00-04:00"),
      ("2026-03-07T12:00:00-05:00[America/New_York]", "PT24H", "2026-03-08T13:00:00-04:00"),
      ("2026-03-07T02:30:00-05:00[America/New_York]", "P1D", "2026-03-08T03:30:00-04:00"),
      ("2026-11-01T01:30:00-05:00[America/New_York]", "PT1H", "2026-11-01T02:30:00-05:00"),
      ("2026-11-01T01:30:00-04:00[America/New_York]", "PT1H", "2026-11-01T01:30:00-05:00"),
      ("2026-10-31T12:00:00-04:00[America/New_York]", "P1DT1H", "2026-11-01T13:00:00-05:00"),
      ("2026-03-07T12:00:00-05:00", "P1W", "2026-03-14T12:00:00-05:00"),
      ("2026-03-07T12:00:00", "-P1DT12H", "2026-03-06T00:00:00"),
      ("2026-03-07", "P2W", "2026-03-21"),
      ("2026-03-07", "PT36H", "2026-03-08"),
    ])
  func adds(start: String, duration: String, end: String) throws {
    let time = try #require(CalendarTime(start))
    let duration = try #require(CalendarDuration(duration))
    #expect(time.adding(duration, zones: .system).publicText == end)
  }

  @Test(
    "Durations are parsed and written in the form of RFC 5545",
    arguments: [
      ("P1DT2H", 1, 7200, "P1DT2H"), ("-PT15M", 0, -900, "-PT15M"), ("P1W", 7, 0, "P1W"),
      ("+P15DT5H0M20S", 15, 18_020, "P15DT5H0M20S"), ("p7w", 49, 0, "P7W"), ("P0D", 0, 0, "PT0S"),
      ("PT90M", 0, 5400, "PT1H30M"), ("P1H30M", 0, 5400, "PT1H30M"), ("-P10D", -10, 0, "-P10D"),
    ])
  func durations(text: String, days: Int, seconds: Int, written: String) throws {
    let duration = try #require(CalendarDuration(text))
    #expect(duration.days == days)
    #expect(duration.seconds == seconds)
    #expect(duration.description == written)
    #expect(CalendarDuration(written) == duration)
  }

  @Test(
    "Invalid durations are refused",
    arguments: ["", "P", "PT", "P1DT", "1D", "P1M", "PT1D", "P-1D", "P1.5D", "P99999999999D"])
  func refusesDurations(text: String) {
    #expect(CalendarDuration(text) == nil)
  }
}
