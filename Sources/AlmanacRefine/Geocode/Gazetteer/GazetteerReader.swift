public import AlmanacModel

/// Reads a gazetteer from GeoJSON (RFC 7946) and reports its mistakes.
///
/// <doc:Gazetteer> describes the format. Of a feature only the id and the name are needed; what else
/// is absent, null or of another kind is passed over.
///
/// Findings: `W_GAZETTEER_UNREADABLE`, with which there is no gazetteer; `W_GAZETTEER_EMPTY`;
/// `W_GAZETTEER_FEATURE`, `W_GAZETTEER_DUPLICATE`, `W_GAZETTEER_BOUNDS`, `W_GAZETTEER_RULE` and those
/// of what contradicts itself: `W_GAZETTEER_PARENT`, `W_GAZETTEER_REPLACED_BY`,
/// `W_GAZETTEER_OUTSIDE`, `W_GAZETTEER_SHARED_KEY`.
public enum GazetteerReader {
  /// nil with a finding where the bytes are no FeatureCollection, or where none of its features is a
  /// place; one that has no features yet is a gazetteer, of no place.
  public static func read(_ bytes: [UInt8]) -> (Gazetteer?, [Finding]) {
    let file: GazetteerFile
    do throws(JSONSyntaxError) {
      // Some editors write a byte order mark, which is no part of JSON.
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      let json = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
      guard let read = GazetteerFile(try JSONValue(parsing: json)) else {
        return (nil, [unreadable("it has no features")])
      }
      file = read
    } catch {
      return (nil, [unreadable(error.description)])
    }
    var findings: [Finding] = []
    let bounds = boundingBox(file, noting: &findings)
    let places = places(of: file, noting: &findings)
    if file.features.isEmpty {
      findings.append(
        Finding(
          "W_GAZETTEER_EMPTY", severity: .warning, subject: file.name,
          message: "the gazetteer has no place yet, so no venue is placed; add a feature for each"))
    } else if places.isEmpty {
      findings.append(
        Finding(
          "W_GAZETTEER_EMPTY", severity: .error, subject: file.name,
          message: "the gazetteer has no readable place; each feature needs an id and a name"))
      return (nil, findings)
    }
    var gazetteer = Gazetteer(
      name: file.name ?? "gazetteer", title: file.title, attribution: file.attribution,
      license: file.license, bounds: bounds, categories: file.categories, rules: rules(file),
      places: places)
    GazetteerCheck.settle(&gazetteer, noting: &findings)
    return (gazetteer, findings)
  }

  private static func unreadable(_ reason: String) -> Finding {
    Finding(
      "W_GAZETTEER_UNREADABLE", severity: .error,
      message:
        "the gazetteer is no GeoJSON FeatureCollection (\(reason)); check it with a JSON tool")
  }

  private static func boundingBox(
    _ file: GazetteerFile, noting findings: inout [Finding]
  ) -> BoundingBox? {
    if !file.boundsRings.isEmpty, let box = BoundingBox(enclosedBy: file.boundsRings) { return box }
    guard let values = file.bounds else { return nil }
    if values.count == 4,
      let box = BoundingBox(
        west: values[0], south: values[1], east: values[2], north: values[3])
    {
      return box
    }
    findings.append(
      Finding(
        "W_GAZETTEER_BOUNDS", severity: .warning, subject: file.name,
        message:
          "bounds are neither [west, south, east, north] nor a GeoJSON Polygon or MultiPolygon; "
          + "they are ignored"))
    return nil
  }

  private static func rules(_ file: GazetteerFile) -> Gazetteer.Rules {
    var rules = file.rules
    // Every address of the campus names its city: it distinguishes no places.
    let regions = Set(file.features.flatMap { $0?.regions ?? [] })
    rules.stopWords += regions.sorted()
    rules.towns += Set(file.features.compactMap { $0?.city }).sorted()
    return rules
  }

  private static func places(
    of file: GazetteerFile, noting findings: inout [Finding]
  ) -> [Place] {
    var places: [Place] = []
    var seen: Set<String> = []
    for (position, feature) in file.features.enumerated() {
      guard var place = feature?.place else {
        findings.append(
          Finding(
            "W_GAZETTEER_FEATURE", severity: .warning, subject: file.name,
            message: "feature \(position + 1) has no id or no name; it is passed over"))
        continue
      }
      let id = place.id
      guard seen.insert(id).inserted else {
        findings.append(
          Finding(
            "W_GAZETTEER_DUPLICATE", severity: .warning, subject: id,
            message: "the id '\(id)' is given twice; the first place is kept"))
        continue
      }
      if place.coordinate?.isNullIsland == true {
        place.coordinate = nil
        findings.append(
          Finding(
            "W_GAZETTEER_OUTSIDE", severity: .warning, subject: id,
            message: "the point 0, 0 is read as unknown; correct or remove it"))
      }
      places.append(place)
    }
    return places
  }
}
