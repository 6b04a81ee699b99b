import AlmanacModel
import AlmanacRecords
import GRDB

/// A set of records that `almanac export` writes: the results of one stage, or the input of
/// another.
public enum RecordSet: String, CaseIterable, Sendable {
  /// The definitions of sources as last read.
  case sources
  /// Listings, forecasts, and the states of fetching and parsing.
  case parse
  /// The venue queries for `geocode`.
  case venues
  case geocode
  /// The data of the previous run that `deduplicate` needs.
  case identities
  case deduplicate, categorize, enrich

  /// The stage with these results.
  var stage: StageName? { StageName(rawValue: rawValue) }
}

/// A workspace table that is exported as records.
///
/// A record has the columns of its row by name. A JSON column is embedded byte for byte.
struct RecordTable: Sendable {
  /// Also the value of the member `record`.
  let name: String
  let sets: Set<RecordSet>
  /// Selects the rows of a campus: SQL with `:campus`, `:stage`, and the JSON arrays `:keys` (of
  /// the stage), `:sources` and `:settings`.
  let selection: String
  /// The stage whose results the rows are, and its key column; nil for a row that replaces the one
  /// with the same primary key.
  var owner: (stage: StageName, key: String)?
  /// Columns that have a meaning only in this workspace.
  var omitted: Set<String> = []

  private static let ofCampus = "campus = :campus"
  private static let ofSource = "source IN (SELECT value FROM json_each(:sources))"
  private static let ofStage = "stage = :stage AND key IN (SELECT value FROM json_each(:keys))"

  static let all: [RecordTable] = [
    RecordTable(
      name: "setting", sets: [.sources, .identities, .deduplicate],
      selection: "name IN (SELECT value FROM json_each(:settings))"),
    RecordTable(
      name: "stageRecord", sets: [.parse, .geocode, .deduplicate, .categorize, .enrich],
      selection: ofStage),
    RecordTable(
      name: "finding", sets: [.parse, .geocode, .deduplicate, .categorize, .enrich],
      selection: ofStage),
    RecordTable(name: "sourceState", sets: [.parse], selection: ofSource),
    RecordTable(name: "request", sets: [.parse], selection: ofSource),
    RecordTable(
      name: "capture", sets: [.parse],
      selection: "\(ofSource) AND id IN (SELECT max(id) FROM capture GROUP BY source, request)",
      omitted: ["id"]),
    RecordTable(
      name: "forecast", sets: [.parse], selection: ofCampus, owner: (.parse, "source")),
    RecordTable(name: "listing", sets: [.parse], selection: ofCampus, owner: (.parse, "source")),
    RecordTable(
      name: "placement", sets: [.geocode], selection: ofCampus, owner: (.geocode, "campus")),
    RecordTable(
      name: "identity", sets: [.identities, .deduplicate], selection: ofCampus,
      owner: (.deduplicate, "campus")),
    RecordTable(
      name: "identityListing", sets: [.identities, .deduplicate], selection: ofCampus,
      owner: (.deduplicate, "campus")),
    RecordTable(
      name: "snapshot", sets: [.identities, .deduplicate], selection: ofCampus,
      owner: (.deduplicate, "campus")),
    RecordTable(
      name: "doubtfulPair", sets: [.deduplicate], selection: ofCampus,
      owner: (.deduplicate, "campus")),
    RecordTable(
      name: "event", sets: [.deduplicate], selection: ofCampus, owner: (.deduplicate, "campus")),
    RecordTable(
      name: "unmapped", sets: [.categorize], selection: ofCampus, owner: (.categorize, "campus")),
    RecordTable(
      name: "categorization", sets: [.categorize], selection: ofCampus,
      owner: (.categorize, "campus")),
    RecordTable(
      name: "travel", sets: [.enrich], selection: ofCampus, owner: (.enrich, "campus")),
    RecordTable(
      name: "weather", sets: [.enrich], selection: ofCampus, owner: (.enrich, "campus")),
  ]

  /// JSON columns, which are embedded in the record instead of a string.
  static let jsonColumns: Set<String> = ["payload", "query"]

  /// Checks the JSON of a row, so that no stage fails on it later.
  ///
  /// - Throws: `UnexpectedRecord` or `DecodingError`.
  func check(_ json: [UInt8], of column: String) throws {
    switch column == "query" ? column : name {
    case "query": _ = try RecordCoding.record(VenueQuery.self, from: json)
    case "listing": _ = try RecordCoding.record(Listing.self, from: json)
    case "forecast": _ = try RecordCoding.record(Forecast.self, from: json)
    case "placement": _ = try RecordCoding.record(Placement.self, from: json)
    case "event": _ = try RecordCoding.record(Event.self, from: json)
    case "categorization": _ = try RecordCoding.record(Categorization.self, from: json)
    case "weather": _ = try RecordCoding.record(OccurrenceWeather.self, from: json)
    default:
      let text = String(decoding: json, as: UTF8.self)
      switch name {
      case "finding": _ = try RecordCoding.record(Finding.self, from: text)
      case "request": _ = try RecordCoding.record(ForecastRequest.self, from: text)
      case "doubtfulPair": _ = try RecordCoding.record(DoubtfulPair.self, from: text)
      case "travel": _ = try RecordCoding.record(CampusTravel.self, from: text)
      default: break
      }
    }
  }
}
