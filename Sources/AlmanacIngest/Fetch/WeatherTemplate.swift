public import AlmanacModel
import Foundation

/// The URL of a weather source with places for what is asked for.
///
/// `{latitude}` and `{longitude}` take one point a request, `{latitudes}` and `{longitudes}` several,
/// separated by commas; `{place}` takes a point as `1.2966,103.7764`, or the name of a city that the
/// provider is to find. `{key}` is filled in when the request is sent, and nowhere else.
public struct WeatherTemplate: Hashable, Sendable {
  public enum Reach: Hashable, Sendable {
    /// The URL is the same whatever is asked for.
    case everything
    case onePoint
    case severalPoints
    /// One point or city.
    case onePlace
  }

  private let text: String
  public let reach: Reach

  /// nil where the template says two things at once, such as `{latitude}` without `{longitude}`.
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

  /// What to ask for, so that every point and city is asked for once.
  ///
  /// - Parameter sharing: Points that one request may ask for.
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

  /// The URL of one request, with `{key}` still in it.
  public func url(of request: ForecastRequest) -> String {
    let degrees = request.points.map(\.degrees)
    let latitudes = degrees.map(\.latitude).joined(separator: ",")
    let longitudes = degrees.map(\.longitude).joined(separator: ",")
    let place = request.city?.words.map(Self.encoded) ?? "\(latitudes),\(longitudes)"
    return
      text
      .replacing("{latitude}", with: latitudes).replacing("{longitude}", with: longitudes)
      .replacing("{latitudes}", with: latitudes).replacing("{longitudes}", with: longitudes)
      .replacing("{place}", with: place)
  }

  /// Whether both of a pair are there; nil for one alone.
  private static func has(_ pair: (String, String), in text: String) -> Bool? {
    let isFirst = text.contains(pair.0)
    return isFirst == text.contains(pair.1) ? isFirst : nil
  }

  /// Percent-encoded but for what RFC 3986 section 2.3 leaves as it is.
  private static func encoded(_ words: String) -> String {
    words.addingPercentEncoding(withAllowedCharacters: SecretRedaction.unreserved) ?? words
  }
}
