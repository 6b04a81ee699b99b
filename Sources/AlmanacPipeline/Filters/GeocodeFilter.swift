public import AlmanacModel
import AlmanacRefine

/// `almanac geocode` on NDJSON.
public struct GeocodeFilter: RecordFilter {
  private let geocoder: Geocoder
  /// The campus of records that name none.
  private let only: String?

  /// - Parameter gazetteers: bytes of GeoJSON files by campus.
  /// - Throws: `ConfigurationError` for a file that is no gazetteer.
  public init(gazetteers: [String: [UInt8]]) throws {
    var matchers: [String: GazetteerMatcher] = [:]
    for (campus, bytes) in gazetteers {
      let (gazetteer, findings) = GazetteerReader.read(bytes)
      guard let gazetteer else {
        throw ConfigurationError(
          file: "--gazetteer", findings.last?.message ?? "is not a GeoJSON FeatureCollection")
      }
      matchers[campus] = GazetteerMatcher(gazetteer)
    }
    geocoder = Geocoder(matchers: matchers, pins: [:])
    only = gazetteers.count == 1 ? gazetteers.keys.first : nil
  }

  public func additions(to records: [JSONValue]) async throws
    -> [[(name: String, value: JSONValue)]]
  {
    let queries = records.map { record in
      VenueQuery(campus: record.campus ?? only ?? "", text: record.text("venue"))
    }
    let answers = try await geocoder.run(queries).records
    return answers.map { [("placement", Self.value(of: $0.placement))] }
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
