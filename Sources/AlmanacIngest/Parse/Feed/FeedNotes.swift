import AlmanacModel

/// Defects of a whole feed that change nothing of what is read: one finding each, with their number
/// and the first one's place.
final class FeedNotes {
  enum Kind: Int, CaseIterable {
    case dateForm
    case repeatedField
    case repeatedIdentifier
    case repeatedLink
    case permalinkForm
    case identifierForm
  }

  private var counts = [Int](repeating: 0, count: Kind.allCases.count)
  private var lines = [Int?](repeating: nil, count: Kind.allCases.count)
  private var identifiers: Set<String> = []

  func note(_ kind: Kind, line: Int?) {
    if counts[kind.rawValue] == 0 { lines[kind.rawValue] = line }
    counts[kind.rawValue] += 1
  }

  /// Remembers what identifies an item, and notes one that another item has.
  func identify(_ text: String?, line: Int?) {
    guard let text else { return }
    if !identifiers.insert(text).inserted { note(.repeatedIdentifier, line: line) }
  }

  /// An identifier of Atom is an absolute IRI (RFC 4287 section 4.2.6).
  func checkIRI(_ text: String?, line: Int?) {
    if text.flatMap(URLText.scheme) == nil { note(.identifierForm, line: line) }
  }

  var findings: [Finding] {
    return Kind.allCases.compactMap { kind in
      let count = counts[kind.rawValue]
      guard count > 0 else { return nil }
      let message = count == 1 ? kind.message : "\(kind.message) (\(count) times)"
      return Finding(kind.code, message: message, line: lines[kind.rawValue])
    }
  }
}

extension FeedNotes.Kind {
  var code: FindingCode {
    switch self {
    case .dateForm: "W_DATE_FORM"
    case .repeatedField: "W_FIELD_REPEATED"
    case .repeatedIdentifier: "W_ID_REPEATED"
    case .repeatedLink: "W_LINK_REPEATED"
    case .permalinkForm: "W_GUID_FORM"
    case .identifierForm: "W_ID_FORM"
    }
  }

  fileprivate var message: String {
    switch self {
    case .dateForm: "date not in the form that its element must have"
    case .repeatedField:
      "element that may stand once stands again; the first one counts, of links the last"
    case .repeatedIdentifier: "item with the identifier of another one"
    case .permalinkForm: "guid that passes for a link and is none; isPermaLink=\"false\" says so"
    case .identifierForm: "identifier that is no IRI"
    case .repeatedLink: "link to the page itself besides one of the same type and language"
    }
  }
}
