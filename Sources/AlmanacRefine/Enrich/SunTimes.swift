import AlmanacModel
import AlmanacTime
import Foundation

/// Sunrise and sunset of one day at one place, to about a minute below the polar circles.
///
/// The sunrise equation, with the sun's upper edge at the horizon and mean refraction (−0.833°).
struct SunTimes: Equatable {
  let sunrise: Instant
  let sunset: Instant

  /// nil on days on which the sun does not rise, or does not set.
  init?(on date: CivilDate, at place: Coordinate) {
    // Days since noon of 1 January 2000 (J2000), at the place's mean solar noon.
    let days = Double(date.dayNumber - 10_957) - place.longitude / 360
    let anomaly = Self.radians(357.5291 + 0.985_600_28 * days)
    let center = 1.9148 * sin(anomaly) + 0.02 * sin(2 * anomaly) + 0.0003 * sin(3 * anomaly)
    let longitude = anomaly + Self.radians(center + 180 + 102.9372)
    let transit = days + 0.0053 * sin(anomaly) - 0.0069 * sin(2 * longitude)
    let declination = asin(sin(longitude) * sin(Self.radians(23.44)))
    let latitude = Self.radians(place.latitude)
    let cosine =
      (sin(Self.radians(-0.833)) - sin(latitude) * sin(declination))
      / (cos(latitude) * cos(declination))
    guard cosine > -1, cosine < 1 else { return nil }
    let half = acos(cosine) / (2 * .pi)
    sunrise = Self.instant(transit - half)
    sunset = Self.instant(transit + half)
  }

  private static func radians(_ degrees: Double) -> Double { degrees * .pi / 180 }

  /// J2000 is noon of 1 January 2000.
  private static func instant(_ days: Double) -> Instant {
    Instant(secondsSinceEpoch: 946_728_000 + Int64((days * 86_400).rounded()))
  }
}
