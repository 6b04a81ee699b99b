import AlmanacModel

/// One item of a file, uninterpreted: an OpenStreetMap element, a GeoJSON feature or a row.
struct SourceFeature {
  /// A stable id, by which a later import recognizes it: `way/123`, `buildings:MLB`.
  var source: String
  /// Its attributes. Nested members have paths such as `location.lat`; lists are joined by `;`.
  var fields: [String: String]
  var shape = Geometry()

  subscript(name: String) -> String? { fields[name] }
}

/// One file of an import, read but not interpreted.
struct SourceFile {
  enum Form: Equatable {
    /// Items with OpenStreetMap tags.
    case openStreetMap
    /// Rows or attributes with arbitrary column names.
    case table
    /// Stops of GTFS (`stops.txt`).
    case stops
  }

  /// The lower-case file name without folder and extension: `buildings`.
  var stem: String
  var form: Form
  var features: [SourceFeature]
  /// Whether latitude and longitude have separate names, so that their order is certain.
  var hasNamedCoordinates = false
  var attribution: String?
}

extension JSONValue {
  /// The value as trimmed text; nil for null, "", arrays and objects.
  var plainText: String? {
    switch self {
    case .string(let text):
      let trimmed = text.trimmed
      return trimmed.isEmpty ? nil : trimmed
    case .integer(let number): return String(number)
    case .number(let number):
      return number == number.rounded() && abs(number) < 1e15
        ? String(Int64(number)) : String(number)
    case .bool(let value): return value ? "yes" : "no"
    case .null, .array, .object: return nil
    }
  }

  /// The members of an object as texts, at most four levels deep. Nested members are named by their
  /// path.
  func flattened(prefix: String = "", depth: Int = 0) -> [String: String] {
    var fields: [String: String] = [:]
    for (name, value) in object ?? [:] {
      let path = prefix + name
      if let text = value.plainText {
        fields[path] = text
      } else if let values = value.array {
        let texts = values.compactMap(\.plainText)
        if !texts.isEmpty, texts.count == values.count {
          fields[path] = texts.joined(separator: ";")
        }
      } else if depth < 3 {
        fields.merge(value.flattened(prefix: path + ".", depth: depth + 1)) { first, _ in first }
      }
    }
    return fields
  }
}

extension String {
  /// Without leading and trailing white space.
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
