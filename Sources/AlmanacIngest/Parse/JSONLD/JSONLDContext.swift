import AlmanacModel

/// The meaning of terms by the contexts in a JSON-LD document (JSON-LD 1.1, section 4.1).
///
/// Remote contexts are never fetched: that of schema.org is built in, terms of all others are
/// unknown.
struct JSONLDContext {
  enum Meaning: Equatable {
    /// A keyword such as `@type`.
    case keyword(String)
    /// A name of schema.org.
    case schema(String)
    /// An address of another vocabulary, or an undefined term.
    case other(String)
  }

  /// How the values of a term are keyed (section 4.6).
  enum Container: String {
    case language = "@language"
    case index = "@index"
    case id = "@id"
  }

  /// The definition of a term.
  private struct Definition {
    enum Address {
      case written(String)
      /// The definition was removed (`null`).
      case removed
      /// Only the container is defined.
      case undefined
    }

    var address = Address.undefined
    var container: Container?
  }

  /// The prefix of undefined terms; nil: they have no meaning.
  ///
  /// The default is schema.org, because publishers forget `@context`.
  private var vocabulary: String? = schema
  /// The definitions, the innermost last. A context inside a large one does not copy it.
  private var layers: [[String: Definition]] = [
    [
      "type": Definition(address: .written("@type")), "id": Definition(address: .written("@id")),
    ]
  ]

  private static let schema = "https://schema.org/"
  /// The limit of an address in UTF-8 bytes, because it is expanded at every use.
  private static let longestAddress = 256
  /// A layer with fewer terms is copied instead of covered.
  private static let smallLayer = 64

  /// The context extended by another one.
  func adding(_ context: JSONValue) -> JSONLDContext {
    var result = self
    if let last = layers.last, last.count >= Self.smallLayer { result.layers.append([:]) }
    result.add(context)
    return result
  }

  private mutating func add(_ context: JSONValue) {
    switch context {
    case .null: self = JSONLDContext()
    case .string(let address):
      vocabulary = SchemaType.isVocabulary(address) ? Self.schema : nil
    case .array(let contexts):
      // schema.org's own terms apply in any combination of contexts.
      for context in contexts {
        if case .string(let address) = context, !SchemaType.isVocabulary(address) { continue }
        add(context)
      }
      let addresses = contexts.compactMap(\.string)
      if !addresses.isEmpty, !addresses.contains(where: SchemaType.isVocabulary) {
        vocabulary = nil
      }
    case .object(let members): define(members)
    case .bool, .integer, .number: break
    }
  }

  func meaning(of term: String) -> Meaning {
    let address = expanded(term, depth: 0)
    if address.hasPrefix("@") { return .keyword(address) }
    return SchemaType.name(of: address).map { .schema($0) } ?? .other(address)
  }

  func container(of term: String) -> Container? { definition(of: term)?.container }

  private func definition(of term: String) -> Definition? {
    for layer in layers.reversed() {
      if let definition = layer[term] { return definition }
    }
    return nil
  }

  private mutating func define(_ members: [String: JSONValue]) {
    if let value = members["@vocab"] {
      vocabulary = value.string.flatMap { address in
        if SchemaType.isVocabulary(address) { return Self.schema }
        return address.utf8.count <= Self.longestAddress ? address : nil
      }
    }
    for (term, value) in members where !term.hasPrefix("@") {
      var definition = definition(of: term) ?? Definition()
      if let address = value.string ?? value["@id"]?.string {
        definition.address =
          address.utf8.count <= Self.longestAddress ? .written(address) : .removed
      } else if value == .null || value["@id"] == .null {
        definition.address = .removed
      }
      let container = value["@container"]?.string ?? value["@container"]?.array?.last?.string
      definition.container = container.flatMap(Container.init)
      layers[layers.count - 1][term] = definition
    }
  }

  /// Expands a term or compact address (JSON-LD 1.1, section 5.2, "IRI expansion").
  private func expanded(_ term: String, depth: Int) -> String {
    if term.hasPrefix("@") { return term }
    switch definition(of: term)?.address {
    case .removed: return ""
    // A definition may use other terms; the depth limit ends a cycle.
    case .written(let defined) where defined != term && depth < 8:
      return expanded(defined, depth: depth + 1)
    default: break
    }
    guard let colon = term.firstIndex(of: ":") else { return (vocabulary ?? "_:") + term }
    let prefix = String(term[..<colon])
    let rest = term[term.index(after: colon)...]
    if rest.hasPrefix("//") { return term }
    if case .written(let start) = definition(of: prefix)?.address, depth < 8 {
      let start = expanded(start, depth: depth + 1)
      return start.utf8.count <= Self.longestAddress ? start + rest : term
    }
    return prefix == "schema" ? Self.schema + rest : term
  }
}
