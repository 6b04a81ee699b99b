import AlmanacModel

/// Makes candidates of the rows of a table.
struct RowInterpreter {
  private let columns: TableColumns
  private let file: SourceFile
  /// Whether the rows are rooms, of buildings that their column or their codes name.
  private let areRooms: Bool

  init(_ file: SourceFile) {
    self.file = file
    let columns = TableColumns(file.features)
    self.columns = columns
    let isNamedSo = ["room", "classroom", "sala", "raum", "salle"].contains {
      file.stem.folded.contains($0)
    }
    let codes = file.features.compactMap { $0[columns.code ?? ""] }
    let prefixed = codes.count { Self.building(ofRoom: $0) != nil }
    let areCoded =
      columns.room != nil && columns.code != nil && prefixed * 2 > codes.count
    areRooms = isNamedSo || areCoded || columns.room != nil && !columns.parents.isEmpty
  }

  /// The rows that are places, rooms or neither.
  func candidates(swapped: Bool) -> (found: [PlaceCandidate], rejected: [String]) {
    var found: [PlaceCandidate] = []
    var rejected: [String] = []
    for feature in file.features {
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
    if let stated = code, !Self.isCode(stated) { code = nil }
    guard let shown = room ?? name ?? code,
      !Self.isNowhere(shown, code: feature[columns.code ?? ""])
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

  /// A room needs a building, that its row or its code names; others are places themselves.
  private func roomRole(_ candidate: inout PlaceCandidate, name: String?, code: String?) {
    let label = code ?? name ?? candidate.name
    if candidate.parent == nil { candidate.parent = Self.building(ofRoom: label) }
    guard candidate.parent != nil else { return }
    candidate.role = .room
    candidate.codes = [label]
  }

  /// The row's own id in its table, where it has one.
  private func source(_ feature: SourceFeature) -> String {
    let id = file.form == .stops ? feature["stop_id"] : feature[columns.id ?? ""]
    return id.map { "\(file.stem):\($0)" } ?? feature.source
  }

  /// `buildings:1` for a column `BuildingId`, or the plain value of a column `building`.
  private func parent(of feature: SourceFeature) -> String? {
    if file.form == .stops { return feature["parent_station"].map { "\(file.stem):\($0)" } }
    for (column, table) in columns.parents {
      guard let value = feature[column] else { continue }
      return ColumnName(column).words.contains("id") ? "\(table):\(value)" : value
    }
    return nil
  }

  /// What a code before a hyphen or an underscore says: `BIZ2` of `BIZ2-0301`.
  static func building(ofRoom code: String) -> String? {
    guard let match = code.wholeMatch(of: /([A-Za-z]{1,6}[0-9]{0,3}[A-Za-z]?)[-_].+/) else {
      return nil
    }
    return String(match.1).uppercased()
  }

  private static func isCode(_ text: String) -> Bool {
    text.count <= 16 && text.contains { $0.isLetter || $0.isNumber }
      && !["n/a", "na", "none", "-", "tba", "null"].contains(text.folded)
  }

  /// Rows that lists of buildings have for what takes place nowhere.
  private static func isNowhere(_ name: String, code: String?) -> Bool {
    let words = name.folded
    let phrases = [
      "online", "does not meet", "to be announced", "to be arranged", "off campus", "off-campus",
      "no building", "not applicable", "unknown",
    ]
    if phrases.contains(where: words.contains) { return true }
    return ["n/a", "tba", "tbd", "arr", "www"].contains((code ?? name).folded)
  }
}

/// What a name says of a place's category, in the languages of the lists that people publish.
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
