/// The beginning of an element.
struct XMLStart: Sendable {
  let name: XMLName
  let attributes: [XMLAttribute]
  /// The nearest `xml:lang` (XML 1.0, section 2.12); nil without one or where it is empty.
  let language: String?
  /// The base for relative references: the nearest `xml:base`, resolved (XML Base, section 3), else
  /// the document's own.
  let base: String?
  /// 1 for the root.
  let depth: Int
  /// In the document, from 1.
  let line: Int

  /// The value of an attribute without namespace.
  subscript(_ local: String) -> String? {
    attributes.first { $0.name.local == local && $0.name.namespace == nil }?.value
  }
}

/// What reads a document while it is scanned. An error thrown stops the scan and is thrown on.
protocol XMLHandler: AnyObject {
  func start(_ element: XMLStart) throws
  /// Text between two tags; in pieces of at least 64 KiB where it is longer than that.
  func characters(_ text: String) throws
  func end(_ name: XMLName) throws
}
