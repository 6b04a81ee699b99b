import AlmanacModel
import Foundation
import Yams

/// A part of a YAML file that knows where it stands, so that every mistake is told with its line.
struct ConfigurationNode {
  private let node: Node
  let file: String
  /// How the file's writer would name this part, such as `campuses[0].timezone`.
  let path: String
  /// The line of a value that has no mark of its own, such as one line of NDJSON.
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
    self.init(node: Self.node(json), file: file, path: "", fixedLine: line)
  }

  private static func node(_ json: JSONValue) -> Node {
    switch json {
    case .null: Node("null", .implicit, .plain)
    case .bool(let value): Node(value ? "true" : "false", .implicit, .plain)
    case .integer(let value): Node("\(value)", .implicit, .plain)
    case .number(let value): Node("\(value)", .implicit, .plain)
    case .string(let value): Node(value, .implicit, .doubleQuoted)
    case .array(let values): Node(values.map(node))
    case .object(let members):
      Node(members.sorted { $0.key < $1.key }.map { (Node($0.key), node($0.value)) })
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

  var isNull: Bool {
    guard let scalar = node.scalar else { return false }
    return scalar.style == .plain && ["", "~", "null"].contains(scalar.string)
  }

  var isMapping: Bool { node.mapping != nil }

  var isList: Bool { node.sequence != nil }

  func error(_ message: String) -> ConfigurationError {
    ConfigurationError(file: file, line: line, path.isEmpty ? message : "\(path): \(message)")
  }

  /// The mistake of a key that nobody reads, with the known one that looks most like it.
  func unknown(_ name: String, among known: [String]) -> ConfigurationError {
    let full = path.isEmpty ? name : "\(path).\(name)"
    return ConfigurationError(
      file: file, line: self[memberLine: name],
      "unknown key '\(full)'; \(Self.hint(for: name, among: known))")
  }

  private static func hint(for name: String, among known: [String]) -> String {
    let nearest = known.map { (word: $0, distance: EditDistance.of($0, name)) }
      .min { $0.distance < $1.distance }
    guard let nearest, nearest.distance <= 3 else {
      return "known are \(known.joined(separator: ", "))"
    }
    return "did you mean '\(nearest.word)'?"
  }

  func child(_ name: String) throws(ConfigurationError) -> ConfigurationNode? {
    guard let mapping = node.mapping else {
      if isNull { return nil }
      throw error("expected 'key: value' pairs")
    }
    for (key, value) in mapping where key.scalar?.string == name {
      let child = descend(value, name)
      return child.isNull ? nil : child
    }
    return nil
  }

  func required(_ name: String) throws(ConfigurationError) -> ConfigurationNode {
    guard let child = try child(name) else { throw error("'\(name)' is missing") }
    return child
  }

  /// Members in the order of the file.
  func members() throws(ConfigurationError) -> [(name: String, value: ConfigurationNode)] {
    guard let mapping = node.mapping else {
      if isNull { return [] }
      throw error("expected 'key: value' pairs")
    }
    var members: [(String, ConfigurationNode)] = []
    for (key, value) in mapping {
      guard let name = key.scalar?.string else { throw error("a key must be a word") }
      members.append((name, descend(value, name)))
    }
    return members
  }

  /// The elements; a single value stands for a list of one.
  func list() throws(ConfigurationError) -> [ConfigurationNode] {
    if isNull { return [] }
    guard let sequence = node.sequence else { return [self] }
    var elements: [ConfigurationNode] = []
    for (index, element) in sequence.enumerated() {
      elements.append(
        ConfigurationNode(
          node: element, file: file, path: "\(path)[\(index)]", fixedLine: fixedLine))
    }
    return elements
  }

  func string() throws(ConfigurationError) -> String {
    guard let scalar = node.scalar, !isNull else { throw error("expected a word or a text") }
    return scalar.string
  }

  func strings() throws(ConfigurationError) -> [String] {
    var strings: [String] = []
    for element in try list() { strings.append(try element.string()) }
    return strings
  }

  func integer(in range: ClosedRange<Int>) throws(ConfigurationError) -> Int {
    guard let value = Int(try string()), range.contains(value) else {
      throw error("expected a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return value
  }

  func bool() throws(ConfigurationError) -> Bool {
    switch try string() {
    case "true": return true
    case "false": return false
    default: throw error("expected true or false")
    }
  }

  func number() throws(ConfigurationError) -> Double {
    guard let value = Double(try string()), value.isFinite else {
      throw error("expected a number")
    }
    return value
  }

  /// Seconds, from `60s`, `30m`, `24h` or `14d`.
  func duration() throws(ConfigurationError) -> Int { try decode(Seconds.self).value }

  /// The value as a type of its own.
  ///
  /// - Throws: for a value that the type does not take, with the line where it stands.
  func decode<Value: Decodable>(_ type: Value.Type) throws(ConfigurationError) -> Value {
    do {
      return try YAMLDecoder().decode(type, from: node)
    } catch let error as DecodingError {
      throw located(error)
    } catch {
      throw self.error("\(error)")
    }
  }

  private func located(_ error: DecodingError) -> ConfigurationError {
    let context =
      switch error {
      case .dataCorrupted(let context), .keyNotFound(_, let context),
        .typeMismatch(_, let context), .valueNotFound(_, let context):
        context
      @unknown default: DecodingError.Context(codingPath: [], debugDescription: "\(error)")
      }
    var place = self
    for key in context.codingPath {
      let node =
        key.intValue.flatMap { index in
          place.node.sequence.flatMap { $0.indices.contains(index) ? $0[index] : nil }
        } ?? place.node.mapping?.first { $0.key.scalar?.string == key.stringValue }?.value
      guard let node else { break }
      place =
        key.intValue == nil
        ? place.descend(node, key.stringValue)
        : ConfigurationNode(
          node: node, file: file, path: "\(place.path)[\(key.stringValue)]", fixedLine: fixedLine)
    }
    return place.error(context.debugDescription)
  }

  /// One word of a fixed set.
  func word<Word: RawRepresentable & CaseIterable>(_ type: Word.Type) throws(ConfigurationError)
    -> Word where Word.RawValue == String
  {
    let text = try string()
    guard let word = Word(rawValue: text) else {
      let known = Word.allCases.map(\.rawValue).joined(separator: ", ")
      throw error("'\(text)' is none of \(known)")
    }
    return word
  }

  private subscript(memberLine name: String) -> Int? {
    fixedLine ?? node.mapping?.first { $0.key.scalar?.string == name }?.key.mark?.line ?? line
  }

  private func descend(_ node: Node, _ name: String) -> ConfigurationNode {
    ConfigurationNode(
      node: node, file: file, path: path.isEmpty ? name : "\(path).\(name)", fixedLine: fixedLine)
  }
}
