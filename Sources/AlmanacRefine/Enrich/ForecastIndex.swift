public import AlmanacModel
import AlmanacTime

/// All forecasts by source and point, in order of time.
public struct ForecastIndex: Sendable {
  /// The hours of one source for one point.
  struct PointForecast: Sendable {
    let source: String
    let point: Coordinate
    /// Ascending by `at`, each instant once.
    let hours: [Forecast]
    let newestFetch: Instant

    /// From the first instant to the end of the last step.
    var reach: Range<Instant> {
      guard let first = hours.first, let last = hours.last else {
        return newestFetch..<newestFetch
      }
      return first.at..<max(first.at, last.at + max(0, last.resolution))
    }

    /// The hours that hold at some time of the interval, and those whose rain falls in it.
    func hours(overlapping interval: Range<Instant>) -> [Forecast] {
      hours.filter { hour in
        let holds = hour.at..<max(hour.at, hour.at + max(0, hour.resolution))
        return holds.overlaps(interval) || hour.accumulation?.overlaps(interval) ?? false
      }
    }
  }

  private let points: [PointForecast]

  /// - Parameter forecasts: Of any sources, in any order; of two for one hour the later fetched.
  public init(_ forecasts: [Forecast]) {
    struct Key: Hashable {
      let source: String
      let point: Coordinate
    }
    points = Dictionary(grouping: forecasts) { Key(source: $0.source, point: $0.point) }
      .compactMap { key, forecasts in
        guard let newest = forecasts.map(\.fetchedAt).max() else { return nil }
        let hours = Dictionary(forecasts.map { ($0.at, $0) }) { first, second in
          second.fetchedAt > first.fetchedAt ? second : first
        }
        return PointForecast(
          source: key.source, point: key.point, hours: hours.values.sorted { $0.at < $1.at },
          newestFetch: newest)
      }
      .sorted {
        ($0.source, $0.point.latitude, $0.point.longitude)
          < ($1.source, $1.point.latitude, $1.point.longitude)
      }
  }

  public var isEmpty: Bool { points.isEmpty }

  /// Nearest first, with the distance in meters; equally far ones by source.
  func points(near coordinate: Coordinate) -> [(forecast: PointForecast, distance: Double)] {
    points.map { ($0, $0.point.distance(to: coordinate)) }
      .sorted { ($0.1, $0.0.source) < ($1.1, $1.0.source) }
  }
}

extension Forecast {
  /// The interval over which precipitation was summed, where it is stated and has a length.
  var accumulation: Range<Instant>? {
    guard let accumulatedFrom, let accumulatedTo, accumulatedFrom < accumulatedTo else {
      return nil
    }
    return accumulatedFrom..<accumulatedTo
  }
}
