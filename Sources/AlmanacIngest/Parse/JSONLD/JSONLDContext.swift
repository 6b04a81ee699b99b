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

  /// What undefined terms begin with; nil: they mean nothing.
  ///
  /// Publishers forget `@context`; what then reads like schema.org is taken for it.
  private var vocabulary: String? = schema
  private var terms: [String: String] = ["type": "@type", "id": "@id"]
  private var undefined: Set<String> = []
  private var containers: [String: Container] = [:]

  private static let schema = "https://schema.org/"

  /// The context with another one on top of it.
  func adding(_ context: JSONValue) -> JSONLDContext {
    var result = self
    switch context {
    case .null: result = JSONLDContext()
    case .string(let address):
      result.vocabulary = SchemaType.isVocabulary(address) ? Self.schema : nil
    case .array(let contexts):
      // schema.org's own terms hold whatever stands beside them.
      for context in contexts {
        if case .string(let address) = context, !SchemaType.isVocabulary(address) { continue }
        result = result.adding(context)
      }
      let addresses = contexts.compactMap(\.string)
      if !addresses.isEmpty, !addresses.contains(where: SchemaType.isVocabulary) {
        result.vocabulary = nil
      }
    case .object(let members): result.define(members)
    case .bool, .integer, .number: break
    }
    return result
  }

  func meaning(of term: String) -> Meaning {
    let address = expanded(term, depth: 0)
    if address.hasPrefix("@") { return .keyword(address) }
    return SchemaType.name(of: address).map { .schema($0) } ?? .other(address)
  }

  func container(of term: String) -> Container? { containers[term] }

  private mutating func define(_ members: [String: JSONValue]) {
    if let value = members["@vocab"] {
      vocabulary = value.string.map { SchemaType.isVocabulary($0) ? Self.schema : $0 }
    }
    for (term, value) in members where !term.hasPrefix("@") {
      let id = value.string ?? value["@id"]?.string
      if let id {
        terms[term] = id
        undefined.remove(term)
      } else if value == .null || value["@id"] == .null {
        undefined.insert(term)
      }
      let stated = value["@container"]?.string ?? value["@container"]?.array?.last?.string
      containers[term] = stated.flatMap(Container.init)
    }
  }

  /// A term, a compact address or a whole one, as a whole one (section 5.2, IRI expansion).
  private func expanded(_ term: String, depth: Int) -> String {
    if term.hasPrefix("@") { return term }
    if undefined.contains(term) { return "" }
    // A definition may use other terms; one that leads back to itself ends here.
    if let defined = terms[term], defined != term, depth < 8 {
      return expanded(defined, depth: depth + 1)
    }
    guard let colon = term.firstIndex(of: ":") else { return (vocabulary ?? "_:") + term }
    let prefix = String(term[..<colon])
    let rest = term[term.index(after: colon)...]
    if rest.hasPrefix("//") { return term }
    if let start = terms[prefix], depth < 8 { return expanded(start, depth: depth + 1) + rest }
    return prefix == "schema" ? Self.schema + rest : term
  }
}
