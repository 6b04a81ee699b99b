public import AlmanacModel
import AlmanacRecords
public import AlmanacTime
import GRDB

/// The forecasts from one request of a weather source. '' is the request of a source with only one.
public struct RequestedForecasts: Sendable {
  public var request: String
  public var forecasts: [Forecast]

  public init(request: String = "", _ forecasts: [Forecast]) {
    self.request = request
    self.forecasts = forecasts
  }
}

/// The age of the forecasts from one request.
public struct ForecastAge: Hashable, Sendable {
  public var source: String
  public var request: String
  /// When the provider last confirmed them, with the same bytes or "not modified".
  public var confirmedAt: Instant?
  /// When the newest of them was computed; nil if the provider doesn't publish it.
  public var issuedAt: Instant?
}

extension Workspace {
  /// The forecasts of a campus, in the order of source and document.
  ///
  /// `fetchedAt` is the time of the provider's last confirmation, by the same bytes or "not
  /// modified".
  public func forecasts(campus: String) throws -> [Forecast] {
    try database.read { database in
      var forecasts: [Forecast] = []
      let rows = try Row.fetchCursor(
        database,
        sql: """
          SELECT f.source || '/' || f.ordinal AS key, f.payload, \(Self.confirmation) AS confirmed
          FROM forecast f \(Self.confirmationJoin) WHERE f.campus = ? ORDER BY f.source, f.ordinal
          """, arguments: [campus])
      while let row = try rows.next() {
        var forecast = try RecordCoding.record(
          Forecast.self, from: row["payload"], table: "forecast", key: row["key"])
        if let confirmed: Instant = row["confirmed"] {
          forecast.fetchedAt = max(forecast.fetchedAt, confirmed)
        }
        forecasts.append(forecast)
      }
      return forecasts
    }
  }

  /// The current forecasts from one request of a source, in the order of the document.
  public func forecasts(source: String, request: String) throws -> [Forecast] {
    try records(
      Forecast.self, table: "forecast",
      sql: """
        SELECT source || '/' || ordinal AS key, payload FROM forecast
        WHERE source = ? AND request = ? ORDER BY ordinal
        """, arguments: [source, request])
  }

  /// The ages of a campus's forecasts, by source and request.
  ///
  /// - Parameter byIssue: Whether forecasts of one request are grouped by the time they were
  ///   computed.
  public func forecastAges(campus: String, byIssue: Bool = false) throws -> [ForecastAge] {
    let issued = "json_extract(f.payload, '$.issuedAt')"
    return try database.read { database in
      try Row.fetchAll(
        database,
        sql: """
          SELECT f.source, f.request, \(Self.confirmation) AS confirmed, MAX(\(issued)) AS issued
          FROM forecast f \(Self.confirmationJoin)
          WHERE f.campus = ? GROUP BY f.source, f.request\(byIssue ? ", \(issued)" : "")
          ORDER BY f.source, f.request, issued
          """, arguments: [campus]
      ).map { row in
        let issued: String? = row["issued"]
        return ForecastAge(
          source: row["source"], request: row["request"],
          confirmedAt: row["confirmed"],
          issuedAt: issued.flatMap { Instant(rfc3339: $0) })
      }
    }
  }

  private static let confirmation =
    "CASE WHEN f.request = '' THEN s.lastSuccessAt ELSE r.lastSuccessAt END"
  private static let confirmationJoin = """
    LEFT JOIN sourceState s ON s.source = f.source
    LEFT JOIN request r ON r.source = f.source AND r.request = f.request
    """
}
