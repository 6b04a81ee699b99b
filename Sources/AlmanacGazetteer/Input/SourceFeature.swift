import AlmanacModel

/// One thing of a file as the file has it: an element of OpenStreetMap, a feature, a row.
struct SourceFeature {
  /// How the file calls it, so that a later import finds it again: `way/123`, `buildings:MLB`.
  var source: String
  /// What the file says of it; members of members are named `location.lat`, lists are joined by `;`.
  var fields: [String: String]
  var shape = Shape()

  subscript(name: String) -> String? { fields[name] }
}

/// One file of an import, read but not yet understood.
struct SourceFile {
  enum Form: Equatable {
    /// Things with the tags of OpenStreetMap.
    case openStreetMap
    /// Rows or attributes whose names every campus chooses for itself.
    case table
    /// Stops of GTFS (`stops.txt`).
    case stops
  }

  /// Without folder and ending, in lower case: `buildings`.
  var stem: String
  var form: Form
  var features: [SourceFeature]
  /// Whether latitude and longitude have names of their own, so that they can't be confused.
  var hasNamedCoordinates = false
  var attribution: String?

  /// Whether rows are keyed by the code of a room or building, as in an object of objects.
  var isKeyedByCode = false
}

extension JSONValue {
  /// The value as text, as people would write it; nil for null, "" and what holds other values.
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

  /// The members of an object as texts, those of objects in it with their path.
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
  /// Without white space at its ends.
  var trimmed: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[first...last])
  }
}
