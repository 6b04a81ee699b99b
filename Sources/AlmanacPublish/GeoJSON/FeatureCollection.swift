import AlmanacModel

/// A FeatureCollection (RFC 7946 section 3.3) on its way into a file, one feature a line.
struct FeatureCollection {
  let file: EditionFile
  private let builder: EditionBuilder

  /// - Parameter members: Foreign members of the collection (RFC 7946 section 6.1).
  init(
    _ path: String, attributions: [Attribution], builder: EditionBuilder,
    members: [(String, String)] = []
  ) throws {
    self.builder = builder
    file = try builder.file(path)
    var json = JSONWriter()
    json.beginObject()
    json.member("type", "FeatureCollection")
    for (name, value) in members { json.member(name, value) }
    var seen: Set<String> = []
    json.member("attribution", attributions.map(\.line).filter { seen.insert($0).inserted })
    json.key("features")
    json.beginArray()
    try file.append(json.bytes)
  }

  /// Adds a feature; `null` is the geometry of what has no place (RFC 7946 section 3.2).
  func add(
    id: String?, at point: Coordinate?, _ properties: (inout JSONWriter) -> Void
  ) throws {
    var json = JSONWriter()
    json.beginObject()
    json.member("type", "Feature")
    json.member("id", id)
    json.key("geometry")
    if let point {
      json.beginObject()
      json.member("type", "Point")
      json.key("coordinates")
      json.beginArray()
      json.number(point.longitude, decimals: 6)
      json.number(point.latitude, decimals: 6)
      json.endArray()
      json.endObject()
    } else {
      json.null()
    }
    json.key("properties")
    json.beginObject()
    properties(&json)
    json.endObject()
    json.endObject()
    try file.append(file.records == 0 ? "\n" : ",\n")
    try file.append(json.bytes)
    file.records += 1
  }

  func finish() throws {
    try file.append("\n]}\n")
    try builder.finish(file)
  }
}
