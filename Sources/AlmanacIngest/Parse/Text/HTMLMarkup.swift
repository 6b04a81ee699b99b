import AlmanacModel

/// Converts HTML to plain text, and detects HTML.
enum HTMLMarkup {
  /// The text of HTML without markup. Blocks and `<br>` become line breaks, list items start with
  /// `- `, white space is collapsed, references are resolved once. Scripts and styles are removed.
  static func plainText(_ html: String) -> String {
    StreamSafeText.bounded(HTMLSanitizer.read(html, base: nil).plain)
  }

  /// Whether a text is probably HTML: it contains a tag of a known element or a character
  /// reference.
  ///
  /// RSS does not declare which of the two a title or description is.
  static func isProbablyHTML(_ text: String) -> Bool {
    mayBeHTML(text) && HTMLSanitizer.read(text, base: nil).isMarkup
  }

  /// Whether a text contains a character that markup starts with.
  static func mayBeHTML(_ text: String) -> Bool {
    text.contains(byte: UInt8(ascii: "<")) || text.contains(byte: UInt8(ascii: "&"))
  }

  /// Whether a token shows that its text is HTML.
  static func isMarkup(_ token: HTMLTokenizer.Token, in bytes: [UInt8]) -> Bool {
    switch token {
    case .start(let tag): tag.element.traits.contains(.known)
    case .end(let name): name.traits.contains(.known)
    case .text(let range): hasReference(bytes[range])
    case .literal: true
    case .other: false
    }
  }

  /// Whether the bytes contain a character reference with a semicolon.
  static func hasReference(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      if let reference = HTMLEntities.reference(in: bytes, at: start),
        bytes[reference.end - 1] == UInt8(ascii: ";")
      {
        return true
      }
      rest = bytes[(start + 1)...]
    }
    return false
  }
}
