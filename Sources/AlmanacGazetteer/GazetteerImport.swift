public import AlmanacModel

/// Makes a gazetteer of lists of buildings that others keep: OpenStreetMap as GeoJSON or Overpass JSON,
/// GeoJSON and tables of a campus's own, stops of GTFS.
///
/// Nothing is read or written here. What is no place is left out and counted, never silently.
public struct GazetteerImport: Sendable {
  /// The contents of a file.
  public enum Content: Sendable {
    /// Rows of cells; the first has the names of the columns.
    case rows([[String]])
    case json(JSONValue)
  }

  private var files: [SourceFile] = []
  private let bounds: BoundingBox?

  /// Features of files that are gazetteers of Almanac already.
  public private(set) var gazetteerFeatures: [JSONValue] = []

  /// - Parameter bounds: of the campus, where known; tells whether a file has the latitude first.
  public init(bounds: BoundingBox?) { self.bounds = bounds }

  /// Adds a file; false for one that has no list of things.
  ///
  /// - Parameter name: of the file, without folder.
  public mutating func add(_ content: Content, named name: String) -> Bool {
    let stem = name.split(separator: ".").first.map { $0.lowercased() } ?? name
    guard let file = read(content, stem: stem) else { return false }
    if let file { files.append(file) }
    return true
  }

  /// nil in nil for what is no list; nil for a gazetteer, whose features need no reading.
  private mutating func read(_ content: Content, stem: String) -> SourceFile?? {
    switch content {
    case .rows(let rows): return .some(RowReader.file(rows, stem: stem))
    case .json(let value):
      if let elements = value["elements"]?.array {
        let copyright = value["osm3s"]?["copyright"]?.string
        return .some(
          SourceFile(
            stem: stem, form: .openStreetMap, features: OverpassReader.features(of: elements),
            attribution: copyright))
      }
      if let features = value["features"]?.array ?? value.singleFeature {
        let own = features.count { $0["properties"]?.isGazetteerFeature ?? false }
        if own * 2 > features.count {
          gazetteerFeatures += features
          return .some(nil)
        }
        let attribution = value["attribution"]?.string ?? value["copyright"]?.string
        return .some(FeatureReader.file(features, stem: stem, attribution: attribution))
      }
      return RowReader.file(value, stem: stem).map { .some($0) } ?? .none
    }
  }

  /// All places of the files that were added.
  public func result() -> ImportedGazetteer {
    var findings: [Finding] = []
    var candidates: [PlaceCandidate] = []
    let order = CoordinateOrder(files, bounds: bounds)
    for file in files {
      let swapped = order.isSwapped(file)
      if swapped { findings.append(Self.swapped(file.stem)) }
      let (found, rejected) = Self.candidates(of: file, swapped: swapped)
      candidates += found
      if !rejected.isEmpty { findings.append(Self.rejected(rejected, of: file)) }
    }
    let assembler = GazetteerAssembler(candidates)
    let leftOut = assembler.leftOut
    if !leftOut.rooms.isEmpty {
      findings.append(Self.leftOut(leftOut.rooms, "rooms of buildings that no file has"))
    }
    if !leftOut.tenants.isEmpty {
      findings.append(Self.leftOut(leftOut.tenants, "shops and counters outside any building"))
    }
    return ImportedGazetteer(
      places: assembler.assembled(), attributions: Set(files.compactMap(\.attribution)).sorted(),
      isOpenStreetMap: files.contains { $0.form == .openStreetMap },
      towns: Set(candidates.compactMap(\.city)).sorted(), findings: findings)
  }

  private static func candidates(
    of file: SourceFile, swapped: Bool
  ) -> (found: [PlaceCandidate], rejected: [String]) {
    guard file.form == .openStreetMap else {
      return RowInterpreter(file).candidates(swapped: swapped)
    }
    let interpreter = TagInterpreter(file.features)
    var found: [PlaceCandidate] = []
    var rejected: [String] = []
    for feature in file.features {
      if let candidate = interpreter.candidate(of: feature, swapped: swapped) {
        found.append(candidate)
      } else {
        rejected.append(feature.source)
      }
    }
    return (found, rejected)
  }

  private static func swapped(_ stem: String) -> Finding {
    Finding(
      "W_IMPORT_SWAPPED", severity: .warning, subject: stem,
      message: "the file has the latitude first, GeoJSON the longitude; all its points were swapped"
    )
  }

  private static func rejected(_ sources: [String], of file: SourceFile) -> Finding {
    leftOut(
      sources,
      file.form == .openStreetMap
        ? "things that are no place or have no name (roads, trees, parking, furniture)"
        : "rows that name no place", subject: file.stem)
  }

  private static func leftOut(
    _ sources: [String], _ what: String, subject: String? = nil
  ) -> Finding {
    let examples = sources.prefix(5).joined(separator: ", ")
    return Finding(
      "I_IMPORT_LEFT_OUT", subject: subject,
      message:
        "\(sources.count) \(what) were left out: \(examples)\(sources.count > 5 ? ", …" : "")")
  }
}

/// The places of an import.
public struct ImportedGazetteer: Sendable {
  /// Sorted by id.
  public var places: [ImportedPlace]
  public var attributions: [String]
  /// Whether some of it is OpenStreetMap's, which wants to be named wherever it is shown.
  public var isOpenStreetMap: Bool
  /// The towns of the addresses.
  public var towns: [String]
  /// `W_IMPORT_SWAPPED`, `I_IMPORT_LEFT_OUT`.
  public var findings: [Finding]
}

/// Whether the points of a file have the latitude first.
private struct CoordinateOrder {
  private let known: BoundingBox?

  /// The bounds are those of the campus, else around the points of the files that can't be wrong.
  init(_ files: [SourceFile], bounds: BoundingBox?) {
    let certain = files.filter { $0.hasNamedCoordinates || $0.form == .openStreetMap }
    let points = certain.flatMap { $0.features.compactMap(\.shape.positions.first) }
      .compactMap { $0.coordinate(swapped: false) }
    known = bounds?.widened ?? Outline(rings: [points]).flatMap(BoundingBox.init(around:))?.widened
  }

  func isSwapped(_ file: SourceFile) -> Bool {
    guard file.form == .table else { return false }
    let positions = file.features.compactMap(\.shape.positions.first)
    let asGiven = positions.count { isPlausible($0.coordinate(swapped: false)) }
    let swapped = positions.count { isPlausible($0.coordinate(swapped: true)) }
    return swapped > asGiven && asGiven * 10 <= positions.count
  }

  /// Within the known box; without one, where there are campuses: between Ushuaia and Svalbard.
  private func isPlausible(_ point: Coordinate?) -> Bool {
    guard let point else { return false }
    return known?.contains(point) ?? (-56...79).contains(point.latitude)
  }
}

extension BoundingBox {
  /// By half a degree on every side: outlying sites belong to a campus.
  fileprivate var widened: BoundingBox? {
    BoundingBox(
      west: max(west - 0.5, -180), south: max(south - 0.5, -90), east: min(east + 0.5, 180),
      north: min(north + 0.5, 90))
  }
}

extension JSONValue {
  /// A feature that has members only gazetteers of Almanac have.
  fileprivate var isGazetteerFeature: Bool {
    ["aliases", "codes", "rooms", "tenants"].contains { self[$0]?.array != nil }
  }

  /// A line of a sequence of features (RFC 8142) is a feature alone.
  fileprivate var singleFeature: [JSONValue]? { self["type"]?.string == "Feature" ? [self] : nil }
}
