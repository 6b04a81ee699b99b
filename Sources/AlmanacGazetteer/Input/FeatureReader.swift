import AlmanacModel

/// Reads GeoJSON features (RFC 7946), from OpenStreetMap exports or any other publisher.
enum FeatureReader {
  /// Reads all features. The file counts as OpenStreetMap's if most features have an element id.
  static func file(_ features: [JSONValue], stem: String, attribution: String?) -> SourceFile {
    let read = features.enumerated().map { Self.feature($1, number: $0 + 1, stem: stem) }
    let isOpenStreetMap = read.count { $0.isOpenStreetMap } * 2 > read.count
    return SourceFile(
      stem: stem, form: isOpenStreetMap ? .openStreetMap : .table, features: read.map(\.feature),
      attribution: attribution)
  }

  private static func feature(
    _ value: JSONValue, number: Int, stem: String
  ) -> (feature: SourceFeature, isOpenStreetMap: Bool) {
    let properties = value["properties"] ?? .null
    var shape = Geometry(value["geometry"])
    // overpass-turbo before 2014 nested tags, relations and meta.
    let tags = properties["tags"]?.object == nil ? properties : properties["tags"] ?? .null
    if let element = element(of: value) {
      let fields = (tags.object ?? [:]).compactMapValues(\.plainText).filter {
        !$0.key.hasPrefix("@")
      }
      // Some exporters write a closed way with area=yes as a LineString.
      if shape.isLine, fields["area"] == "yes" { shape.isLine = false }
      return (SourceFeature(source: element, fields: fields, shape: shape), true)
    }
    var fields = tags.flattened()
    if fields["id"] == nil { fields["id"] = value["id"]?.plainText }
    let source = "\(stem):\(fields["id"] ?? String(number))"
    return (SourceFeature(source: source, fields: fields, shape: shape), false)
  }

  /// The element id, such as `way/123`, from any of the members where exporters write it.
  private static func element(of feature: JSONValue) -> String? {
    let properties = feature["properties"] ?? .null
    let ids = [feature["id"], properties["@id"], properties["id"], properties["osm_id"]]
    for value in ids {
      if let text = value?.string, let element = element(named: text) { return element }
    }
    // Written by osmium export -a type,id.
    if let type = properties["@type"]?.string, let id = properties["@id"]?.plainText {
      return "\(type)/\(id)"
    }
    return nil
  }

  /// Normalizes an element id: `way/123`, osmium's `w123`, and osmium's area id `a246` for way 123.
  private static func element(named text: String) -> String? {
    if text.wholeMatch(of: /(node|way|relation)\/[0-9]{1,18}/) != nil { return text }
    guard let match = text.wholeMatch(of: /([nwra])([0-9]{1,18})/), let id = Int64(match.2) else {
      return nil
    }
    switch match.1 {
    case "n": return "node/\(id)"
    case "w": return "way/\(id)"
    case "r": return "relation/\(id)"
    default: return id % 2 == 0 ? "way/\(id / 2)" : "relation/\(id / 2)"
    }
  }
}
