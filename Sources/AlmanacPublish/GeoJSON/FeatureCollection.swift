import AlmanacModel

/// A FeatureCollection (RFC 7946 section 3.3) on its way into a file, one feature a line.
struct FeatureCollection {
  let file: EditionFile
  private let builder: EditionBuilder

  /// - Parameters:
  ///   - attribution: Whom it owes thanks, a line each.
  ///   - members: Foreign members of the collection (RFC 7946 section 6.1).
  init(
    _ path: String, attribution: [String], builder: EditionBuilder,
    members: [(String, String)] = []
  ) throws {
    self.builder = builder
    file = try builder.file(path)
    var json = JSONWriter()
    json.beginObject()
    json.member("type", "FeatureCollection")
    for (name, value) in members { json.member(name, value) }
    json.member("attribution", attribution)
    json.key("features")
    json.beginArray()
    try file.append(json.bytes)
  }

  /// A writer of features, or of other entries of an array, that stand behind others.
  static func writer() -> JSONWriter {
    var json = JSONWriter()
    json.null()
    json.clear()
    return json
  }

  /// Writes a feature behind a comma and on a line of its own; `null` is the geometry of what has no
  /// place (RFC 7946 section 3.2).
  static func write(
    id: String?, at point: DegreeTexts?, to json: inout JSONWriter,
    _ properties: (inout JSONWriter) -> Void
  ) {
    json.newline()
    json.beginObject()
    json.member("type", "Feature")
    json.member("id", id)
    json.key("geometry")
    if let point {
      json.beginObject()
      json.member("type", "Point")
      json.key("coordinates")
      json.beginArray()
      json.raw(point.longitude)
      json.raw(point.latitude)
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
  }

  /// Adds a feature that `write` wrote.
  func add(_ feature: some Collection<UInt8>) throws {
    // No comma goes before the first.
    if file.records == 0 {
      try file.append(feature.dropFirst())
    } else {
      try file.append(feature)
    }
    file.records += 1
  }

  func finish() throws {
    try file.append("\n]}\n")
    try builder.finish(file)
  }
}
