import AlmanacModel

/// A path into JSON: member names separated by `.`, `[0]` for one value of an array. A name applied
/// to an array is applied to each of its values.
struct JSONPath: Equatable {
  private enum Step: Equatable {
    case name(String)
    case index(Int)
  }

  private var steps: [Step] = []

  /// `events.event`, `event_instances[0].event_instance.start`, `[0]`; empty for the value itself.
  init(_ path: String) {
    for part in path.split(separator: ".") {
      let name = part.prefix { $0 != "[" }
      if !name.isEmpty { steps.append(.name(String(name))) }
      for index in part.dropFirst(name.count).split(separator: "[") {
        if let number = Int(index.prefix { $0 != "]" }) { steps.append(.index(number)) }
      }
    }
  }

  /// All values the path leads to.
  func values(in value: JSONValue) -> [JSONValue] {
    var found = [value]
    for step in steps {
      switch step {
      case .name(let name):
        found = found.flatMap { value -> [JSONValue] in
          if case .array(let values) = value { return values.compactMap { $0[name] } }
          return value[name].map { [$0] } ?? []
        }
      case .index(let index):
        found = found.compactMap { value in
          guard case .array(let values) = value, values.indices.contains(index) else { return nil }
          return values[index]
        }
      }
    }
    return found
  }
}

/// An item of a JSON document.
struct MappedJSONItem: MappedItem {
  let value: JSONValue
  let base: String?

  var line: Int? { nil }

  func values(at path: String) -> [String] {
    JSONPath(path).values(in: value).flatMap(Self.texts)
  }

  /// The texts of a value or of an array of values; null and objects have none.
  private static func texts(_ value: JSONValue) -> [String] {
    switch value {
    case .string(let text): [text]
    case .integer(let number): [String(number)]
    case .number(let number): [text(number)]
    case .bool(let bool): [bool ? "true" : "false"]
    case .array(let values):
      values.flatMap { value in
        if case .array = value { return [String]() }
        return texts(value)
      }
    case .null, .object: []
    }
  }

  private static func text(_ number: Double) -> String {
    Int64(exactly: number).map { String($0) } ?? String(number)
  }
}
