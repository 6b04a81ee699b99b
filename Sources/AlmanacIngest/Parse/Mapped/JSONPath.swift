import AlmanacModel

/// A path into JSON: member names separated by `.`, `*` for all members or values, and selectors in
/// brackets. A name applied to an array applies to each of its values.
struct JSONPath: Equatable {
  private let path: MappedPath

  /// Parses a path such as `events.event`, `event_instances[0].event_instance.start`,
  /// `fields[name=Venue].value`, `[0]` or `days.*`. An empty path means the value itself.
  init(_ path: String) { self.path = MappedPath(path, separator: ".") }

  /// A value at the path, the objects around it, the outermost first, and the name of the member of each
  /// that contains the value.
  typealias Found = (value: JSONValue, around: [JSONValue], keys: [String])

  /// All values at the path.
  func values(in value: JSONValue) -> [JSONValue] { found(in: value).map(\.value) }

  func found(in root: JSONValue) -> [Found] {
    path.steps.reduce([(root, [], [])]) { found, step in
      let named = found.flatMap { Self.members(of: $0, named: step.name) }
      return step.selectors.reduce(named) { found, selector in
        found.flatMap { found in
          selector.choose(from: found.value.array ?? [found.value]) { value, name in
            value[name].map(MappedJSONItem.texts) ?? []
          }.map { ($0, found.around, found.keys) }
        }
      }
    }
  }

  private static func members(of found: Found, named name: String) -> [Found] {
    switch found.value {
    case _ where name.isEmpty: [found]
    case .array(let values) where name == "*": values.map { ($0, found.around, found.keys) }
    case .array(let values):
      values.flatMap { members(of: ($0, found.around, found.keys), named: name) }
    case .object(let members) where name == "*":
      members.sorted { $0.key < $1.key }.map {
        ($0.value, found.around + [found.value], found.keys + [$0.key])
      }
    default:
      found.value[name].map { [($0, found.around + [found.value], found.keys + [name])] } ?? []
    }
  }
}

/// An item of a JSON document. A path `../name` begins at the object around it; `@key` is the name of
/// the member that contains the item, and `../@key` that of the object around it.
struct MappedJSONItem: MappedItem {
  let value: JSONValue
  /// The objects around it, the outermost first.
  var around: [JSONValue] = []
  /// The name of the member of each of them that contains the item.
  var keys: [String] = []
  let base: String?

  var line: Int? { nil }

  func values(at path: String) -> [String] {
    let (levels, rest) = MappedPath.levels(of: path)
    if rest == "@key" { return Array(keys.dropLast(levels).suffix(1)) }
    return found(at: path).flatMap(Self.texts)
  }

  func names(in parent: String) -> [String] {
    found(at: parent).first?.object?.keys.filter { !$0.contains(".") } ?? []
  }

  func isTextless(at path: String) -> Bool { found(at: path).contains(where: Self.isTextless) }

  private func found(at path: String) -> [JSONValue] {
    let (levels, rest) = MappedPath.levels(of: path)
    let start = (around + [value]).dropLast(levels).last
    return start.map { JSONPath(rest).values(in: $0) } ?? []
  }

  /// Whether a value that should be text is or contains an object or a nested array.
  static func isTextless(_ value: JSONValue) -> Bool {
    switch value {
    case .object: true
    case .array(let values): values.contains { $0.object != nil || $0.array != nil }
    default: false
    }
  }

  /// The texts of a value, or of all values of an array; null and objects have none.
  static func texts(_ value: JSONValue) -> [String] {
    switch value {
    case .string(let text): [milliseconds(text) ?? text]
    case .integer(let number): [String(number)]
    case .number(let number): [text(number)]
    case .bool(let bool): [bool ? "true" : "false"]
    case .array(let values): values.flatMap(texts)
    case .null, .object: []
    }
  }

  /// The milliseconds since 1970 in a date of ASP.NET, `/Date(1796115600000+0100)/`; nil for other
  /// texts. The offset is only for display.
  private static func milliseconds(_ text: String) -> String? {
    guard text.hasPrefix("/Date(") else { return nil }
    return text.wholeMatch(of: #/\/Date\((\d{13})([+-]\d{4})?\)\//#).map { String($0.output.1) }
  }

  private static func text(_ number: Double) -> String {
    Int64(exactly: number).map { String($0) } ?? String(number)
  }
}
