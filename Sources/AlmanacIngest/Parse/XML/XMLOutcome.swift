import AlmanacModel

/// What a scan found out about the document as a whole.
struct XMLOutcome: Equatable, Sendable {
  /// The encoding it was read in, by its WHATWG name.
  let encoding: String
  let problems: [Finding]
  /// The first error of well-formedness that no repair removed.
  let damage: XMLDamage?
  /// Whether there was a root element at all.
  let hasRoot: Bool
  /// The public identifier of the document type (XML 1.0, section 4.2.2).
  let publicID: String?
}

/// The first error of well-formedness in a document. Whether that is `E_PARSE` or a warning is for
/// the caller to say.
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
  /// libxml2's words, printable ASCII, at most 200 characters.
  let message: String
  /// Whether elements or text were read after it.
  var continued: Bool
}
