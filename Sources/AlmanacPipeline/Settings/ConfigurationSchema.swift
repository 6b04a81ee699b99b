import AlmanacModel

/// The schema of one kind of configuration file: the keys that it may have and what their values are.
///
/// It is read from `config/schema`, as far as those files use JSON Schema (2020-12). YAML is read as
/// people write it: a key without a value is absent, a single value is a list of one, and any scalar is
/// a text. The member `x-expected` describes the values of several forms, and `x-short` names the key that
/// a value without keys is the value of.
struct ConfigurationSchema: Sendable {
  private indirect enum Rule: Sendable {
    case mapping(Keys)
    case list(Rule, counts: Counts)
    case either([Rule], expected: String?, short: String?)
    /// A definition of the schema, which may contain itself.
    case named(String)
    case word([String])
    case number(ClosedRange<Double>, isWhole: Bool)
    case truth
    case text(TextForm?)
    case anything
  }

  private struct Keys: Sendable {
    var known: [String: Rule]
    /// The values if the file has none.
    var defaults: [(name: String, value: JSONValue)]
    var required: [String]
    /// What keys that are not listed hold; nil: there are none.
    var others: Rule?
    var counts: Counts
    /// Groups of keys of which at least one must be complete; only one if `isExclusive`.
    var alternatives: [[String]]
    var isExclusive: Bool
    /// The keys that a key needs.
    var needs: [String: [String]]
  }

  /// How many elements or members there may be.
  private struct Counts: Sendable {
    var range: ClosedRange<Int>
    var expected: String?
  }

  private let rule: Rule
  private let definitions: [String: Rule]

  /// - Throws: for bytes that are no schema.
  init(_ bytes: [UInt8]) throws {
    let root = try JSONValue(parsing: bytes)
    rule = Self.rule(root)
    definitions = (root["$defs"]?.object ?? [:]).mapValues(Self.rule)
  }

  /// All mistakes of a file, in the order of its lines.
  func mistakes(in root: ConfigurationNode) -> [ConfigurationError] {
    var mistakes: [ConfigurationError] = []
    check(root, rule, &mistakes)
    return mistakes.enumerated()
      .sorted { ($0.element.line ?? 0, $0.offset) < ($1.element.line ?? 0, $1.offset) }
      .map(\.element)
  }
}

extension ConfigurationSchema {
  private static func rule(_ schema: JSONValue) -> Rule {
    if let name = schema["$ref"]?.string?.split(separator: "/").last { return .named(String(name)) }
    let expected = schema["x-expected"]?.string
    let branches = (schema["oneOf"] ?? schema["anyOf"])?.array ?? []
    if !branches.isEmpty, schema["properties"] == nil {
      return .either(
        branches.map(rule), expected: expected, short: schema["x-short"]?.string)
    }
    if let words = schema["enum"]?.array?.compactMap(\.string) { return .word(words) }
    func names(_ value: JSONValue?) -> [String] { value?.array?.compactMap(\.string) ?? [] }
    func limit(_ name: String) -> Double? { schema[name]?.double }
    func counts(_ kind: String) -> Counts {
      let least = Int(limit("min\(kind)") ?? 0)
      let most = limit("max\(kind)").map { Int($0) } ?? .max
      return Counts(range: least...max(least, most), expected: expected)
    }
    switch schema["type"]?.string ?? schema["type"]?.array?.first?.string {
    case "object":
      let others = schema["additionalProperties"]
      let properties = schema["properties"]?.object ?? [:]
      return .mapping(
        Keys(
          known: properties.mapValues(rule),
          defaults: properties.compactMap { name, key in key["default"].map { (name, $0) } },
          required: names(schema["required"]),
          others: others?.bool == true
            ? .anything : others.flatMap { $0.object == nil ? nil : rule($0) },
          counts: counts("Properties"), alternatives: branches.map { names($0["required"]) },
          isExclusive: schema["oneOf"] != nil,
          needs: (schema["dependentRequired"]?.object ?? [:]).mapValues(names)))
    case "array":
      return .list(rule(schema["items"] ?? .null), counts: counts("Items"))
    case "integer", "number":
      let least = limit("minimum") ?? -.greatestFiniteMagnitude
      let most = limit("maximum") ?? .greatestFiniteMagnitude
      return .number(
        least...max(least, most), isWhole: schema["type"]?.string == "integer")
    case "boolean": return .truth
    default:
      let forms = [schema["format"], schema["x-type"]].compactMap { $0?.string }
      return .text(forms.compactMap(TextForm.init).first)
    }
  }
}

extension ConfigurationSchema {
  private func check(
    _ node: ConfigurationNode, _ rule: Rule, _ mistakes: inout [ConfigurationError]
  ) {
    if node.isNull { return }
    switch rule {
    case .named(let name):
      if let rule = definitions[name] { check(node, rule, &mistakes) }
    case .mapping(let keys):
      guard node.isMapping else {
        let expected = keys.counts.expected ?? "'key: value' pairs"
        return mistakes.append(node.error("expected \(expected)"))
      }
      check(members: node, keys, &mistakes)
    case .list(let element, let counts):
      let elements = node.elements
      for node in elements { check(node, element, &mistakes) }
      check(elements.count, counts, of: node, &mistakes)
    case .either(let rules, let expected, _): check(node, rules, expected, &mistakes)
    case .anything: return
    default:
      let mistake =
        if let text = node.text { Self.mistake(in: text, rule, node) } else {
          "expected a word or a text"
        }
      if let mistake { mistakes.append(node.error(mistake)) }
    }
  }

  /// What is wrong with a single value.
  private static func mistake(in text: String, _ rule: Rule, _ node: ConfigurationNode) -> String? {
    switch rule {
    case .word(let words):
      return words.contains(text) ? nil : "'\(text)' is none of \(words.joined(separator: ", "))"
    case .number(let range, let isWhole):
      let number = isWhole ? Int(text).map { Double($0) } : Double(text)
      let isRight = number.map(range.contains) ?? false
      return isRight ? nil : "expected \(words(range, isWhole: isWhole))"
    case .truth: return node.bool == nil ? "expected true or false" : nil
    case .text(let form): return form?.mistake(in: node)
    default: return nil
    }
  }

  private func check(
    members node: ConfigurationNode, _ keys: Keys, _ mistakes: inout [ConfigurationError]
  ) {
    var count = 0
    for (name, value) in node.members {
      if !value.isNull { count += 1 }
      if name.isEmpty {
        mistakes.append(node.error("a key must be a word"))
      } else if let rule = keys.known[name] ?? keys.others {
        check(value, rule, &mistakes)
      } else {
        mistakes.append(node.unknown(name, among: keys.known.keys.sorted()))
      }
    }
    check(count, keys.counts, of: node, &mistakes)
    for name in keys.required where node[name] == nil {
      mistakes.append(node.error("'\(name)' is missing"))
    }
    let missing = keys.needs.sorted { $0.key < $1.key }.compactMap { name, others in
      let other = others.first { node[$0] == nil }
      return other.flatMap { other in node[name].map { $0.error("needs '\(other)'") } }
    }
    mistakes += missing
    guard missing.isEmpty, !keys.alternatives.isEmpty else { return }
    let given = keys.alternatives.count { $0.allSatisfy { node[$0] != nil } }
    if given == 0 || given > 1 && keys.isExclusive {
      let words = keys.alternatives.map { $0.map { "'\($0)'" }.joined(separator: " with ") }
      mistakes.append(node.error("expected one of \(words.joined(separator: ", "))"))
    }
  }

  private func check(
    _ count: Int, _ counts: Counts, of node: ConfigurationNode,
    _ mistakes: inout [ConfigurationError]
  ) {
    guard !counts.range.contains(count) else { return }
    let least = "expected at least \(counts.range.lowerBound), not \(count)"
    let words = counts.expected.map { "expected \($0)" } ?? (count == 0 ? "is empty" : least)
    mistakes.append(node.error(words))
  }

  /// Checks a value against the forms of its shape; reports the mistakes of the form that fits best.
  private func check(
    _ node: ConfigurationNode, _ rules: [Rule], _ expected: String?,
    _ mistakes: inout [ConfigurationError]
  ) {
    var fitting = rules.filter { hasShape(of: $0, node) }
    if fitting.isEmpty { fitting = rules.filter { if case .list = $0 { true } else { false } } }
    let found = fitting.map { rule in
      var mistakes: [ConfigurationError] = []
      check(node, rule, &mistakes)
      return mistakes
    }
    let best = found.min { $0.count < $1.count }
    if best?.isEmpty == true { return }
    // A mistake inside a mapping or a list has its own line.
    if let best, expected == nil || node.isMapping || node.isList {
      mistakes += best
    } else {
      mistakes.append(node.error("expected \(expected ?? "another form")"))
    }
  }

  private func hasShape(of rule: Rule, _ node: ConfigurationNode) -> Bool {
    switch rule {
    case .named(let name): definitions[name].map { hasShape(of: $0, node) } ?? false
    case .mapping: node.isMapping
    case .list: node.isList
    case .either(let rules, _, _): rules.contains { hasShape(of: $0, node) }
    default: !node.isMapping && !node.isList
    }
  }

  private static func words(_ range: ClosedRange<Double>, isWhole: Bool) -> String {
    let kind = isWhole ? "a whole number" : "a number"
    guard range.upperBound < .greatestFiniteMagnitude else { return kind }
    func text(_ number: Double) -> String {
      number == number.rounded() ? String(Int(number)) : String(number)
    }
    return "\(kind) from \(text(range.lowerBound)) to \(text(range.upperBound))"
  }
}

extension ConfigurationSchema {
  /// A value with the defaults of all keys that it does not have, in its long form.
  private func completed(
    _ node: ConfigurationNode, _ rule: Rule, isValid: Bool
  ) -> ConfigurationNode {
    switch rule {
    case .named(let name):
      return definitions[name].map { completed(node, $0, isValid: isValid) } ?? node
    case .mapping(let keys) where node.isMapping:
      var node = node.mappingMembers { name, value in
        guard let rule = keys.known[name] ?? keys.others, !value.isNull else { return value }
        guard isValid || keys.required.contains(name) || isUsable(value, rule) else { return nil }
        return completed(value, rule, isValid: isValid)
      }
      for (name, value) in keys.defaults where node[name] == nil {
        guard let rule = keys.known[name],
          keys.needs[name]?.allSatisfy({ node[$0] != nil }) ?? true
        else { continue }
        let value = completed(node.sibling(value), rule, isValid: true)
        node = node.setting(name, to: value)
      }
      return node
    case .list(let element, _):
      return node.mappingElements { completed($0, element, isValid: isValid) }
    case .either(let rules, _, let short):
      var node = node
      if let short, !node.isMapping, !node.isNull { node = node.wrapped(in: short) }
      return rules.first { hasShape(of: $0, node) }
        .map { completed(node, $0, isValid: isValid) } ?? node
    default: return node
    }
  }

  /// Whether a single value is right, or the parts of another one, which are completed one by one, can be
  /// decoded.
  private func isUsable(_ node: ConfigurationNode, _ rule: Rule) -> Bool {
    switch rule {
    case .named(let name): return definitions[name].map { isUsable(node, $0) } ?? false
    case .mapping(let keys) where node.isMapping:
      return keys.required.allSatisfy { name in
        guard let value = node[name], let rule = keys.known[name] else { return false }
        return isUsable(value, rule)
      }
    case .list where node.isList: return true
    case .either(let rules, _, _) where node.isMapping || node.isList:
      return rules.contains { hasShape(of: $0, node) && isUsable(node, $0) }
    default:
      var mistakes: [ConfigurationError] = []
      check(node, rule, &mistakes)
      return mistakes.isEmpty
    }
  }
}

extension ConfigurationSchema {
  /// The kinds of configuration files, by the names of their schemas.
  enum Kind: String, CaseIterable, Sendable {
    case almanac, feed, categories, decisions, weather, person, platform, views, events
  }

  private static let schemas = Result {
    try Dictionary(
      uniqueKeysWithValues: Kind.allCases.map {
        ($0, try ConfigurationSchema(DefaultFiles.schema(of: $0)))
      })
  }

  /// All mistakes of a file of this kind, in the order of its lines.
  static func mistakes(in root: ConfigurationNode, _ kind: Kind) throws(ConfigurationError)
    -> [ConfigurationError]
  {
    try schema(of: kind)?.mistakes(in: root) ?? []
  }

  /// The content of a file of this kind with the defaults of the keys that it does not have.
  ///
  /// - Parameters:
  ///   - part: The definition of the schema that `root` has the keys of; nil: the file itself.
  ///   - isValid: If not, wrong texts of optional keys are replaced, so that the rest can be decoded.
  static func completed(
    _ root: ConfigurationNode, _ kind: Kind, part: String? = nil, isValid: Bool = true
  ) throws(ConfigurationError) -> ConfigurationNode {
    guard let schema = try schema(of: kind) else { return root }
    return schema.completed(root, part.map(Rule.named) ?? schema.rule, isValid: isValid)
  }

  private static func schema(of kind: Kind) throws(ConfigurationError) -> ConfigurationSchema? {
    do {
      return try schemas.get()[kind]
    } catch {
      throw ConfigurationError(file: "\(kind.rawValue).schema.json", "\(error)")
    }
  }
}

extension ConfigurationSchema {
  /// What a key means, as a comment for a file that is written for people.
  ///
  /// - Parameter part: The definition of the schema that has the key; nil: the file itself.
  static func comment(on key: String, of part: String? = nil, _ kind: Kind) -> String {
    let root = try? JSONValue(parsing: DefaultFiles.schema(of: kind))
    let properties = (part.map { root?["$defs"]?[$0] } ?? root)?["properties"]
    let text = (properties?[key]?["description"]?.string ?? key)
      .replacing(/\[`?([^\]`]+)`?\]\([^)]*\)/) { $0.1 }
    return "\(text.prefix(1).uppercased())\(text.dropFirst())."
  }
}
