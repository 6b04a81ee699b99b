public import AlmanacModel
public import AlmanacTime
import Foundation

/// The position of the sun, to about a tenth of a degree: the sunrise equation.
struct SunPosition {
  /// Radians from the equator.
  let declination: Double
  /// Days by which the sun is later than a clock of mean solar time.
  let delay: Double

  /// The sun's upper edge is at the horizon, with mean refraction (−0.833°).
  static let horizon = radians(-0.833)

  /// - Parameter days: Since noon of 1 January 2000 (J2000).
  init(days: Double) {
    let anomaly = Self.radians(357.5291 + 0.985_600_28 * days)
    let center = 1.9148 * sin(anomaly) + 0.02 * sin(2 * anomaly) + 0.0003 * sin(3 * anomaly)
    let longitude = anomaly + Self.radians(center + 180 + 102.9372)
    delay = 0.0053 * sin(anomaly) - 0.0069 * sin(2 * longitude)
    declination = asin(sin(longitude) * sin(Self.radians(23.44)))
  }

  static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }
}

/// Whether it is day.
public enum Daylight {
  /// Whether the sun is up, polar days and nights included.
  public static func isDay(at instant: Instant, in place: Coordinate) -> Bool {
    let days = Double(instant.secondsSinceEpoch - 946_728_000) / 86_400
    let sun = SunPosition(days: days)
    let hour = 2 * Double.pi * (days + place.longitude / 360 - sun.delay)
    let latitude = SunPosition.radians(place.latitude)
    let height =
      sin(latitude) * sin(sun.declination) + cos(latitude) * cos(sun.declination) * cos(hour)
    return height > sin(SunPosition.horizon)
  }
}
