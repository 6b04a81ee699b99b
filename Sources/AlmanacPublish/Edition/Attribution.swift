import AlmanacModel

/// Whom an edition owes thanks: it travels into every artifact.
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
  /// Of the gazetteers and of every source that something published comes from.
  ///
  /// - Parameter sources: Ids of those that events and their weather come from.
  func attributions(of sources: Set<String>) -> [Attribution] {
    let used = sources.union(contents.forecasts.map(\.source))
    var attributions: [Attribution] = []
    for campus in contents.campuses {
      guard let gazetteer = contents.gazetteers[campus.id] else { continue }
      attributions.append(
        Attribution(
          id: campus.id, isGazetteer: true, name: gazetteer.title ?? gazetteer.name,
          license: gazetteer.license, text: gazetteer.attribution))
    }
    for id in used.sorted() {
      let source = source(id)
      attributions.append(
        Attribution(
          id: id, isGazetteer: false, name: source?.name ?? id, license: source?.license,
          text: thanks(to: id), website: provider(of: id)?.website))
    }
    return attributions
  }
}
