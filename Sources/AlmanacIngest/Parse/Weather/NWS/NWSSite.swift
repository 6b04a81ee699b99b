import AlmanacModel
import AlmanacTime

/// The location and the time of issue of an NWS document.
struct NWSSite {
  private let point: Coordinate
  private let grid: Coordinate?
  private let elevation: Double?
  private let issuedAt: Instant?

  /// Returns nil if the document has no location and not exactly one point was requested.
  init?(_ document: JSONValue, in collector: inout WeatherCollector) {
    grid = Self.point(document["geometry"])
    let points = collector.context.points
    if let grid {
      point = collector.point(for: grid)
    } else if points.count == 1 {
      point = points[0]
    } else {
      return nil
    }
    let properties = document["properties"]
    let height = properties?["elevation"]
    elevation = height?["value"]?.looseNumber.flatMap {
      WeatherUnits.conversion(.length, unit: height?["unitCode"]?.filledString)?.apply($0)
    }
    issuedAt = properties?["updateTime"]?.timestamp ?? properties?["updated"]?.timestamp
  }

  func forecast(at: Instant, resolution: Int, _ collector: WeatherCollector) -> Forecast {
    var forecast = collector.forecast(for: point, grid: grid, at: at, resolution: resolution)
    forecast.elevation = elevation
    forecast.issuedAt = issuedAt
    return forecast
  }

  /// The point of a geometry: that of a forecast's cell, or the center of the cell.
  private static func point(_ geometry: JSONValue?) -> Coordinate? {
    func coordinate(_ json: JSONValue?) -> Coordinate? {
      guard let position = json?.array, position.count >= 2, let longitude = position[0].double,
        let latitude = position[1].double
      else { return nil }
      return Coordinate(latitude: latitude, longitude: longitude)
    }
    switch geometry?["type"]?.string {
    case "Point": return coordinate(geometry?["coordinates"])
    case "GeometryCollection":
      let parts = geometry?["geometries"]?.array ?? []
      let points = parts.filter { $0["type"]?.string == "Point" }
      return (points.isEmpty ? parts.filter { $0["type"]?.string == "Polygon" } : points)
        .lazy.compactMap(point).first
    case "Polygon":
      // The last corner repeats the first.
      let corners = (geometry?["coordinates"]?.array?.first?.array ?? []).dropLast()
        .compactMap(coordinate)
      guard !corners.isEmpty else { return nil }
      let count = Double(corners.count)
      return Coordinate(
        latitude: corners.map(\.latitude).reduce(0, +) / count,
        longitude: corners.map(\.longitude).reduce(0, +) / count)
    default: return nil
    }
  }
}
