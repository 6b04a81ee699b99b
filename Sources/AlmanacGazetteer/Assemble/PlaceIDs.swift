/// Creates readable ids that don't depend on the order of a file.
enum PlaceIDs {
  /// The slug of each name. If several places share it, the code or the source id is appended.
  static func ids(of places: [PlaceCandidate]) -> [String] {
    let slugs = places.map(slug)
    let shared = Set(Dictionary(grouping: slugs) { $0 }.filter { $0.value.count > 1 }.keys)
    var used: Set<String> = []
    return zip(places, slugs).map { place, slug in
      var id = slug
      if shared.contains(slug) || slug.isEmpty {
        let code = place.codes.first.map(slugged) ?? ""
        let distinction = code.isEmpty || code == slug ? slugged(place.source) : code
        id = slug.isEmpty ? distinction : "\(slug)-\(distinction)"
      }
      // The same name, code and source occur only if a file contains a row twice.
      var number = 2
      let base = id
      while !used.insert(id).inserted {
        id = "\(base)-\(number)"
        number += 1
      }
      return id
    }
  }

  /// The slug of the first name in Latin script, else of the name.
  private static func slug(of place: PlaceCandidate) -> String {
    let latin = ([place.name] + place.aliases).first { name in
      name.folded.unicodeScalars.allSatisfy { !$0.properties.isAlphabetic || $0.value < 0x250 }
    }
    return slugged(latin ?? place.name)
  }

  /// Words in lower case without accents, joined by hyphens.
  static func slugged(_ name: String) -> String {
    name.folded.replacing("'", with: "").replacing("’", with: "")
      .split { !($0.isLetter || $0.isNumber) }.joined(separator: "-")
  }
}
