import AlmanacModel
import Foundation
import Yams

/// A part of a YAML file that knows its line.
///
/// `ConfigurationSchema` finds values of the wrong kind and reports them. The accessors here are for a
/// checked file: for a value of another kind they return nil, or nothing.
struct ConfigurationNode {
  private let node: Node
  let file: String
  /// How the file's writer would name this part, such as `campuses[0].timezone`.
  let path: String
  /// The line of a value that has no mark of its own, as in NDJSON.
  private var fixedLine: Int?

  private init(node: Node, file: String, path: String, fixedLine: Int? = nil) {
    self.node = node
    self.file = file
    self.path = path
    self.fixedLine = fixedLine
  }

  /// One line of an NDJSON file.
  ///
  /// - Parameter line: One-based.
  init(_ json: JSONValue, file: String, line: Int) {
    // One for all nodes: Yams makes a table of constructors with each.
    let node = Self.node(json, Tag.implicit)
    self.init(node: node, file: file, path: "", fixedLine: line)
  }

  private static func node(_ json: JSONValue, _ tag: Tag) -> Node {
    switch json {
    case .null: Node("null", tag, .plain)
    case .bool(let value): Node(value ? "true" : "false", tag, .plain)
    case .integer(let value): Node("\(value)", tag, .plain)
    case .number(let value): Node("\(value)", tag, .plain)
    case .string(let value): Node(value, tag, .doubleQuoted)
    case .array(let values): Node(values.map { node($0, tag) }, tag)
    case .object(let members):
      Node(
        members.sorted { $0.key < $1.key }.map { (Node($0.key, tag), node($0.value, tag)) }, tag)
    }
  }

  /// Reads a file; an empty one is an empty mapping.
  static func load(file: String, bytes: [UInt8]) throws(ConfigurationError) -> ConfigurationNode {
    do {
      // Without these Yams asks the environment for the encoding, and matches expressions to tell
      // numbers from words, which every reader here does for itself.
      let node = try Yams.compose(
        yaml: String(decoding: bytes, as: UTF8.self), .basic, .default, .utf8)
      return ConfigurationNode(
        node: node ?? .mapping(Node.Mapping([])), file: file, path: "")
    } catch let error as YamlError {
      throw ConfigurationError(
        file: file, line: Self.line(of: error), "is not YAML: \(Self.firstLine(of: error))")
    } catch {
      throw ConfigurationError(file: file, "can't be read: \(error)")
    }
  }

  /// The parser's errors go on with an excerpt, which may be the whole file.
  private static func firstLine(of error: YamlError) -> String {
    let lines = "\(error)".split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    return lines.prefix { !$0.hasPrefix("in:") }.prefix(2).joined(separator: " ")
  }

  private static func line(of error: YamlError) -> Int? {
    switch error {
    case .scanner(_, _, let mark, _), .parser(_, _, let mark, _), .composer(_, _, let mark, _):
      mark.line
    case .duplicatedKeysInMapping(_, let context): context.mark.line
    default: nil
    }
  }

  var line: Int? { fixedLine ?? node.mark?.line }

  /// A key without a value is absent.
  var isNull: Bool {
    guard let scalar = node.scalar else { return false }
    return scalar.style == .plain && ["", "~", "null"].contains(scalar.string)
  }

  var isMapping: Bool { node.mapping != nil }

  var isList: Bool { node.sequence != nil }

  func error(_ message: String) -> ConfigurationError {
    ConfigurationError(file: file, line: line, path.isEmpty ? message : "\(path): \(message)")
  }

  /// The mistake of a key that the schema does not have, with the nearest known one.
  func unknown(_ name: String, among known: [String]) -> ConfigurationError {
    let full = path.isEmpty ? name : "\(path).\(name)"
    let line = node.mapping?.first { $0.key.scalar?.string == name }?.key.mark?.line
    return ConfigurationError(
      file: file, line: line ?? self.line,
      "unknown key '\(full)'; \(EditDistance.hint(for: name, among: known))")
  }

  /// The mapping with those members of another one whose keys it does not have.
  func completed(by other: ConfigurationNode) -> ConfigurationNode {
    guard var mapping = node.mapping, let others = other.node.mapping else { return self }
    for (key, value) in others where mapping[key] == nil { mapping[key] = value }
    return ConfigurationNode(node: .mapping(mapping), file: file, path: path, fixedLine: fixedLine)
  }

  /// The mapping with one more text.
  func adding(_ name: String, _ text: String) -> ConfigurationNode {
    guard var mapping = node.mapping else { return self }
    mapping[Node(name)] = Node(text)
    return ConfigurationNode(node: .mapping(mapping), file: file, path: path, fixedLine: fixedLine)
  }

  private func descend(_ node: Node, _ name: String) -> ConfigurationNode {
    ConfigurationNode(
      node: node, file: file, path: path.isEmpty ? name : "\(path).\(name)", fixedLine: fixedLine)
  }
}

extension ConfigurationNode {
  subscript(name: String) -> ConfigurationNode? {
    let value = node.mapping?.first { $0.key.scalar?.string == name }?.value
    return value.map { descend($0, name) }.flatMap { $0.isNull ? nil : $0 }
  }

  /// For a key that another key requires, which the schema does not check.
  func required(_ name: String) throws(ConfigurationError) -> ConfigurationNode {
    guard let child = self[name] else { throw error("'\(name)' is missing") }
    return child
  }

  /// In the order of the file; a key that is no word has an empty name.
  var members: [(name: String, value: ConfigurationNode)] {
    node.mapping?.map { key, value in
      let name = key.scalar?.string ?? ""
      return (name, descend(value, name))
    } ?? []
  }

  /// A single value is a list of one.
  var elements: [ConfigurationNode] {
    if isNull { return [] }
    return node.sequence?.enumerated().map { index, element in
      ConfigurationNode(
        node: element, file: file, path: "\(path)[\(index)]", fixedLine: fixedLine)
    } ?? [self]
  }

  var text: String? { isNull ? nil : node.scalar?.string }

  var texts: [String] { elements.compactMap(\.text) }

  /// Also in quotes.
  var integer: Int? { text.flatMap { Int($0) } }

  var number: Double? { text.flatMap(Double.init).flatMap { $0.isFinite ? $0 : nil } }

  var bool: Bool? { text.flatMap(Bool.init) }

  func word<Word: RawRepresentable>(_ type: Word.Type) -> Word? where Word.RawValue == String {
    text.flatMap(Word.init)
  }

  /// Changes a setting if the key is there.
  func read<Value>(
    _ name: String, _ value: (ConfigurationNode) -> Value?, into setting: inout Value
  ) {
    if let new = self[name].flatMap(value) { setting = new }
  }
}
