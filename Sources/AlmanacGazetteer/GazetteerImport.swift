public import AlmanacModel

/// Converts published lists of buildings into a gazetteer: OpenStreetMap as GeoJSON or Overpass
/// JSON, a campus's own GeoJSON and tables, GTFS stops.
///
/// Performs no I/O. Rows that are no place are left out and reported in findings.
public struct GazetteerImport: Sendable {
  /// The contents of a file.
  public enum Content: Sendable {
    /// Rows of cells; the first row contains the column names.
    case rows([[String]])
    case json(JSONValue)
  }

  private var files: [SourceFile] = []
  private let bounds: BoundingBox?

  /// Features from files that are gazetteers of Almanac already.
  public private(set) var gazetteerFeatures: [JSONValue] = []

  /// - Parameter bounds: The campus's bounds, if known. They show whether a file has the latitude
  ///   first.
  public init(bounds: BoundingBox?) { self.bounds = bounds }

  /// Adds a file.
  ///
  /// - Parameter name: The file name without its folder.
  /// - Returns: false if the file contains no list of places.
  public mutating func add(_ content: Content, named name: String) -> Bool {
    let stem = name.split(separator: ".").first.map { $0.lowercased() } ?? name
    switch content {
    case .rows(let rows): files.append(RowReader.file(rows, stem: stem))
    case .json(let value): return add(value, stem: stem)
    }
    return true
  }

  private mutating func add(_ value: JSONValue, stem: String) -> Bool {
    if let elements = value["elements"]?.array {
      files.append(
        SourceFile(
          stem: stem, form: .openStreetMap, features: OverpassReader.features(of: elements),
          attribution: value["osm3s"]?["copyright"]?.string))
    } else if let features = value["features"]?.array ?? value.singleFeature {
      let own = features.count { $0["properties"]?.isGazetteerFeature ?? false }
      // Most features decide: a hand-edited gazetteer may contain features of another origin.
      if own * 2 > features.count {
        gazetteerFeatures += features
      } else {
        let attribution = value["attribution"]?.string ?? value["copyright"]?.string
        files.append(FeatureReader.file(features, stem: stem, attribution: attribution))
      }
    } else if let file = RowReader.file(value, stem: stem) {
      files.append(file)
    } else {
      return false
    }
    return true
  }

  /// The places of all added files.
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
      findings.append(Self.leftOut(leftOut.rooms, "rooms of unknown buildings"))
    }
    if !leftOut.tenants.isEmpty {
      findings.append(Self.leftOut(leftOut.tenants, "shops and counters outside any building"))
    }
    return ImportedGazetteer(
      places: assembler.assembled(), attributions: Set(files.compactMap(\.attribution)).sorted(),
      isOpenStreetMap: files.contains { $0.form == .openStreetMap },
      towns: towns(candidates), findings: findings)
  }

  /// The towns of the addresses, and those that OpenStreetMap has in the same area
  /// (https://wiki.openstreetmap.org/wiki/Key:place).
  private func towns(_ candidates: [PlaceCandidate]) -> [String] {
    let kinds: Set = ["city", "town", "village"]
    let settlements = files.filter { $0.form == .openStreetMap }.flatMap(\.features).compactMap {
      kinds.contains($0["place"] ?? "") ? $0["name"] : nil
    }
    return Set(candidates.compactMap(\.city) + settlements).sorted()
  }

  /// The candidates of a file, and the source ids of rows that are none.
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
      message:
        "the latitude precedes the longitude, unlike in GeoJSON; all points of the file were swapped"
    )
  }

  private static func rejected(_ sources: [String], of file: SourceFile) -> Finding {
    leftOut(
      sources,
      file.form == .openStreetMap
        ? "objects that are no place or have no name (roads, trees, parking, furniture)"
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
  /// Whether some places come from OpenStreetMap, whose license (ODbL) requires attribution.
  public var isOpenStreetMap: Bool
  /// The towns that the campus is in, sorted.
  public var towns: [String]
  /// `W_IMPORT_SWAPPED`, `I_IMPORT_LEFT_OUT`.
  public var findings: [Finding]
}

/// Detects files that have the latitude first.
private struct CoordinateOrder {
  private let known: BoundingBox?

  /// Uses the campus's bounds, else the box around the points of files with unambiguous
  /// coordinates.
  init(_ files: [SourceFile], bounds: BoundingBox?) {
    let certain = files.filter { $0.hasNamedCoordinates || $0.form == .openStreetMap }
    let points = certain.flatMap { $0.features.compactMap(\.shape.positions.first) }
      .compactMap { $0.coordinate(swapped: false) }
    let box = points.count >= 3 ? BoundingBox(around: points) : nil
    known = (bounds ?? box)?.widened
  }

  /// Whether most points are plausible only with latitude and longitude swapped.
  func isSwapped(_ file: SourceFile) -> Bool {
    guard file.form == .table else { return false }
    let positions = file.features.compactMap(\.shape.positions.first)
    let asGiven = positions.count { isPlausible($0.coordinate(swapped: false)) }
    let swapped = positions.count { isPlausible($0.coordinate(swapped: true)) }
    // Require a clear case: at most a tenth of the points are plausible as they are.
    return swapped > asGiven && asGiven * 10 <= positions.count
  }

  /// Whether a point is in the known box. Without one, whether its latitude is between Ushuaia and
  /// Svalbard.
  private func isPlausible(_ point: Coordinate?) -> Bool {
    guard let point else { return false }
    return known?.contains(point) ?? (-56...79).contains(point.latitude)
  }
}

extension BoundingBox {
  /// Half a degree larger on every side, because a campus may have outlying sites.
  fileprivate var widened: BoundingBox? {
    BoundingBox(
      west: max(west - 0.5, -180), south: max(south - 0.5, -90), east: min(east + 0.5, 180),
      north: min(north + 0.5, 90))
  }
}

extension JSONValue {
  /// Whether a feature has a member that only gazetteers of Almanac have.
  fileprivate var isGazetteerFeature: Bool {
    ["aliases", "codes", "rooms", "tenants"].contains { self[$0]?.array != nil }
  }

  /// A GeoJSON text sequence (RFC 8142) has one feature per line.
  fileprivate var singleFeature: [JSONValue]? { self["type"]?.string == "Feature" ? [self] : nil }
}
