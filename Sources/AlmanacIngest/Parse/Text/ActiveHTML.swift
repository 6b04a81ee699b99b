/// Markup that does something rather than shows something: it never comes through, and an operator
/// may want to know who sends it.
enum ActiveHTML {
  /// Elements that run, load or send. Prefixed ones (`svg:script`) are no elements of HTML.
  private static let elements: Set<String> = [
    "script", "iframe", "frame", "object", "embed", "applet", "svg", "math", "base", "meta", "form",
    "link", "portal",
  ]

  /// Whether a text holds a tag of such an element, a handler of events or an address that runs.
  static func isIn(_ text: String) -> Bool {
    guard text.contains(byte: UInt8(ascii: "<")) else { return false }
    var tokens = HTMLTokenizer(text)
    while let token = tokens.next() {
      if case .start(let tag) = token, isActive(tag, in: tokens.bytes) { return true }
    }
    return false
  }

  /// - Parameter bytes: those of the tokenizer that the tag is from.
  static func isActive(_ tag: HTMLTag, in bytes: [UInt8]) -> Bool {
    if !tag.element.traits.contains(.allowed), elements.contains(tag.name) { return true }
    guard mayRun(bytes, tag.attributes) else { return false }
    return tag.attributes(in: bytes).contains { attribute in
      attribute.name.hasPrefix("on") || attribute.name == "srcdoc" || URLText.runs(attribute.value)
    }
  }

  /// Whether attributes are worth taking apart, which most are not: a name begins with `on` or is
  /// `srcdoc`, or a value holds the end of `javascript:` or `data:`, perhaps behind references.
  private static func mayRun(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var startsWord = true
    for index in range {
      let byte = bytes[index]
      switch byte {
      case UInt8(ascii: ":"):
        let last = bytes[index - 1].lowercased
        if last == UInt8(ascii: "t") || last == UInt8(ascii: "a") || last <= 0x20 { return true }
      case UInt8(ascii: "&"):
        if !bytes[index..<range.upperBound].starts(with: "&amp;".utf8) { return true }
      case UInt8(ascii: "o") where startsWord, UInt8(ascii: "O") where startsWord:
        if index + 1 < range.upperBound, bytes[index + 1].lowercased == UInt8(ascii: "n") {
          return true
        }
      case UInt8(ascii: "s") where startsWord, UInt8(ascii: "S") where startsWord:
        let word = bytes[index..<range.upperBound].prefix(6)
        if word.map(\.lowercased).elementsEqual("srcdoc".utf8) { return true }
      default: break
      }
      startsWord = !byte.isAlphanumeric
    }
    return false
  }
}
