public import AlmanacModel
public import AlmanacTime
import Foundation

/// All forecasts by source and point, in order of time.
public struct ForecastIndex: Sendable {
  /// The steps of one source for one point.
  struct PointForecast: Sendable {
    let source: String
    let point: Coordinate
    /// By `at`, then by length.
    let steps: [ForecastStep]
    let newestFetch: Instant
    /// nil if the provider omits it.
    let newestIssue: Instant?
    let provider: WeatherProvider
    let attribution: String?
    /// Seconds of the longest step and of the longest accumulation, which bound the search.
    private let longest: Int64
    /// From the first instant to the end of the last step.
    let coverage: Range<Instant>

    init?(source: String, point: Coordinate, _ forecasts: [Forecast]) {
      guard let any = forecasts.max(by: { $0.fetchedAt < $1.fetchedAt }) else { return nil }
      self.source = source
      self.point = point
      provider = any.provider
      attribution = any.attribution
      newestFetch = any.fetchedAt
      newestIssue = forecasts.compactMap(\.issuedAt).max()
      // The series contains the current value too. Without a series, the current value is used.
      let series = forecasts.filter { $0.isCurrent != true }
      let newest = Self.newest(series.isEmpty ? forecasts : series)
      steps = ForecastStep.steps(newest)
      longest =
        steps.map { max($0.end, $0.accumulatedTo) - min($0.at, $0.accumulatedFrom) }.max() ?? 0
      let from = steps.first?.at ?? 0
      let to = max(from, steps.map(\.end).max() ?? from)
      coverage = Instant(secondsSinceEpoch: from)..<Instant(secondsSinceEpoch: to)
    }

    /// The steps that are valid at some time of the interval, and those whose precipitation falls
    /// in it.
    func steps(overlapping interval: Range<Int64>) -> ArraySlice<ForecastStep> {
      // A step and its precipitation begin no earlier than this.
      let first = steps.partitioningIndex { $0.at >= interval.lowerBound - longest }
      let last = steps.partitioningIndex { $0.at >= interval.upperBound + longest }
      return steps[first..<last]
    }

    /// Of two records for one step, the later fetched one counts.
    private static func newest(_ forecasts: [Forecast]) -> [Forecast] {
      struct Step: Hashable {
        let at: Instant
        let resolution: Int
        let from: Instant?
        let to: Instant?
      }
      let chosen = Dictionary(
        forecasts.map {
          (
            Step(
              at: $0.at, resolution: $0.resolution, from: $0.accumulatedFrom, to: $0.accumulatedTo),
            $0
          )
        },
        uniquingKeysWith: { $1.fetchedAt > $0.fetchedAt ? $1 : $0 })
      return chosen.values.sorted {
        ($0.at, $0.resolution, $0.accumulatedFrom ?? $0.at, $0.accumulatedTo ?? $0.at)
          < ($1.at, $1.resolution, $1.accumulatedFrom ?? $1.at, $1.accumulatedTo ?? $1.at)
      }
    }
  }

  private let points: [PointForecast]
  /// By point: its position on the unit sphere, its source, and that source's rank.
  private let vectors: [SIMD3<Double>]
  private let sources: [Int]
  private let ranks: [Int]

  /// - Parameters:
  ///   - forecasts: Of any sources, in any order. Of two for one step, the later fetched one
  ///     counts.
  ///   - preference: Ids of sources in order of preference. All others follow, the nearest first.
  public init(_ forecasts: [Forecast], preference: [String] = []) {
    struct Key: Hashable {
      let source: String
      let point: Coordinate
    }
    let points = Dictionary(grouping: forecasts) { Key(source: $0.source, point: $0.point) }
      .compactMap { PointForecast(source: $0.source, point: $0.point, $1) }
      .sorted {
        ($0.source, $0.point.latitude, $0.point.longitude)
          < ($1.source, $1.point.latitude, $1.point.longitude)
      }
    let order = Dictionary(
      preference.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let names = Dictionary(
      Set(points.map(\.source)).sorted().enumerated().map { ($1, $0) },
      uniquingKeysWith: { first, _ in first })
    self.points = points
    vectors = points.map { Self.vector($0.point) }
    sources = points.map { names[$0.source] ?? 0 }
    ranks = points.map { order[$0.source] ?? .max }
  }

  public var isEmpty: Bool { points.isEmpty }

  /// From the first instant to the end of the last step of any point; nil without forecasts.
  public var span: Range<Instant>? {
    guard let from = points.map(\.coverage.lowerBound).min(),
      let to = points.map(\.coverage.upperBound).max()
    else { return nil }
    return from..<to
  }

  /// The points with forecasts, in a fixed order, with their sources.
  public var places: [String] {
    points.map { "\($0.source) \($0.point.latitude) \($0.point.longitude)" }
  }

  /// Offers the points within a distance in meters, one of each source: by preference of their
  /// sources, then the nearest first, then by source.
  ///
  /// - Parameter take: Returns whether it uses the point. If not, the next point of that source is
  ///   offered. Returns nil to stop.
  /// - Returns: Whether any point is within the distance.
  func offerPoints(
    near coordinate: Coordinate, within limit: Double,
    to take: (_ point: PointForecast, _ distance: Double) -> Bool?
  ) -> Bool {
    let here = Self.vector(coordinate)
    let half = sin(limit / (2 * Self.radius))
    let farthest = 4 * half * half
    var near: [(point: Int, chord: Double)] = []
    for index in vectors.indices {
      let difference = vectors[index] - here
      let chord = (difference * difference).sum()
      if chord <= farthest { near.append((index, chord)) }
    }
    let isAnyNear = !near.isEmpty
    while let best = near.indices.min(by: { precedes(near[$0], near[$1]) }) {
      let chosen = near[best]
      let distance = 2 * Self.radius * asin(min(1, chosen.chord.squareRoot() / 2))
      guard let serves = take(points[chosen.point], distance) else { break }
      if serves {
        let source = sources[chosen.point]
        near.removeAll { sources[$0.point] == source }
      } else {
        near.swapAt(best, near.count - 1)
        near.removeLast()
      }
    }
    return isAnyNear
  }

  private func precedes(
    _ one: (point: Int, chord: Double), _ other: (point: Int, chord: Double)
  ) -> Bool {
    let first = ranks[one.point]
    let second = ranks[other.point]
    if first != second { return first < second }
    if one.chord != other.chord { return one.chord < other.chord }
    return one.point < other.point
  }

  /// Meters to the nearest point; nil without points.
  func distanceToNearest(of coordinate: Coordinate) -> Double? {
    points.lazy.map { $0.point.distance(to: coordinate) }.min()
  }

  /// The radius of the sphere of `Coordinate.distance(to:)`.
  private static let radius = 6_371_008.8

  private static func vector(_ point: Coordinate) -> SIMD3<Double> {
    let latitude = point.latitude * .pi / 180
    let longitude = point.longitude * .pi / 180
    return SIMD3(
      cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude))
  }
}
