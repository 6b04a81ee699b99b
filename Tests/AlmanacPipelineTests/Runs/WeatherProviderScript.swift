import AlmanacTestSupport
import Foundation
import Logging
import Synchronization

/// A weather provider of a test: MET Norway under `/met`, the NWS under `/points`, WeatherAPI under
/// `/api`.
final class WeatherProviderScript: Sendable {
  struct State: Sendable {
    /// Whether what was answered before still holds.
    var holds = false
    /// Answers by path, and to everything.
    var failing: [String: LoopbackServer.Response] = [:]
    var all: LoopbackServer.Response?
    /// The cell of the NWS's grid.
    var grid = "7,8"
    /// Where the NWS's document leads instead.
    var link: String?
    /// A key that the answers repeat, as some do.
    var repeatsKey = ""
  }

  private let state = Mutex(State())

  func set(_ change: (inout State) -> Void) { state.withLock { change(&$0) } }

  /// Another time for each path.
  func lastModified(of path: String) -> String {
    let minute = path.utf8.reduce(0) { ($0 &* 31 &+ Int($1)) % 60 }
    return "Mon, 02 Mar 2026 11:\(minute < 10 ? "0" : "")\(minute):00 GMT"
  }

  func answer(to request: LoopbackServer.Request) -> LoopbackServer.Response {
    let state = state.withLock { $0 }
    let path = request.path
    if let answer = state.all ?? state.failing[path] { return answer }
    let headers = [
      ("Last-Modified", lastModified(of: path)), ("Cache-Control", "max-age=14400"),
      ("ETag", "\"\(state.repeatsKey)\""),
    ]
    if state.holds, request.headers["if-modified-since"] == lastModified(of: path) {
      return .init(304, [("Cache-Control", "max-age=14400")])
    }
    if path.hasPrefix("/points/") {
      let link = state.link ?? "/gridpoints/\(state.grid)/hourly"
      return .init(200, text: #"{"properties": {"forecastHourly": "\#(link)"}}"#)
    }
    if path.hasPrefix("/gridpoints/") {
      guard path == "/gridpoints/\(state.grid)/hourly" else {
        return .init(404, text: #"{"title": "Not Found", "correlationId": "1"}"#)
      }
      return .init(200, headers, text: Self.nws)
    }
    if path.hasPrefix("/api") {
      if path.contains("Nowhere") {
        return .init(
          400, text: #"{"error": {"code": 1006, "message": "No matching location found."}}"#)
      }
      return .init(200, headers, text: Self.weatherAPI(echo: state.repeatsKey, path))
    }
    return .init(200, headers, text: Self.metNorway(path))
  }

  /// 40 days of hours; the temperature is of the point, so that answers differ.
  private static func metNorway(_ path: String) -> String {
    let numbers = path.matches(of: /-?\d+\.\d+/).map { String($0.output) }
    let latitude = Double(numbers.first ?? "") ?? 0
    let longitude = Double(numbers.last ?? "") ?? 0
    let steps = (0..<960).map { hour in
      """
      {"time": "\(time(hour))", "data": {
        "instant": {"details": {"air_temperature": \((latitude * 1_000).rounded() / 50)}},
        "next_1_hours": {"summary": {"symbol_code": "cloudy"},
          "details": {"precipitation_amount": 0.0}}}}
      """
    }
    return """
      {"type": "Feature",
       "geometry": {"type": "Point", "coordinates": [\(longitude), \(latitude), 10]},
       "properties": {"meta": {"units": {"air_temperature": "celsius",
         "precipitation_amount": "mm"}}, "timeseries": [\(steps.joined(separator: ",\n"))]}}
      """
  }

  private static let nws: String = {
    let periods = (0..<960).map { hour in
      """
      {"startTime": "\(time(hour))", "endTime": "\(time(hour + 1))", "isDaytime": true,
       "temperature": 86, "temperatureUnit": "F", "shortForecast": "Sunny"}
      """
    }
    return """
      {"@context": [{"wx": "https://api.weather.gov/ontology#"}], "type": "Feature",
       "geometry": {"type": "Point", "coordinates": [103.771, 1.301]},
       "properties": {"periods": [\(periods.joined(separator: ",\n"))]}}
      """
  }()

  private static func weatherAPI(echo: String, _ path: String) -> String {
    let isPoint = path.contains("1.3000")
    let place = isPoint ? (1.3, 103.77) : (-37.81, 144.96)
    let hours = (0..<120).map { hour in
      """
      {"time_epoch": \(1_772_452_800 + hour * 3_600), "temp_c": 14.0,
       "condition": {"text": "Patchy rain possible", "code": 1063}}
      """
    }
    return """
      {"location": {"name": "\(echo)", "lat": \(place.0), "lon": \(place.1)},
       "request": "\(path) \(echo)",
       "forecast": {"forecastday": [{"date": "2026-03-02", "hour": [\(hours.joined(separator: ","))]}]}}
      """
  }

  /// RFC 3339, hours after noon of 2 March 2026.
  private static func time(_ hour: Int) -> String {
    ISO8601DateFormatter().string(
      from: Date(timeIntervalSince1970: 1_772_452_800 + Double(hour) * 3_600))
  }
}

/// Keeps everything that is logged.
final class LogKeeper: Sendable {
  private let lines = Mutex("")

  var text: String { lines.withLock { $0 } }

  var logger: Logger {
    var logger = Logger(label: "test") { _ in Handler(keeper: self) }
    logger.logLevel = .trace
    return logger
  }

  private struct Handler: LogHandler {
    let keeper: LogKeeper
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      keeper.lines.withLock { $0 += "\(event.message) \(event.metadata ?? [:])\n" }
    }
  }
}
