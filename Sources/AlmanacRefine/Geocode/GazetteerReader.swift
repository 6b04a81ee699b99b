public import AlmanacModel
import Foundation

/// Reads a gazetteer from GeoJSON (RFC 7946) and says what is wrong with it.
///
/// A FeatureCollection with the members name, title, attribution, license, bounds
/// `[west, south, east, north]`, categories and rules; a feature has an id, a Point or null, and
/// the properties name, kind, aliases, codes, address, category, subcategory, within, rooms
/// `[{code, name, floor, point}]`, tenants `[{name, alias}]` and replaced_by. Only the id and the
/// name are needed; what else is absent, null or of another kind is passed over.
public enum GazetteerReader {
  /// nil with a finding where the bytes are no FeatureCollection or hold no place.
  public static func read(_ bytes: [UInt8]) -> (Gazetteer?, [Finding]) {
    let file: GazetteerFile
    do {
      file = try JSONDecoder().decode(GazetteerFile.self, from: Data(bytes))
    } catch {
      return (
        nil,
        [
          Finding(
            "W_GAZETTEER_UNREADABLE", severity: .error,
            message: "the gazetteer is no GeoJSON FeatureCollection; check it with a JSON tool")
        ]
      )
    }
    var findings: [Finding] = []
    let bounds = boundingBox(file, noting: &findings)
    let places = places(of: file, noting: &findings)
    guard !places.isEmpty else {
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

  private static func boundingBox(
    _ file: GazetteerFile, noting findings: inout [Finding]
  ) -> BoundingBox? {
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
        message: "bounds are not [west, south, east, north]; they are ignored"))
    return nil
  }

  private static func rules(_ gazetteer: GazetteerFile) -> Gazetteer.Rules {
    let file = gazetteer.rules
    var rules = Gazetteer.Rules()
    // Every address of the campus names its city: it tells no place from another.
    let regions = Set(gazetteer.features.flatMap { $0?.properties?.regions ?? [] })
    rules.stopWords = (file?.stopWords ?? []) + regions.sorted()
    rules.offCampus = file?.offCampus ?? []
    rules.online = file?.online ?? []
    rules.toBeAnnounced = file?.toBeAnnounced ?? []
    return rules
  }

  private static func places(
    of file: GazetteerFile, noting findings: inout [Finding]
  ) -> [Place] {
    var places: [Place] = []
    var seen: Set<String> = []
    for (position, feature) in file.features.enumerated() {
      guard let properties = feature?.properties, let name = properties.name,
        let id = feature?.id ?? properties.id
      else {
        findings.append(
          Finding(
            "W_GAZETTEER_FEATURE", severity: .warning, subject: file.name,
            message: "feature \(position + 1) has no id or no name; it is passed over"))
        continue
      }
      guard seen.insert(id).inserted else {
        findings.append(
          Finding(
            "W_GAZETTEER_DUPLICATE", severity: .warning, subject: id,
            message: "the id '\(id)' is given twice; the first place is kept"))
        continue
      }
      places.append(place(id: id, name: name, point: feature?.point, properties))
    }
    return places
  }

  private static func place(
    id: String, name: String, point: [Double]?, _ properties: GazetteerFile.Properties
  ) -> Place {
    let subcategory = properties.subcategory.flatMap {
      // A compiler's note that nobody decided yet, not a category.
      $0.hasPrefix("(unclassified") ? nil : $0
    }
    return Place(
      id: id, name: name, kind: properties.kind, aliases: properties.aliases,
      codes: properties.codes, address: properties.address, category: properties.category,
      subcategory: subcategory,
      within: properties.within ?? properties.parents.last,
      coordinate: coordinate(point),
      rooms: properties.rooms.compactMap { room in
        guard let code = room.code ?? room.name else { return nil }
        return Place.Room(
          code: code, name: room.name, floor: room.floor, coordinate: coordinate(room.point))
      },
      tenants: properties.tenants.compactMap { tenant in
        tenant.name.map { Place.Tenant(name: $0, alias: tenant.alias) }
      },
      replacedBy: properties.replacedBy)
  }

  /// RFC 7946 section 3.1.1: longitude first.
  private static func coordinate(_ point: [Double]?) -> Coordinate? {
    guard let point, point.count >= 2 else { return nil }
    return Coordinate(latitude: point[1], longitude: point[0])
  }
}
