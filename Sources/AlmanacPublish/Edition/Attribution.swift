import AlmanacModel
import GRDB

/// The attribution that a source or a gazetteer requires. Part of every published file.
struct Attribution: Hashable {
  /// The id of the source, or of the gazetteer's campus.
  var id: String
  var isGazetteer: Bool
  var name: String
  var license: String?
  var text: String?
  /// The link target of the attribution on the page.
  var website: String?

  /// The attribution in one line.
  var line: String { text ?? name }

  func write(to json: inout JSONWriter) {
    json.member(isGazetteer ? "gazetteer" : "source", id)
    json.member("name", name)
    json.member("license", license)
    json.member("attribution", text)
  }
}

extension Sequence<Attribution> {
  /// The attributions without those that have the line of an earlier one.
  var distinct: [Attribution] {
    var seen: Set<String> = []
    return filter { seen.insert($0.line).inserted }
  }

  /// The attributions in one line each, without duplicates.
  var lines: [String] { distinct.map(\.line) }
}

extension EditionIndex {
  /// The attributions of all gazetteers, and of every source with data in an edition's database.
  func attributions(in database: Database) throws -> [Attribution] {
    let used = try String.fetchAll(
      database,
      sql: """
        SELECT source FROM listing UNION SELECT source FROM forecast
        UNION SELECT source FROM occurrence_weather
        UNION SELECT source FROM occurrence_weather_supplement
        \(try database.tableExists("stop") ? "UNION SELECT source FROM stop" : "") ORDER BY 1
        """)
    let gazetteers = contents.campuses.compactMap { campus in
      contents.gazetteers[campus.id].map { gazetteer in
        Attribution(
          id: campus.id, isGazetteer: true, name: gazetteer.title ?? gazetteer.name,
          license: gazetteer.license, text: gazetteer.attribution)
      }
    }
    return gazetteers + used.map(attribution)
  }

  private func attribution(of id: String) -> Attribution {
    let source = source(id)
    return Attribution(
      id: id, isGazetteer: false, name: source?.name ?? id, license: source?.license,
      text: attributionText(ofSource: id), website: provider(of: id)?.website)
  }
}
