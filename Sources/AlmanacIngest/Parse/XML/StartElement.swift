/// The start tag of an element.
struct StartElement: Sendable {
  let name: XMLName
  let attributes: [XMLAttribute]
  let scope: XMLScope
  /// 1 for the root.
  let depth: Int
  /// In the document, from 1.
  let line: Int

  /// See `XMLScope.language`.
  var language: String? { scope.language }
  /// See `XMLScope.base`.
  var base: String? { scope.base }

  /// The value of an attribute without namespace.
  subscript(_ local: String) -> String? {
    attributes.first { $0.name.local == local && $0.name.namespace == nil }?.value
  }
}

/// The inherited properties of an element.
final class XMLScope: Sendable {
  /// The nearest `xml:lang` (XML 1.0, section 2.12); nil without one or if it is empty.
  let language: String?
  /// The base of relative references: the nearest `xml:base`, resolved (XML Base, section 3), else
  /// the document's own URL.
  let base: String?

  init(language: String? = nil, base: String? = nil) {
    self.language = language
    self.base = base
  }

  /// The scope of an inner element with these attributes; nil if it is the same.
  func within(_ attributes: [XMLAttribute]) -> XMLScope? {
    var scope = self
    for attribute in attributes where attribute.name.prefix == "xml" {
      let value = attribute.value
      switch attribute.name.local {
      case "lang":
        scope = XMLScope(language: value.isEmpty ? nil : value, base: scope.base)
      case "base" where !value.isEmpty:
        // A base that is no web address is kept; nothing resolves against it.
        let base = URLText.normalized(value, base: scope.base) ?? value
        scope = XMLScope(language: scope.language, base: base)
      default: break
      }
    }
    return scope === self ? nil : scope
  }
}
