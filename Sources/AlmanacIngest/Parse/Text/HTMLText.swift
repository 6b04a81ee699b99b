/// HTML as people read it, without markup.
enum HTMLText {
  /// Plain text: blocks and `<br>` are line breaks, list items begin with `- `, white space is
  /// collapsed, references are resolved once; what no reader sees (scripts, styles) is dropped.
  static func plainText(_ html: String) -> String {
    var tokens = HTMLTokenizer(html)
    var writer = HTMLTextWriter(capacity: html.utf8.count)
    while let token = tokens.next() {
      switch token {
      case .text(let range): writer.write(tokens.bytes[range], resolving: true)
      case .literal(let range): writer.write(tokens.bytes[range], resolving: false)
      case .start(let tag):
        writer.start(tag.name)
        if HTMLElement.hidden.contains(tag.name) { tokens.skipContent(of: tag.name) }
      case .end(let name): writer.end(name)
      case .other: break
      }
    }
    return writer.text
  }

  /// Whether a text that may be either is meant as HTML: it holds a tag of a known element, or a
  /// reference to a character.
  ///
  /// RSS never says which of the two a title or a description is.
  static func isProbablyHTML(_ text: String) -> Bool {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") })
    else { return false }
    var tokens = HTMLTokenizer(text)
    while let token = tokens.next() {
      switch token {
      case .start(let tag): if HTMLElement.isKnown(tag.name) { return true }
      case .end(let name): if HTMLElement.isKnown(name) { return true }
      case .text(let range): if hasReference(tokens.bytes[range]) { return true }
      case .literal: return true
      case .other: break
      }
    }
    return false
  }

  private static func hasReference(_ bytes: ArraySlice<UInt8>) -> Bool {
    var rest = bytes
    while let start = rest.firstIndex(of: UInt8(ascii: "&")) {
      if let reference = HTMLEntities.reference(in: bytes, at: start - bytes.startIndex),
        bytes[bytes.startIndex + reference.end - 1] == UInt8(ascii: ";")
      {
        return true
      }
      rest = rest[(start + 1)...]
    }
    return false
  }
}

/// Lays text out in lines.
private struct HTMLTextWriter {
  private var output: [UInt8] = []
  private var breaks = 0
  private var hasSpace = false
  private var hasBullet = false
  private var lists = 0
  private var preformatted = 0

  init(capacity: Int) { output.reserveCapacity(capacity) }

  var text: String { String(decoding: output, as: UTF8.self) }

  mutating func start(_ name: String) {
    switch name {
    case "br": breaks = min(breaks + 1, 2)
    case "li":
      breaks = lists > 0 ? 1 : max(breaks, 1)
      hasBullet = true
    case "ul", "ol":
      lists += 1
      separate(1)
    case "pre":
      preformatted += 1
      separate(2)
    case "td", "th": hasSpace = true
    default: separate(by: name)
    }
  }

  mutating func end(_ name: String) {
    switch name {
    case "br": breaks = min(breaks + 1, 2)
    case "li":
      hasBullet = false
      separate(1)
    case "ul", "ol":
      lists = max(lists - 1, 0)
      separate(lists == 0 ? 2 : 1)
    case "pre":
      preformatted = max(preformatted - 1, 0)
      separate(2)
    case "td", "th": hasSpace = true
    default: separate(by: name)
    }
  }

  private mutating func separate(by name: String) {
    if HTMLElement.paragraphs.contains(name) {
      separate(2)
    } else if HTMLElement.blocks.contains(name) {
      separate(1)
    }
  }

  /// A block that opens a list item stays on the item's line.
  private mutating func separate(_ count: Int) {
    if !hasBullet { breaks = max(breaks, count) }
  }

  mutating func write(_ bytes: ArraySlice<UInt8>, resolving: Bool) {
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if resolving, byte == UInt8(ascii: "&"),
        let reference = HTMLEntities.reference(in: bytes, at: index - bytes.startIndex)
      {
        write(reference)
        index = bytes.startIndex + reference.end
      } else if byte == 0xC2, index + 1 < bytes.endIndex, bytes[index + 1] == 0xA0 {
        hasSpace = true
        index += 2
      } else {
        write(byte)
        index += 1
      }
    }
  }

  private mutating func write(_ reference: HTMLEntities.Reference) {
    let value = reference.scalars.first
    if value == 0xA0 || (value <= 0x20 && UInt8(truncatingIfNeeded: value).isSpace) {
      hasSpace = true
    } else {
      flush()
      reference.append(to: &output)
    }
  }

  private mutating func write(_ byte: UInt8) {
    if byte == 0x0A, preformatted > 0 {
      breaks = min(breaks + 1, 2)
    } else if byte.isSpace {
      hasSpace = true
    } else {
      flush()
      output.append(byte)
    }
  }

  private mutating func flush() {
    guard hasSpace || breaks > 0 || hasBullet else { return }
    if !output.isEmpty {
      if breaks > 0 {
        output.append(contentsOf: repeatElement(0x0A, count: breaks))
      } else if hasSpace {
        output.append(0x20)
      }
    }
    if hasBullet { output.append(contentsOf: "- ".utf8) }
    breaks = 0
    hasSpace = false
    hasBullet = false
  }
}
