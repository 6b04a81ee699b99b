import AlmanacModel
import AlmanacTime
import Foundation
import GRDB

/// `catalog.jsonld`: the edition as a DCAT 3 dataset (https://www.w3.org/TR/vocab-dcat-3/), for
/// data portals.
struct DataCatalog: Encodable {
  static let path = "catalog.jsonld"

  private struct Distribution: Encodable {
    enum CodingKeys: String, CodingKey {
      case type = "@type"
      case id = "@id"
      case title = "dct:title"
      case downloadURL = "dcat:downloadURL"
      case mediaType = "dcat:mediaType"
    }
    let type = "dcat:Distribution"
    var id: String
    var title: String
    var downloadURL: Link
    var mediaType: String
  }

  private struct Link: Encodable {
    enum CodingKeys: String, CodingKey { case id = "@id" }
    var id: String
  }

  private struct Period: Encodable {
    enum CodingKeys: String, CodingKey {
      case type = "@type"
      case start = "dcat:startDate"
      case end = "dcat:endDate"
    }
    let type = "dct:PeriodOfTime"
    var start: String
    var end: String
  }

  private struct Box: Encodable {
    enum CodingKeys: String, CodingKey {
      case type = "@type"
      case box = "dcat:bbox"
    }
    let type = "dct:Location"
    /// A polygon in well-known text, in degrees.
    var box: String
  }

  private enum CodingKeys: String, CodingKey {
    case context = "@context"
    case type = "@type"
    case id = "@id"
    case identifier = "dct:identifier"
    case title = "dct:title"
    case modified = "dct:modified"
    case rights = "dct:rights"
    case landingPage = "dcat:landingPage"
    case temporal = "dct:temporal"
    case spatial = "dct:spatial"
    case distributions = "dcat:distribution"
  }

  private let context = [
    "dcat": "http://www.w3.org/ns/dcat#", "dct": "http://purl.org/dc/terms/",
  ]
  private let type = "dcat:Dataset"
  private let id: String
  private let identifier: String
  private let title: String
  private let modified: String
  private let rights: [String]
  private let landingPage: Link
  private let temporal: Period?
  private let spatial: [Box]
  private let distributions: [Distribution]

  /// URLs are relative to the file if the address of the edition isn't configured.
  init(
    _ contents: EditionContents, attributions: [Attribution], paths: [String], database: Database
  ) throws {
    func address(_ path: String) -> String { contents.options.address?.file(path) ?? path }
    id = contents.options.address?.file(Self.path) ?? ""
    identifier = "tag:\(contents.options.uidDomain),2026:edition"
    title = contents.options.calendarName
    modified = try DataPackage.newestChange(in: database, contents).rfc3339
    rights = attributions.lines
    landingPage = Link(id: contents.options.address?.page() ?? SitePage.path)
    temporal = try Row.fetchOne(
      database, sql: "SELECT min(start), max(coalesce(end, start)) FROM occurrence"
    ).flatMap { row in
      guard let start = row[0] as Int64?, let end = row[1] as Int64? else { return nil }
      return Period(
        start: Instant(secondsSinceEpoch: start).rfc3339,
        end: Instant(secondsSinceEpoch: end).rfc3339)
    }
    spatial = contents.campuses.compactMap { campus in
      contents.gazetteers[campus.id]?.bounds.map { Box(box: Self.polygon($0)) }
    }
    distributions = ([EditionDatabase.path] + paths.filter(DataPackage.isData)).map { path in
      Distribution(
        id: address(path), title: path, downloadURL: Link(id: address(path)),
        mediaType: DataPackage.mediaType(of: path))
    }
  }

  private static func polygon(_ box: BoundingBox) -> String {
    let corners = [
      (box.west, box.south), (box.east, box.south), (box.east, box.north), (box.west, box.north),
      (box.west, box.south),
    ]
    return "POLYGON((" + corners.map { "\($0) \($1)" }.joined(separator: ", ") + "))"
  }
}
