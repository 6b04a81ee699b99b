import AlmanacModel

/// Converts the rows of a table into candidates.
struct RowInterpreter {
  private let columns: TableColumns
  private let file: SourceFile
  /// Whether the rows are rooms, whose building is in a column or in the prefix of their code.
  private let areRooms: Bool

  init(_ file: SourceFile) {
    self.file = file
    let columns = TableColumns(file.features)
    self.columns = columns
    // A table lists rooms if its name contains "room", if most codes have a building as prefix, or if it
    // has columns for both rooms and buildings.
    let isNamedSo = ["room", "classroom", "sala", "raum", "salle"].contains {
      file.stem.folded.contains($0)
    }
    let codes = file.features.compactMap { $0[columns.code ?? ""] }
    let prefixed = codes.count { Self.building(ofRoom: $0) != nil }
    let areCoded =
      columns.room != nil && columns.code != nil && prefixed * 2 > codes.count
    areRooms = isNamedSo || areCoded || columns.room != nil && !columns.parents.isEmpty
  }

  /// The candidates of all rows, and the source ids of rows that are none.
  func candidates(swapped: Bool) -> (found: [PlaceCandidate], rejected: [String]) {
    var found: [PlaceCandidate] = []
    var rejected: [String] = []
    for feature in file.features {
      // GTFS location types 2 to 4 are entrances and parts of a station.
      if file.form == .stops, let type = feature["location_type"], type != "0", type != "1" {
        continue
      }
      if let candidate = candidate(of: feature, swapped: swapped) {
        found.append(candidate)
      } else if !feature.fields.isEmpty {
        rejected.append(feature.source)
      }
    }
    return (found, rejected)
  }

  private func candidate(of feature: SourceFeature, swapped: Bool) -> PlaceCandidate? {
    var candidate = PlaceCandidate(source: source(feature))
    let name = feature[columns.name ?? ""]
    var code = feature[columns.code ?? ""]
    let room = feature[columns.room ?? ""]
    if let given = code, !Self.isCode(given) { code = nil }
    guard let shown = room ?? name ?? code,
      !Self.isPlaceholder(shown, code: feature[columns.code ?? ""])
    else { return nil }
    candidate.name = shown
    if file.form != .stops, let code { candidate.addCode(code) }
    for column in columns.aliases {
      for alias in (feature[column] ?? "").split(separator: ";") {
        candidate.addAlias(String(alias))
      }
    }
    candidate.address = feature[columns.address ?? ""]
    candidate.city = feature[columns.city ?? ""]
    candidate.category =
      feature[columns.category ?? ""].map { $0.lowercased() } ?? PlaceWords.category(of: shown)
    candidate.floor = feature[columns.floor ?? ""].flatMap { Int($0) }
    candidate.parent = parent(of: feature)
    candidate.kind = kind
    candidate.place(feature.shape, swapped: swapped)
    if areRooms { roomRole(&candidate, name: room ?? name, code: code) }
    return candidate
  }

  private var kind: PlaceCandidate.Kind {
    if file.form == .stops { return .stop }
    return ["campus", "campuses", "campi"].contains(file.stem) ? .campus : .building
  }

  /// Makes a row a room if its row or its code names a building. Others remain places.
  private func roomRole(_ candidate: inout PlaceCandidate, name: String?, code: String?) {
    let label = code ?? name ?? candidate.name
    if candidate.parent == nil { candidate.parent = Self.building(ofRoom: label) }
    guard candidate.parent != nil else { return }
    candidate.role = .room
    candidate.codes = [label]
  }

  /// The source id: the table and the row's own id, else its code or name. A row's number is no id: it
  /// changes if somebody inserts a row.
  private func source(_ feature: SourceFeature) -> String {
    let id = file.form == .stops ? feature["stop_id"] : feature[columns.id ?? ""]
    let key = id ?? feature[columns.code ?? ""] ?? feature[columns.name ?? ""]
    return key.map { "\(file.stem):\($0)" } ?? feature.source
  }

  /// The parent: `buildings:1` for a column `BuildingId`, or the plain value of a column
  /// `building`.
  private func parent(of feature: SourceFeature) -> String? {
    if file.form == .stops { return feature["parent_station"].map { "\(file.stem):\($0)" } }
    for (column, table) in columns.parents {
      guard let value = feature[column] else { continue }
      return ColumnName(column).words.contains("id") ? "\(table):\(value)" : value
    }
    return nil
  }

  /// The prefix of a room code before a hyphen or an underscore: `BIZ2` of `BIZ2-0301`.
  static func building(ofRoom code: String) -> String? {
    guard let match = code.wholeMatch(of: /([A-Za-z]{1,6}[0-9]{0,3}[A-Za-z]?)[-_].+/) else {
      return nil
    }
    return String(match.1).uppercased()
  }

  /// Whether a value is short and no placeholder.
  private static func isCode(_ text: String) -> Bool {
    text.count <= 16 && text.contains { $0.isLetter || $0.isNumber }
      && !["n/a", "na", "none", "-", "tba", "null"].contains(text.folded)
  }

  /// Whether a row is a placeholder for events without a place.
  private static func isPlaceholder(_ name: String, code: String?) -> Bool {
    let words = name.folded
    let phrases = [
      "online", "does not meet", "to be announced", "to be arranged", "off campus", "off-campus",
      "no building", "not applicable", "unknown",
    ]
    if phrases.contains(where: words.contains) { return true }
    return ["n/a", "tba", "tbd", "arr", "www"].contains((code ?? name).folded)
  }
}

/// Derives a category from words of the name, in several languages.
enum PlaceWords {
  private static let words: [(category: String, words: [String])] = [
    ("library", ["library", "bibliothek", "bibliotheque", "biblioteca", "kutuphane", "图书馆"]),
    ("theatre", ["theatre", "theater", "teatro", "cinema", "playhouse"]),
    ("museum", ["museum", "museo", "musee", "museu", "gallery"]),
    ("worship", ["chapel", "church", "mosque", "kirche", "capela", "capilla", "chapelle"]),
    (
      "sports",
      ["stadium", "gymnasium", "gym", "arena", "natatorium", "sporthalle", "estadio", "gymnase"]
    ),
    (
      "residence",
      [
        "residence", "residences", "apartments", "dormitory", "wohnheim", "residencia",
        "alojamento",
      ]
    ),
    ("dining", ["restaurant", "cafeteria", "mensa", "canteen", "refeitorio", "restaurante"]),
    ("parking", ["parking", "garage"]),
    ("health", ["hospital", "clinic", "clinica", "klinik"]),
  ]

  static func category(of name: String) -> String? {
    let parts = Set(name.folded.split { !$0.isLetter }.map(String.init))
    return words.first {
      $0.words.contains { parts.contains($0) || name.contains($0) && !$0.allSatisfy(\.isASCII) }
    }?
    .category
  }
}
