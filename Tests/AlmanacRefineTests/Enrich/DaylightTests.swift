import AlmanacModel
import AlmanacTime
import Testing

@testable import AlmanacRefine

@Suite("Daylight") struct DaylightTests {
  private func isDay(_ time: String, _ latitude: Double, _ longitude: Double) throws -> Bool {
    Daylight.isDay(
      at: try #require(Instant(rfc3339: time)),
      in: try #require(Coordinate(latitude: latitude, longitude: longitude)))
  }

  @Test(
    "Day begins at sunrise and ends at sunset, to the minute",
    arguments: [(1.3, 103.8), (51.5, -0.1), (-33.9, 151.2), (40.7, -74), (64.1, -21.9)])
  func changes(latitude: Double, longitude: Double) throws {
    let place = try #require(Coordinate(latitude: latitude, longitude: longitude))
    for day in ["2026-03-02", "2026-06-21", "2026-10-07", "2026-12-21"] {
      let date = try #require(CivilDate(iso8601: day))
      let sun = try #require(SunTimes(on: date, at: place))
      for (time, before) in [(sun.sunrise, false), (sun.sunset, true)] {
        #expect(Daylight.isDay(at: time - 90, in: place) == before, "\(day)")
        #expect(Daylight.isDay(at: time + 90, in: place) == !before, "\(day)")
      }
    }
  }

  @Test("The result does not change during polar day and night")
  func polar() throws {
    for hour in ["00", "06", "12", "18"] {
      #expect(try isDay("2026-06-21T\(hour):00:00Z", 69.6, 18.9))
      #expect(try !isDay("2026-12-21T\(hour):00:00Z", 69.6, 18.9))
    }
    #expect(try isDay("2026-12-21T00:00:00Z", -90, 0))
  }

  @Test("The result doesn't depend on the sign of 180 degrees")
  func antimeridian() throws {
    for hour in 0..<24 {
      let time = "2026-03-02T\(hour < 10 ? "0" : "")\(hour):00:00Z"
      #expect(try isDay(time, -18, 180) == isDay(time, -18, -180))
    }
  }
}
