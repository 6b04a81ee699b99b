import AlmanacModel

/// The result of parsing a document as a whole.
struct XMLOutcome: Equatable, Sendable {
  /// The encoding it was read in, by its WHATWG name.
  let encoding: String
  let problems: [Finding]
  /// The first well-formedness error that the repair did not remove.
  let damage: XMLDamage?
  /// Whether there was a root element.
  let hasRoot: Bool
  /// The public identifier of the document type (XML 1.0, section 4.2.2).
  let publicID: String?
}

/// The first well-formedness error in a document. The caller decides whether it is `E_PARSE` or a
/// warning.
struct XMLDamage: Equatable, Sendable {
  enum Kind: Equatable, Sendable {
    /// The document ends within an element.
    case truncated
    /// Something follows the root element.
    case trailing
    case malformed
  }

  let kind: Kind
  let line: Int
  /// libxml2's message in printable ASCII, at most 200 characters.
  let message: String
  /// Whether elements or text were read after it.
  var continued: Bool
}
