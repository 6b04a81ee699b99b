public import AlmanacModel
import AlmanacRefine

/// `almanac geocode` on NDJSON.
public struct GeocodeFilter: RecordFilter {
  public static let stage = StageName.geocode

  private let matchers: [String: GazetteerMatcher]
  /// The one gazetteer that was given without a campus: it answers whatever the records name.
  private let isForAll: Bool
  /// What is wrong with the gazetteers, the campus of each as the source.
  public let findings: [Finding]

  /// - Parameter gazetteers: bytes of GeoJSON files by campus; one alone may have no campus ("").
  /// - Throws: `ConfigurationError` for a file that is no gazetteer.
  public init(gazetteers: [String: [UInt8]]) throws {
    (matchers, findings) = try GazetteerArguments.matchers(of: gazetteers)
    isForAll = gazetteers.count == 1 && gazetteers[""] != nil
  }

  public func additions(to records: [JSONValue], tally: WorkTally) async throws
    -> FilterAdditions
  {
    let queries = records.map { record in
      VenueQuery(campus: isForAll ? "" : record.campus ?? "", text: record.text("venue"))
    }
    let batch = try await Geocoder(matchers: matchers, tally: tally).run(queries)
    return FilterAdditions(
      members: batch.records.map { [("placement", Self.value(of: $0.placement))] },
      findings: batch.findings)
  }

  private static func value(of placement: Placement) -> JSONValue {
    .object([
      "place": .optional(placement.place), "name": .optional(placement.name),
      "room": .optional(placement.room),
      "floor": placement.floor.map { .integer(Int64($0)) } ?? .null,
      "latitude": placement.coordinate.map { .number($0.latitude) } ?? .null,
      "longitude": placement.coordinate.map { .number($0.longitude) } ?? .null,
      "confidence": .number(placement.confidence),
      "method": .optional(placement.method?.rawValue),
      "reason": .optional(placement.reason?.rawValue),
      "candidates": .array(
        placement.candidates.map(value)),
    ])
  }

  private static func value(of candidate: Placement.Candidate) -> JSONValue {
    var members: [String: JSONValue] = [
      "place": .string(candidate.place), "score": .number(candidate.score),
    ]
    if let against = candidate.against { members["against"] = .string(against) }
    return .object(members)
  }
}
