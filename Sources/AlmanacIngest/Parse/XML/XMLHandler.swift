/// The beginning of an element.
struct XMLStart: Sendable {
  let name: XMLName
  let attributes: [XMLAttribute]
  let scope: XMLScope
  /// 1 for the root.
  let depth: Int
  /// In the document, from 1.
  let line: Int

  /// The nearest `xml:lang` (XML 1.0, section 2.12); nil without one or where it is empty.
  var language: String? { scope.language }
  /// The base for relative references: the nearest `xml:base`, resolved (XML Base, section 3), else
  /// the document's own.
  var base: String? { scope.base }

  /// The value of an attribute without namespace.
  subscript(_ local: String) -> String? {
    attributes.first { $0.name.local == local && $0.name.namespace == nil }?.value
  }
}

/// What tells whether two elements begin alike, without holding on to anything.
struct XMLLikeness {
  /// The name's number.
  let name: Int
  let scope: ObjectIdentifier
  let hasAttributes: Bool
}

/// What an element hands down to those within it, and most hand on as they got it.
final class XMLScope: Sendable {
  let language: String?
  let base: String?

  init(language: String? = nil, base: String? = nil) {
    self.language = language
    self.base = base
  }

  /// The scope of an element within, by its attributes.
  func within(_ attributes: [XMLAttribute]) -> XMLScope {
    var scope = self
    for attribute in attributes where attribute.name.prefix == "xml" {
      let value = attribute.value
      switch attribute.name.local {
      case "lang":
        scope = XMLScope(language: value.isEmpty ? nil : value, base: scope.base)
      case "base" where !value.isEmpty:
        // A base that is no web address is kept as it is: nothing is relative to it.
        let base = URLText.normalized(value, base: scope.base) ?? value
        scope = XMLScope(language: scope.language, base: base)
      default: break
      }
    }
    return scope
  }
}

/// What reads a document while it is scanned. An error thrown stops the scan and is thrown on.
protocol XMLHandler: AnyObject {
  /// Whether anybody listens to text directly within the element that was opened last.
  var wantsText: Bool { get }
  /// Whether elements that hold text alone are to be told at once.
  var wantsLeaves: Bool { get }
  func start(_ element: consuming XMLStart) throws
  /// Text between two tags; in pieces of at least 64 KiB where it is longer than that.
  func characters(_ text: String) throws
  func end(_ name: XMLName) throws
  /// An element that holds text alone, or nothing: its beginning, its text and its end.
  ///
  /// - Parameters:
  ///   - line: that of the beginning.
  ///   - text: may be taken; what is left then is no longer the element's.
  ///   - start: gives the beginning to who needs more of it.
  func leaf(
    _ likeness: XMLLikeness, line: Int, _ text: inout String?, start: () -> XMLStart) throws
}

extension XMLHandler {
  func leaf(
    _ likeness: XMLLikeness, line: Int, _ text: inout String?, start beginning: () -> XMLStart
  ) throws {
    let element = beginning()
    try start(element)
    if let text { try characters(text) }
    try end(element.name)
  }
}
