import AlmanacModel
import Foundation
import Yams

/// A part of a YAML file, or of a line of NDJSON, that knows its line.
///
/// `ConfigurationSchema` finds values of the wrong kind and reports them. The accessors here and
/// `decoded` are for a checked file: for a value of another kind the accessors return nil, or nothing.
struct ConfigurationNode {
  /// A value with all that is in it; parts of the tree share it.
  private final class Value: Sendable {
    let content: Content
    let line: Int?

    init(_ content: Content, line: Int?) {
      self.content = content
      self.line = line
    }
  }

  private enum Content: Sendable {
    case scalar(String, isPlain: Bool)
    case mapping([Member])
    case sequence([Value])
  }

  private struct Member: Sendable {
    /// Empty for a key that isn't a scalar.
    var name: String
    var line: Int?
    var value: Value
    /// Whether the file has the value at the place of the mapping itself.
    var isNested = false
  }

  /// Becomes text only for mistakes.
  private indirect enum Path: CustomStringConvertible {
    case root
    case key(Path, String)
    case index(Path, Int)

    var description: String {
      switch self {
      case .root: ""
      case .key(.root, let name): name
      case .key(let parent, let name): "\(parent).\(name)"
      case .index(let parent, let index): "\(parent)[\(index)]"
      }
    }
  }

  /// Aliases of YAML can make a small file a huge tree.
  private static let mostValues = 1_000_000

  private let value: Value
  let file: String
  private let location: Path

  private init(_ value: Value, file: String, location: Path = .root) {
    self.value = value
    self.file = file
    self.location = location
  }

  /// The path of this part in the file, such as `campuses[0].timezone`.
  var path: String { location.description }

  /// One line of an NDJSON file.
  ///
  /// - Parameter line: One-based.
  init(_ json: JSONValue, file: String, line: Int) {
    self.init(Self.value(json, line), file: file)
  }

  private static func value(_ json: JSONValue, _ line: Int?) -> Value {
    let content: Content =
      switch json {
      case .null: .scalar("null", isPlain: true)
      case .bool(let value): .scalar("\(value)", isPlain: true)
      case .integer(let value): .scalar("\(value)", isPlain: true)
      case .number(let value): .scalar("\(value)", isPlain: true)
      case .string(let value): .scalar(value, isPlain: false)
      case .array(let values): .sequence(values.map { value($0, line) })
      case .object(let members):
        .mapping(
          members.sorted { $0.key < $1.key }.map {
            Member(name: $0.key, line: line, value: value($0.value, line))
          })
      }
    return Value(content, line: line)
  }

  /// - Parameter count: Values so far; nil is returned when there are too many.
  private static func value(_ node: Node, _ count: inout Int) -> Value? {
    count += 1
    guard count <= mostValues else { return nil }
    let line = node.mark?.line
    switch node {
    case .scalar(let scalar):
      return Value(.scalar(scalar.string, isPlain: scalar.style == .plain), line: line)
    case .sequence(let sequence):
      var values: [Value] = []
      for element in sequence {
        guard let element = value(element, &count) else { return nil }
        values.append(element)
      }
      return Value(.sequence(values), line: line)
    case .mapping(let mapping):
      var members: [Member] = []
      for (key, element) in mapping {
        guard let element = value(element, &count) else { return nil }
        members.append(
          Member(name: key.scalar?.string ?? "", line: key.mark?.line, value: element))
      }
      return Value(.mapping(members), line: line)
    default: return Value(.scalar("", isPlain: true), line: line)
    }
  }

  /// The bytes of a file that the configuration or a call names.
  ///
  /// - Parameter remedy: What to do if it can't be read.
  static func bytes(
    of file: URL, remedy: String = "correct the path that leads to it, or its owner"
  ) throws(ConfigurationError) -> [UInt8] {
    do {
      return [UInt8](try Data(contentsOf: file))
    } catch {
      throw ConfigurationError(
        file: file.path, "can't be read (\(error.localizedDescription)); \(remedy)")
    }
  }

  /// Reads a file; an empty one is an empty mapping.
  static func load(_ file: URL) throws(ConfigurationError) -> ConfigurationNode {
    try load(file: file.path, bytes: try bytes(of: file))
  }

  /// Reads a file of a kind, with the defaults of its schema.
  static func load(
    _ kind: ConfigurationSchema.Kind, _ file: URL
  ) throws(ConfigurationError) -> ConfigurationNode {
    try load(kind, file: file.path, bytes: try bytes(of: file))
  }

  /// Reads a file of a kind, with the defaults of its schema.
  ///
  /// - Throws: Also the first mistake of a file that violates its schema.
  static func load(
    _ kind: ConfigurationSchema.Kind, file: String, bytes: [UInt8]
  ) throws(ConfigurationError) -> ConfigurationNode {
    let root = try load(file: file, bytes: bytes)
    if let first = try ConfigurationSchema.mistakes(in: root, kind).first { throw first }
    return try ConfigurationSchema.completed(root, kind)
  }

  /// Reads a file; an empty one is an empty mapping.
  static func load(file: String, bytes: [UInt8]) throws(ConfigurationError) -> ConfigurationNode {
    do {
      // Without these arguments Yams reads the encoding from the environment, and resolves types by
      // regular expressions, which the readers here don't need.
      let node = try Yams.compose(
        yaml: String(decoding: bytes, as: UTF8.self), .basic, .default, .utf8)
      var count = 0
      guard let value = node.map({ value($0, &count) }) ?? Value(.mapping([]), line: nil) else {
        throw ConfigurationError(file: file, "has more than \(mostValues) values, aliases counted")
      }
      return ConfigurationNode(value, file: file)
    } catch let error as ConfigurationError {
      throw error
    } catch let error as YamlError {
      throw ConfigurationError(
        file: file, line: error.line, "is not YAML: \(error.firstLine)")
    } catch {
      throw ConfigurationError(file: file, "can't be read: \(error)")
    }
  }

  var line: Int? { value.line }

  /// A key without a value is absent.
  var isNull: Bool {
    guard case .scalar(let text, isPlain: true) = value.content else { return false }
    return text.isEmpty || text == "~" || text == "null"
  }

  var isMapping: Bool { if case .mapping = value.content { true } else { false } }

  var isList: Bool { if case .sequence = value.content { true } else { false } }

  func error(_ message: String) -> ConfigurationError {
    let path = path
    return ConfigurationError(
      file: file, line: line, path.isEmpty ? message : "\(path): \(message)")
  }

  /// The mistake of a key that the schema does not have, with the nearest known one.
  func unknown(_ name: String, among known: [String]) -> ConfigurationError {
    let line = mapping.first { $0.name == name }?.line
    return ConfigurationError(
      file: file, line: line ?? self.line,
      "unknown key '\(Path.key(location, name))'; \(EditDistance.hint(for: name, among: known))")
  }

  /// The mapping with those members of another one whose keys it does not have.
  func completed(by other: ConfigurationNode) -> ConfigurationNode {
    guard isMapping else { return self }
    let known = Set(mapping.map(\.name))
    return with(.mapping(mapping + other.mapping.filter { !known.contains($0.name) }))
  }

  /// The mapping with one more text.
  func adding(_ name: String, _ text: String) -> ConfigurationNode {
    setting(name, to: sibling(.string(text)))
  }

  /// The mapping with another value of a key; nil: without the key.
  func setting(_ name: String, to node: ConfigurationNode?) -> ConfigurationNode {
    guard isMapping else { return self }
    var members = mapping
    let index = members.firstIndex { $0.name == name }
    switch (index, node) {
    case (let index?, let node?): members[index].value = node.value
    case (let index?, nil): members.remove(at: index)
    case (nil, let node?): members.append(Member(name: name, line: line, value: node.value))
    case (nil, nil): break
    }
    return with(.mapping(members))
  }

  /// The mapping with a part whose keys are those of this mapping.
  func nesting(_ name: String, _ part: ConfigurationNode? = nil) -> ConfigurationNode {
    let value = (part ?? self).value
    return with(.mapping(mapping + [Member(name: name, line: line, value: value, isNested: true)]))
  }

  /// A mapping in which this value has a key.
  func wrapped(in name: String) -> ConfigurationNode {
    with(.mapping([Member(name: name, line: line, value: value, isNested: true)]))
  }

  /// A value that the file does not have, at the line of this one.
  func sibling(_ json: JSONValue) -> ConfigurationNode {
    ConfigurationNode(Self.value(json, line), file: file)
  }

  /// The mapping with its values mapped; keys are removed for which nil is returned.
  func mappingMembers(
    _ transform: (String, ConfigurationNode) -> ConfigurationNode?
  ) -> ConfigurationNode {
    with(
      .mapping(
        mapping.compactMap { member in
          guard let node = transform(member.name, descend(member)) else { return nil }
          var member = member
          member.value = node.value
          return member
        }))
  }

  /// A list with its elements mapped; a single value is mapped itself.
  func mappingElements(
    _ transform: (ConfigurationNode) -> ConfigurationNode
  ) -> ConfigurationNode {
    isList ? with(.sequence(elements.map { transform($0).value })) : transform(self)
  }

  private func with(_ content: Content) -> ConfigurationNode {
    ConfigurationNode(Value(content, line: value.line), file: file, location: location)
  }

  private var mapping: [Member] {
    if case .mapping(let members) = value.content { members } else { [] }
  }

  private func descend(_ member: Member) -> ConfigurationNode {
    ConfigurationNode(
      member.value, file: file,
      location: member.isNested ? location : .key(location, member.name))
  }
}

extension ConfigurationNode {
  subscript(name: String) -> ConfigurationNode? {
    guard let member = mapping.first(where: { $0.name == name }) else { return nil }
    let node = descend(member)
    return node.isNull ? nil : node
  }

  /// The value of a key without which nothing else can be read.
  func required(_ name: String) throws(ConfigurationError) -> ConfigurationNode {
    guard let child = self[name] else { throw error("'\(name)' is missing") }
    return child
  }

  /// The value of a key, or a node that is absent at the same line.
  func child(_ name: String) -> ConfigurationNode {
    if let node = self[name] { return node }
    return descend(Member(name: name, value: Value(.scalar("", isPlain: true), line: line)))
  }

  /// In the order of the file; a key that isn't a scalar has an empty name.
  var members: [(name: String, value: ConfigurationNode)] {
    mapping.map { ($0.name, descend($0)) }
  }

  /// A single value is a list of one.
  var elements: [ConfigurationNode] {
    guard case .sequence(let values) = value.content else { return isNull ? [] : [self] }
    return values.enumerated().map { index, element in
      ConfigurationNode(element, file: file, location: .index(location, index))
    }
  }

  var text: String? {
    guard !isNull, case .scalar(let text, _) = value.content else { return nil }
    return text
  }

  var texts: [String] { elements.compactMap(\.text) }

  /// Also in quotes.
  var integer: Int? { text.flatMap { Int($0) } }

  var number: Double? { text.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil } }

  var bool: Bool? { text.flatMap(Bool.init) }
}

extension YamlError {
  /// What is wrong, without the excerpt behind it, which may be the whole file.
  var firstLine: String {
    switch self {
    case .scanner(let context, let problem, _, _), .parser(let context, let problem, _, _),
      .composer(let context, let problem, _, _):
      // YAML indents with spaces only (YAML 1.2, section 6.1).
      let remedy =
        problem == "found character that cannot start any token"
        ? "; indent with spaces, and quote a text that begins with @, ` or %" : ""
      return problem + (context.map { " \($0.text) in line \($0.mark.line)" } ?? "") + remedy
    case .duplicatedKeysInMapping(let names, _):
      return "it has a key twice: \(names.map { "'\($0)'" }.joined(separator: ", "))"
    default:
      let lines = "\(self)".split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      return lines.prefix { !$0.hasPrefix("in:") }.prefix(2).joined(separator: " ")
    }
  }

  /// One-based; nil if unknown.
  var line: Int? {
    switch self {
    case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _):
      mark.line
    case .duplicatedKeysInMapping(_, let context): context.mark.line
    default: nil
    }
  }
}
