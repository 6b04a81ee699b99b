public import AlmanacModel

/// The URL of a weather source with placeholders for points and cities.
///
/// `{latitude}` and `{longitude}` are one point, `{latitudes}` and `{longitudes}` several,
/// separated by commas. `{place}` is a point such as `1.2966,103.7764`, or the name of a city.
/// `{key}` is filled in only when the request is sent.
public struct WeatherTemplate: Hashable, Sendable {
  /// The number of points or cities in one request.
  public enum Reach: Hashable, Sendable {
    /// The URL has no placeholder.
    case everything
    case onePoint
    case severalPoints
    /// One point or city.
    case onePlace
  }

  private let text: String
  public let reach: Reach

  /// Returns nil for contradictory placeholders, such as `{latitude}` without `{longitude}`.
  public init?(_ text: String) {
    self.text = text
    let pairs = [("{latitude}", "{longitude}"), ("{latitudes}", "{longitudes}")]
    let one = Self.has(pairs[0], in: text)
    let several = Self.has(pairs[1], in: text)
    guard let one, let several else { return nil }
    switch (one, several, text.contains("{place}")) {
    case (false, false, false): reach = .everything
    case (true, false, false): reach = .onePoint
    case (false, true, false): reach = .severalPoints
    case (false, false, true): reach = .onePlace
    default: return nil
    }
  }

  /// The requests that together contain each point and city once.
  ///
  /// - Parameter sharing: Maximum number of points per request.
  public func requests(
    for points: [Coordinate], cities: [WeatherRequest.City], sharing: Int
  ) -> [ForecastRequest] {
    var seen: Set<ForecastRequest> = []
    let singles = points.map { ForecastRequest(points: [$0]) }
    switch reach {
    case .everything: return [ForecastRequest(points: points)]
    case .onePoint: return singles.filter { seen.insert($0).inserted }
    case .severalPoints:
      return stride(from: 0, to: points.count, by: max(1, sharing)).map { first in
        ForecastRequest(points: Array(points[first..<min(points.count, first + max(1, sharing))]))
      }
    case .onePlace:
      let named = cities.filter { $0.words != nil }.map { ForecastRequest(points: [], city: $0) }
      return (named + singles).filter { seen.insert($0).inserted }
    }
  }

  /// The URL of a request, still with the placeholder `{key}`.
  public func url(of request: ForecastRequest) -> String {
    let degrees = request.points.map(\.degrees)
    let latitudes = degrees.map(\.latitude).joined(separator: ",")
    let longitudes = degrees.map(\.longitude).joined(separator: ",")
    let place = request.city?.words.map(SecretRedaction.encoded) ?? "\(latitudes),\(longitudes)"
    return
      text
      .replacing("{latitude}", with: latitudes).replacing("{longitude}", with: longitudes)
      .replacing("{latitudes}", with: latitudes).replacing("{longitudes}", with: longitudes)
      .replacing("{place}", with: place)
  }

  /// Whether the text contains both placeholders; nil if it contains only one.
  private static func has(_ pair: (String, String), in text: String) -> Bool? {
    let isFirst = text.contains(pair.0)
    return isFirst == text.contains(pair.1) ? isFirst : nil
  }
}
