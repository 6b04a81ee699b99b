import AlmanacModel
import GRDB

/// The attribution that a source or a gazetteer asks for; part of every file.
struct Attribution: Hashable {
  /// Id of the source, or of the campus whose gazetteer it is.
  var id: String
  var isGazetteer: Bool
  var name: String
  var license: String?
  var text: String?
  /// What the words lead to on the page.
  var website: String?

  /// As people read it.
  var line: String { text ?? name }

  func write(to json: inout JSONWriter) {
    json.member(isGazetteer ? "gazetteer" : "source", id)
    json.member("name", name)
    json.member("license", license)
    json.member("attribution", text)
  }
}

extension Sequence<Attribution> {
  /// As people read them, each once.
  var lines: [String] {
    var seen: Set<String> = []
    return map(\.line).filter { seen.insert($0).inserted }
  }
}

extension EditionIndex {
  /// Of the gazetteers and of every source that anything in an edition's database comes from.
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
      text: thanks(to: id), website: provider(of: id)?.website)
  }
}
