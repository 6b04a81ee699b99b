public import AlmanacModel
import AlmanacRecords
public import AlmanacTime
import GRDB

/// What one request of a weather source gave; '' for the request of a source that has but one.
public struct RequestedForecasts: Sendable {
  public var request: String
  public var forecasts: [Forecast]

  public init(request: String = "", _ forecasts: [Forecast]) {
    self.request = request
    self.forecasts = forecasts
  }
}

/// How old what one request gave is.
public struct ForecastAge: Hashable, Sendable {
  public var source: String
  public var request: String
  /// When the provider last said that it holds.
  public var confirmedAt: Instant?
  /// When the newest of it was computed, where the provider says so.
  public var issuedAt: Instant?
}

extension Workspace {
  /// In the order of source and document. They count as fetched when the provider last said that
  /// they hold, with the same bytes or "not modified".
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
        if let confirmed = Self.instant(row["confirmed"]) {
          forecast.fetchedAt = max(forecast.fetchedAt, confirmed)
        }
        forecasts.append(forecast)
      }
      return forecasts
    }
  }

  /// What one request of a source gave last.
  public func forecasts(source: String, request: String) throws -> [Forecast] {
    try records(
      Forecast.self, table: "forecast",
      sql: """
        SELECT source || '/' || ordinal AS key, payload FROM forecast
        WHERE source = ? AND request = ? ORDER BY ordinal
        """, arguments: [source, request])
  }

  /// How old the forecasts of a campus are, request by request.
  ///
  /// - Parameter byIssue: Whether forecasts of one request that were computed at several times are told
  ///   apart.
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
          confirmedAt: Self.instant(row["confirmed"]),
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
