/// Finds the meaning of a table's columns from their names and values.
struct TableColumns {
  private(set) var name: String?
  private(set) var code: String?
  private(set) var address: String?
  private(set) var city: String?
  private(set) var floor: String?
  private(set) var room: String?
  private(set) var id: String?
  private(set) var category: String?
  private(set) var aliases: [String] = []
  /// Columns that refer to a row of another table: `CampusId`, `building`.
  private(set) var parents: [(column: String, table: String)] = []

  private let features: [SourceFeature]

  init(_ features: [SourceFeature]) {
    self.features = features
    let columns = Set(features.prefix(500).flatMap(\.fields.keys)).sorted()
    id = columns.first { ["id", "key", "uid", "fid"].contains(ColumnName($0).words.joined()) }
    room = best(columns) { Self.score($0, words: Self.rooms, beside: Self.nameWords) }
    // In a table of rooms, a column such as "building" is the parent, not the name.
    let isOfRooms = room != nil
    name = best(
      columns.filter { !isOfRooms || $0 != room && Self.referencedTable($0) == nil }, where: isName
    ) {
      Self.nameScore($0)
    }
    code = best(columns.filter { $0 != room && $0 != name }, where: isCode) {
      isOfRooms && Self.referencedTable($0) != nil ? 0 : Self.codeScore($0)
    }
    address = best(columns) { Self.score($0, words: Self.addresses, beside: ["street", "line"]) }
    city = best(columns) { Self.score($0, words: Self.cities, beside: Self.placeWords) }
    floor = best(columns) { Self.score($0, words: Self.floors, beside: Self.nameWords) }
    category = best(columns, where: isCategory) { Self.categoryScore($0) }
    let used = [name, code, room, id, address].compactMap(\.self)
    aliases = columns.filter { !used.contains($0) && Self.isAlias($0) }
    parents = columns.compactMap { column in
      used.contains(column) ? nil : Self.referencedTable(column).map { (column, $0) }
    }
  }

  /// The table that a reference column refers to: `campus` for `CampusId`.
  private static func referencedTable(_ column: String) -> String? {
    let words = ColumnName(column).words
    guard let table = words.first(where: { buildingWords.contains($0) || $0 == "campus" }),
      words.allSatisfy({ $0 == table || referenceWords.contains($0) })
    else { return nil }
    return table
  }

  // MARK: Names

  private static let nameWords: Set = [
    "name", "names", "nom", "nome", "nombre", "naam", "namn", "navn", "isim", "ad", "adi", "title",
    "titel", "titulo", "bezeichnung", "label", "denominacion", "名称", "名前",
  ]
  /// Words for a building in column names. A column with only such a word may be the name.
  private static let buildingWords: Set = [
    "building", "buildings", "bldg", "edificio", "predio", "gebaude", "batiment", "gebouw", "bina",
    "byggnad", "bygning", "建物", "建筑",
  ]
  private static let placeWords: Set = buildingWords.union([
    "place", "venue", "facility", "location", "site", "stop", "campus", "object", "poi",
  ])
  private static let neutralWords: Set = [
    "full", "long", "common", "display", "primary", "the", "public", "map", "en",
  ]
  private static let codes: Set = [
    "code", "codes", "codigo", "kode", "codice", "kod", "kurzel", "kuerzel", "abbr", "abbrev",
    "abbreviation", "acronym", "sigla", "sigle", "clave", "ref", "symbol", "short", "initials",
    "number", "num", "no", "nr", "numero", "nummer", "mnemonic",
  ]
  private static let addresses: Set = [
    "address", "addr", "addr1", "address1", "adresse", "anschrift", "endereco", "direccion",
    "indirizzo", "adres", "street", "strasse", "rua", "calle", "streetaddress",
  ]
  private static let cities: Set = ["city", "town", "cidade", "ciudad", "ort", "stadt", "ville"]
  private static let floors: Set = [
    "floor", "level", "storey", "andar", "piso", "etage", "geschoss", "stockwerk", "kat",
  ]
  private static let rooms: Set = ["room", "rooms", "sala", "raum", "aula", "salle", "zimmer"]
  private static let kinds: Set = [
    "category", "categoria", "kategorie", "type", "tipo", "typ", "kind", "class", "use", "group",
  ]
  private static let referenceWords: Set = ["id", "code", "name", "key", "ref", "parent", "number"]

  /// Scores a column name: 3 for one of the words alone, 2 together with neutral words, else 0.
  private static func score(
    _ column: String, words: Set<String>, beside: Set<String>
  ) -> Double {
    let name = ColumnName(column).words
    guard name.contains(where: words.contains) else { return 0 }
    if name.count == 1 { return 3 }
    return name.allSatisfy { words.contains($0) || beside.contains($0) } ? 2 : 0
  }

  /// Prefers "name" over "description", and both over a column that is only named "building".
  private static func nameScore(_ column: String) -> Double {
    let certain = score(column, words: nameWords, beside: placeWords.union(neutralWords))
    if certain > 0 { return certain + 1 }
    let description = score(column, words: ["description", "desc"], beside: placeWords)
    if description > 0 { return description == 3 ? 0.5 : 2 }
    return score(column, words: placeWords, beside: neutralWords) > 0 ? 1 : 0
  }

  /// Prefers "code" over a column that is only named "building".
  private static func codeScore(_ column: String) -> Double {
    let certain = score(column, words: codes, beside: placeWords.union(nameWords))
    if certain > 0 { return certain + 1 }
    return score(column, words: buildingWords, beside: []) > 0 ? 1 : 0
  }

  private static func categoryScore(_ column: String) -> Double {
    let words = ColumnName(column).words
    guard words.contains(where: kinds.contains) else { return 0 }
    return words.contains("description") || words.contains("name") ? 2 : 1
  }

  private static func isAlias(_ column: String) -> Bool {
    let words = ColumnName(column).words
    let others: Set = [
      "alias", "aliases", "alt", "aka", "other", "former", "official", "short", "old",
    ]
    return words.contains(where: others.contains)
      && words.allSatisfy {
        others.contains($0) || nameWords.contains($0) || placeWords.contains($0)
      }
  }

  // MARK: Values

  /// The column with the highest score whose values fit; ties go to the shorter name.
  private func best(
    _ columns: [String], where fits: (String) -> Bool = { _ in true }, score: (String) -> Double
  ) -> String? {
    let scored = columns.map { ($0, score($0)) }.filter { $0.1 > 0 }
    return scored.sorted { ($1.1, $0.0.count, $0.0) < ($0.1, $1.0.count, $1.0) }
      .first { fits($0.0) }?.0
  }

  private func values(_ column: String) -> [String] { features.compactMap { $0[column] } }

  /// Whether values look like names: with letters, at most 60 characters, mostly different.
  private func isName(_ column: String) -> Bool {
    let values = values(column)
    let lettered = values.count { $0.contains(where: \.isLetter) }
    return lettered * 2 > values.count && Self.median(values) <= 60
      && Set(values).count * 2 >= values.count
  }

  /// Whether values look like codes: at most 10 characters, mostly different.
  private func isCode(_ column: String) -> Bool {
    let values = values(column)
    return !values.isEmpty && Self.median(values) <= 10 && Set(values).count * 2 >= values.count
  }

  /// Whether values look like categories: words that repeat.
  private func isCategory(_ column: String) -> Bool {
    let values = values(column)
    return Set(values).count * 3 <= values.count * 2 && Self.median(values) >= 3
      && values.contains { $0.contains(where: \.isLetter) }
  }

  /// The median length in characters.
  private static func median(_ values: [String]) -> Int {
    let lengths = values.map(\.count).sorted()
    return lengths.isEmpty ? 0 : lengths[lengths.count / 2]
  }
}
