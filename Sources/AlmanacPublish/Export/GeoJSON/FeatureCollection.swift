import AlmanacModel

/// Writes a FeatureCollection (RFC 7946 section 3.3) into a file, one feature per line.
struct FeatureCollection {
  let file: EditionFile
  private let builder: EditionBuilder

  /// - Parameter members: Foreign members of the collection (RFC 7946 section 6.1).
  init(_ path: String, builder: EditionBuilder, members: [(String, String)] = []) throws {
    self.builder = builder
    file = try builder.file(path)
    var json = JSONWriter()
    json.beginObject()
    json.member("type", "FeatureCollection")
    for (name, value) in members { json.member(name, value) }
    json.key("features")
    json.beginArray()
    try file.append(json.bytes)
  }

  /// A writer whose next value follows others, so that it begins with a comma.
  static func writer() -> JSONWriter {
    var json = JSONWriter()
    json.null()
    json.clear()
    return json
  }

  /// Writes a feature on its own line, after a comma. A feature without a point has the geometry
  /// `null` (RFC 7946 section 3.2).
  static func write(
    id: String?, at point: Coordinate?, to json: inout JSONWriter,
    _ properties: (inout JSONWriter) -> Void
  ) {
    json.newline()
    json.beginObject()
    json.member("type", "Feature")
    json.member("id", id)
    if let point = point.map(DegreeTexts.init) {
      json.object("geometry") { json in
        json.member("type", "Point")
        json.array("coordinates") {
          $0.raw(point.longitude)
          $0.raw(point.latitude)
        }
      }
    } else {
      json.key("geometry")
      json.null()
    }
    json.object("properties", properties)
    json.endObject()
  }

  /// Adds one or more features in the form of `write`.
  func add(_ features: some Collection<UInt8>, count: Int = 1) throws {
    guard count > 0 else { return }
    // The first feature has no comma.
    if file.records == 0 {
      try file.append(features.dropFirst())
    } else {
      try file.append(features)
    }
    file.records += count
  }

  /// Completes the collection. The attribution comes last, because it depends on the features.
  func finish(attribution: [String]) throws {
    var json = Self.writer()
    json.member("attribution", attribution)
    try file.append("\n]")
    try file.append(json.bytes)
    try file.append("}\n")
    try builder.finish(file)
  }
}
