public import AlmanacModel
import AlmanacRefine

/// `almanac geocode` on NDJSON.
public struct GeocodeFilter: RecordFilter {
  public static let stage = StageName.geocode

  private let matchers: [String: GazetteerMatcher]
  /// The one gazetteer that was given without a campus: it answers whatever the records name.
  private let isForAll: Bool
  private let found: [Finding]

  /// - Parameter gazetteers: bytes of GeoJSON files by campus; one alone may have no campus ("").
  /// - Throws: `ConfigurationError` for a file that is no gazetteer.
  public init(gazetteers: [String: [UInt8]]) throws {
    var matchers: [String: GazetteerMatcher] = [:]
    var found: [Finding] = []
    for (campus, bytes) in gazetteers.sorted(by: { $0.key < $1.key }) {
      let (gazetteer, findings) = GazetteerReader.read(bytes)
      guard let gazetteer else {
        throw ConfigurationError(
          file: "--gazetteer", findings.last?.message ?? "is not a GeoJSON FeatureCollection")
      }
      matchers[campus] = GazetteerMatcher(gazetteer)
      found += findings
    }
    self.matchers = matchers
    isForAll = gazetteers.count == 1 && gazetteers[""] != nil
    self.found = found
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
      findings: found + batch.findings)
  }

  private static func value(of placement: Placement) -> JSONValue {
    .object([
      "place": .optional(placement.place), "name": .optional(placement.name),
      "room": .optional(placement.room),
      "latitude": placement.coordinate.map { .number($0.latitude) } ?? .null,
      "longitude": placement.coordinate.map { .number($0.longitude) } ?? .null,
      "confidence": .number(placement.confidence),
      "method": .optional(placement.method?.rawValue),
      "reason": .optional(placement.reason?.rawValue),
      "candidates": .array(
        placement.candidates.map {
          .object(["place": .string($0.place), "score": .number($0.score)])
        }),
    ])
  }
}
