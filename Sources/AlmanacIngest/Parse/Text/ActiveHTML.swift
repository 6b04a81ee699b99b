/// HTML that runs code, loads content or sends data. It is always removed; a finding tells the
/// operator which source sends it.
enum ActiveHTML {
  /// Elements that run, load or send. Elements with a prefix, such as `svg:script`, are not HTML.
  private static let elements: Set<String> = [
    "script", "iframe", "frame", "object", "embed", "applet", "svg", "math", "base", "meta", "form",
    "link", "portal",
  ]

  /// Whether a tag is such an element, or has an event handler or an address that runs code.
  ///
  /// - Parameter bytes: The bytes of the tokenizer that returned the tag.
  static func isActive(_ tag: HTMLTag, in bytes: [UInt8]) -> Bool {
    if !tag.element.traits.contains(.allowed), elements.contains(tag.name) { return true }
    guard mayRun(bytes, tag.attributes) else { return false }
    return tag.attributes(in: bytes).contains { attribute in
      attribute.name.hasPrefix("on") || attribute.name == "srcdoc" || URLText.runs(attribute.value)
    }
  }

  /// Whether attributes may be active, so that they must be parsed. Most are not. A name starts
  /// with `on` or is `srcdoc`, or a value contains the end of `javascript:` or `data:`, possibly
  /// after references.
  private static func mayRun(_ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    var startsWord = true
    for index in range {
      let byte = bytes[index]
      if !startsWord, byte.isAlphanumeric { continue }
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
