import AlmanacModel

/// Writes the text of HTML in lines.
struct HTMLTextWriter {
  private var output: [UInt8] = []
  private var breaks = 0
  private var hasSpace = false
  private var hasBullet = false
  private var lists = 0
  private var preformatted = 0

  init(capacity: Int) { output.reserveCapacity(capacity) }

  var text: String { String(decoding: output, as: UTF8.self) }

  mutating func take(_ token: HTMLTokenizer.Token, in bytes: [UInt8]) {
    switch token {
    case .text(let range): write(bytes, range, resolving: true)
    case .literal(let range): write(bytes, range, resolving: false)
    case .start(let tag): start(tag.element)
    case .end(let name): end(name)
    case .other: break
    }
  }

  private mutating func start(_ name: HTMLName) {
    guard name.traits.contains(.layout) else { return separate(by: name) }
    switch name.text {
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
    default: hasSpace = true
    }
  }

  private mutating func end(_ name: HTMLName) {
    guard name.traits.contains(.layout) else { return separate(by: name) }
    switch name.text {
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
    default: hasSpace = true
    }
  }

  private mutating func separate(by name: HTMLName) {
    if name.traits.contains(.paragraph) {
      separate(2)
    } else if name.traits.contains(.block) {
      separate(1)
    }
  }

  /// Requests line breaks. A block that starts a list item stays on the line of the item.
  private mutating func separate(_ count: Int) {
    if !hasBullet { breaks = max(breaks, count) }
  }

  private mutating func write(_ bytes: [UInt8], _ range: Range<Int>, resolving: Bool) {
    var index = range.lowerBound
    while index < range.upperBound {
      let end = WordScan.end(
        of: bytes.span, in: index..<range.upperBound, before: resolving ? UInt8(ascii: "&") : 0,
        isASCII: false)
      if end > index {
        flush()
        output.append(bytes, index..<end)
        index = end
        continue
      }
      let byte = bytes[index]
      if resolving, byte == UInt8(ascii: "&"),
        let reference = HTMLEntities.reference(in: bytes[range], at: index)
      {
        write(reference)
        index = reference.end
      } else if byte == 0xC2, index + 1 < range.upperBound, bytes[index + 1] == 0xA0 {
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

  /// Writes the pending breaks, space and bullet before a character.
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
