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
    let noon = Double(date.dayNumber - 10_957) - place.longitude / 360
    let sun = SunPosition(days: noon)
    let transit = noon + sun.delay
    let declination = sun.declination
    let latitude = SunPosition.radians(place.latitude)
    let cosine =
      (sin(SunPosition.horizon) - sin(latitude) * sin(declination))
      / (cos(latitude) * cos(declination))
    guard cosine > -1, cosine < 1 else { return nil }
    let half = acos(cosine) / (2 * .pi)
    sunrise = Self.instant(transit - half)
    sunset = Self.instant(transit + half)
  }

  /// J2000 is noon of 1 January 2000.
  private static func instant(_ days: Double) -> Instant {
    Instant(secondsSinceEpoch: 946_728_000 + Int64((days * 86_400).rounded()))
  }
}
