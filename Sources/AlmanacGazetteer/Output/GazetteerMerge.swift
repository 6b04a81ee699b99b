public import AlmanacModel

/// Adds imported places to an existing gazetteer.
///
/// Never changes or removes existing values. A place from an earlier import gets only missing
/// members. A place that matches by name gets new names too.
public struct GazetteerMerge {
  public private(set) var collection: JSONValue
  /// Ids of new places.
  public private(set) var added: [String] = []
  /// Ids of existing places that received values.
  public private(set) var completed: [String] = []

  private var features: [JSONValue]
  private var indexByID: [String: Int] = [:]
  /// Indices of the existing places by source id, and by name. New places aren't included: an import
  /// has merged its own duplicates already.
  private var indexBySource: [String: Int] = [:]
  private var indicesByName: [String: [Int]] = [:]

  /// - Parameter collection: A GeoJSON FeatureCollection (RFC 7946 section 3.3).
  public init(_ collection: JSONValue) {
    self.collection = collection
    features = collection["features"]?.array ?? []
    for index in features.indices {
      addToIndex(index)
      if let source = features[index]["properties"]?["source"]?.string {
        indexBySource[source] = index
      }
      for key in features[index].nameKeys { indicesByName[key, default: []].append(index) }
    }
  }

  /// Adds features that already have the gazetteer's format.
  public mutating func add(_ given: [JSONValue]) {
    for feature in given { add(feature, isOwn: true) }
    writeFeatures()
  }

  /// Adds the places, the towns and the attribution of an import.
  public mutating func add(_ imported: ImportedGazetteer) {
    var ids: [String: String] = [:]
    for place in imported.places {
      let feature = GazetteerText.feature(place)
      let id = add(feature, isOwn: false)
      ids[place.place.id] = id
    }
    // A place may have another id here than in the import.
    for (imported, id) in ids where imported != id { renameParents(imported, id) }
    addTowns(of: imported)
    addCredits(of: imported)
    writeFeatures()
  }

  /// Writes the features back into the collection.
  private mutating func writeFeatures() {
    var members = collection.object ?? [:]
    members["features"] = .array(features)
    collection = .object(members)
  }

  /// Indexes a feature by id.
  private mutating func addToIndex(_ index: Int) {
    if let id = features[index].featureID { indexByID[id] = index }
  }

  /// Completes the matching place or appends a new one. Returns its id.
  @discardableResult
  private mutating func add(_ feature: JSONValue, isOwn: Bool) -> String {
    let source = feature["properties"]?["source"]?.string
    // The source id identifies a place of an earlier import, even if it was renamed since.
    let known = source.flatMap { indexBySource[$0] }
    guard let index = known ?? (isOwn ? matchByID(feature) : match(feature)) else {
      return append(feature)
    }
    complete(index, from: feature, addingNames: known == nil)
    return features[index].featureID ?? ""
  }

  /// Appends a place. If its id is in use, a number is added to it.
  private mutating func append(_ feature: JSONValue) -> String {
    let base = feature.featureID ?? feature.nameKeys.first ?? "place"
    var id = base
    var number = 2
    while indexByID[id] != nil {
      id = "\(base)-\(number)"
      number += 1
    }
    features.append(feature.setting("id", .string(id)))
    addToIndex(features.count - 1)
    added.append(id)
    return id
  }

  /// The place with the same id, else with the same name.
  private func matchByID(_ feature: JSONValue) -> Int? {
    feature.featureID.flatMap { indexByID[$0] } ?? match(feature)
  }

  /// The place that shares a name or code, has no conflicting code and is at most 150 m away.
  /// Points that people set differ.
  private func match(_ feature: JSONValue) -> Int? {
    let point = Geometry(feature["geometry"]).center
    let codes = Set(feature.codeKeys)
    return feature.nameKeys.lazy.flatMap { self.indicesByName[$0] ?? [] }.first { index in
      let others = self.features[index].codeKeys
      guard codes.isEmpty || others.isEmpty || others.contains(where: codes.contains) else {
        return false
      }
      let other = Geometry(self.features[index]["geometry"]).center
      guard let point, let other else { return true }
      return point.distance(to: other) <= 150
    }
  }

  /// Adds missing members, and new names if `addingNames`.
  private mutating func complete(_ index: Int, from feature: JSONValue, addingNames: Bool) {
    var properties = features[index]["properties"]?.object ?? [:]
    var isChanged = false
    for (name, value) in feature["properties"]?.object ?? [:] {
      let present = properties[name] ?? .null
      // A value that is present is never replaced: someone may have corrected it.
      if present == .null || present == .string("") || present == .array([]) {
        properties[name] = value
        isChanged = isChanged || name != "source"
      } else if addingNames, let new = Self.additions(value, to: present, name, properties) {
        properties[name] = .array((present.array ?? []) + new)
        isChanged = true
      }
    }
    var place = features[index].setting("properties", .object(properties))
    if let geometry = feature["geometry"], geometry != .null,
      (place["geometry"] ?? .null) == .null
    {
      place = place.setting("geometry", geometry)
      isChanged = true
    }
    features[index] = place
    if isChanged, let id = place.featureID { completed.append(id) }
  }

  /// The values that a list of names, codes, rooms or tenants lacks; nil for none.
  private static func additions(
    _ value: JSONValue, to present: JSONValue, _ name: String, _ properties: [String: JSONValue]
  ) -> [JSONValue]? {
    func key(_ part: JSONValue) -> String? {
      part.string ?? part["code"]?.string ?? part["name"]?.string
    }
    guard ["aliases", "codes", "rooms", "tenants"].contains(name), let values = value.array else {
      return nil
    }
    let known = (present.array ?? []).compactMap(key) + [properties["name"]?.string ?? ""]
    let keys = Set(known.map { $0.lowercased() })
    let new = values.filter { part in key(part).map { !keys.contains($0.lowercased()) } ?? false }
    return new.isEmpty ? nil : new
  }

  /// Updates `within` of added places after a parent received another id.
  private mutating func renameParents(_ imported: String, _ id: String) {
    for index in features.indices where added.contains(features[index].featureID ?? "") {
      guard let properties = features[index]["properties"],
        properties["within"]?.string == imported
      else { continue }
      features[index] = features[index].setting(
        "properties", properties.setting("within", .string(id)))
    }
  }

  /// Adds the towns to the rules, so that a venue text with another town is elsewhere.
  private mutating func addTowns(of imported: ImportedGazetteer) {
    let rules = collection["rules"] ?? .object([:])
    let present = rules["towns"]?.array ?? []
    let missing = imported.towns.map(JSONValue.string).filter { !present.contains($0) }
    guard !missing.isEmpty else { return }
    collection = collection.setting("rules", rules.setting("towns", .array(present + missing)))
  }

  private mutating func addCredits(of imported: ImportedGazetteer) {
    let present = collection["attribution"]?.string ?? ""
    let missing = GazetteerText.credits(of: imported).filter { !present.contains($0) }
    guard !missing.isEmpty else { return }
    let credits = (present.isEmpty ? [] : [present]) + missing
    collection = collection.setting("attribution", .string(credits.joined(separator: "; ")))
  }
}

extension JSONValue {
  fileprivate var featureID: String? {
    self["id"]?.plainText ?? self["properties"]?["id"]?.plainText
  }

  /// Comparison keys of the name and the codes.
  fileprivate var nameKeys: [String] {
    let name = self["properties"]?["name"]?.string?.nameKey ?? ""
    return (name.isEmpty ? [] : [name]) + codeKeys
  }

  fileprivate var codeKeys: [String] {
    let properties = self["properties"] ?? .null
    let codes = (properties["codes"]?.array ?? []) + [properties["code"] ?? .null]
    return codes.compactMap(\.string?.nameKey).filter { !$0.isEmpty }
  }

  fileprivate func setting(_ name: String, _ value: JSONValue) -> JSONValue {
    var members = object ?? [:]
    members[name] = value
    return .object(members)
  }
}
