import AlmanacModel

/// What the terms of a JSON-LD document mean, as far as the document itself says so (JSON-LD 1.1
/// section 4.1). Remote contexts are never fetched: schema.org's is known, all others say nothing.
struct JSONLDContext {
  enum Meaning: Equatable {
    /// `@type` and the like.
    case keyword(String)
    /// A name of schema.org.
    case schema(String)
    /// An address of another vocabulary, or a term that has none.
    case other(String)
  }

  /// Where a term's values are kept by a key that is no property (section 4.6).
  enum Container: String {
    case language = "@language"
    case index = "@index"
    case id = "@id"
  }

  /// What a term was defined as.
  private struct Definition {
    enum Address {
      case written(String)
      /// It was taken back (`null`).
      case nothing
      /// Nobody said so; only its container was.
      case unsaid
    }

    var address = Address.unsaid
    var container: Container?
  }

  /// What undefined terms begin with; nil: they mean nothing.
  ///
  /// Publishers forget `@context`; what then reads like schema.org is taken for it.
  private var vocabulary: String? = schema
  /// What was defined, the innermost last. Contexts within a large one do not copy it.
  private var layers: [[String: Definition]] = [
    [
      "type": Definition(address: .written("@type")), "id": Definition(address: .written("@id")),
    ]
  ]

  private static let schema = "https://schema.org/"
  /// UTF-8 bytes of an address that terms may be given; what they abbreviate is written out at every
  /// use.
  private static let longestAddress = 256
  /// A layer with fewer terms is copied rather than covered.
  private static let smallLayer = 64

  /// The context with another one on top of it.
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
      // schema.org's own terms hold whatever stands beside them.
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
          address.utf8.count <= Self.longestAddress ? .written(address) : .nothing
      } else if value == .null || value["@id"] == .null {
        definition.address = .nothing
      }
      let stated = value["@container"]?.string ?? value["@container"]?.array?.last?.string
      definition.container = stated.flatMap(Container.init)
      layers[layers.count - 1][term] = definition
    }
  }

  /// A term, a compact address or a whole one, as a whole one (section 5.2, IRI expansion).
  private func expanded(_ term: String, depth: Int) -> String {
    if term.hasPrefix("@") { return term }
    switch definition(of: term)?.address {
    case .nothing: return ""
    // A definition may use other terms; one that leads back to itself ends here.
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
