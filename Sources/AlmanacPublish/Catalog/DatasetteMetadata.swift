/// `datasette.json`: titles, credits and facets for Datasette (https://docs.datasette.io, Metadata):
/// `datasette almanac.sqlite --metadata datasette.json`.
struct DatasetteMetadata: Encodable {
  static let path = "datasette.json"

  struct Database: Encodable {
    var tables: [String: Table]
  }

  struct Table: Encodable {
    private enum CodingKeys: String, CodingKey {
      case description, facets, sort
      case label = "label_column"
    }

    var description: String
    var label: String?
    var facets: [String]?
    var sort: String?
  }

  private enum CodingKeys: String, CodingKey {
    case title, license, source, databases
    case sourceURL = "source_url"
  }

  private static let tables = [
    "event": Table(
      description: "One row for each event.", label: "title", facets: ["campus", "kind", "status"]),
    "occurrence": Table(
      description: "One row for each date of an event; times are seconds since 1970.",
      facets: ["campus", "place"], sort: "start"),
    "place": Table(
      description: "The places of the gazetteer.", label: "name", facets: ["category"]),
    "category": Table(description: "The categories of events.", label: "name"),
    "source": Table(description: "The sources of the events.", label: "name"),
    "campus": Table(description: "The campuses of the events.", label: "name"),
    "event_change": Table(description: "Changes since earlier editions."),
  ]

  let title: String
  let license: String?
  let source: String
  let sourceURL: String?
  let databases = ["almanac": Database(tables: Self.tables)]

  init(_ contents: EditionContents, attributions: [Attribution]) {
    title = contents.options.calendarName
    let licenses = Set(attributions.compactMap(\.license)).sorted()
    license = licenses.isEmpty ? nil : licenses.joined(separator: ", ")
    source = attributions.lines.joined(separator: "; ")
    sourceURL = contents.options.address?.page()
  }
}
