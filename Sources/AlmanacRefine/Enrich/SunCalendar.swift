import AlmanacModel
import AlmanacTime

/// Sunrise and sunset by day, once for all places of some square kilometers.
struct SunCalendar {
  private struct Key: Hashable {
    let day: Int
    let latitude: Int
    let longitude: Int
  }

  private var known: [Key: SunTimes?] = [:]

  /// A twentieth of a degree moves the sun by at most twelve seconds.
  mutating func times(on date: CivilDate, at place: Coordinate) -> SunTimes? {
    let key = Key(
      day: date.dayNumber, latitude: Int((place.latitude * 20).rounded()),
      longitude: Int((place.longitude * 20).rounded()))
    if let times = known[key] { return times }
    let middle = Coordinate(
      latitude: Double(key.latitude) / 20, longitude: Double(key.longitude) / 20)
    let times = SunTimes(on: date, at: middle ?? place)
    known[key] = .some(times)
    return times
  }
}
