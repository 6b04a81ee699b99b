import AlmanacModel
import AlmanacTime

/// Writes safe, well-nested HTML.
struct HTMLSanitizerOutput {
  /// The nesting limit; deeper elements are replaced by their text.
  private static let depth = 64

  private let base: String?
  private var output: [UInt8] = []
  private var open: [HTMLName] = []

  init(base: String?, capacity: Int) {
    self.base = base
    output.reserveCapacity(capacity)
  }

  mutating func take(_ token: HTMLTokenizer.Token, in bytes: [UInt8]) {
    switch token {
    case .text(let range): write(bytes, range, resolving: true)
    case .literal(let range): write(bytes, range, resolving: false)
    case .start(let tag):
      if tag.element.traits.isSuperset(of: .allowed), !tag.element.traits.contains(.hidden) {
        start(tag, in: bytes)
      }
    case .end(let name): end(name)
    case .other: break
    }
  }

  mutating func finish() -> String {
    while !open.isEmpty { close() }
    return String(decoding: output, as: UTF8.self)
  }

  private mutating func start(_ tag: HTMLTag, in bytes: [UInt8]) {
    while let last = open.last, HTMLElement.isEnded(last, by: tag.element) { close() }
    guard open.count < Self.depth else { return }
    let attributes = safeAttributes(of: tag, in: bytes)
    // An image without an address shows nothing.
    let isVoid = tag.element.traits.contains(.void)
    if isVoid, tag.name == "img", !attributes.contains(where: { $0.name == "src" }) { return }
    output.append(UInt8(ascii: "<"))
    put(tag.name)
    for attribute in attributes {
      put(" ")
      put(attribute.name)
      put("=\"")
      let value = Array(attribute.value.utf8)
      write(value, value.indices, resolving: false)
      put("\"")
    }
    output.append(UInt8(ascii: ">"))
    if !isVoid { open.append(tag.element) }
  }

  private mutating func end(_ name: HTMLName) {
    guard let index = open.lastIndex(of: name) else { return }
    while open.count > index { close() }
  }

  private mutating func close() {
    guard let name = open.popLast() else { return }
    output.append(UInt8(ascii: "<"))
    output.append(UInt8(ascii: "/"))
    put(name.text)
    output.append(UInt8(ascii: ">"))
  }

  private func safeAttributes(of tag: HTMLTag, in bytes: [UInt8]) -> [(name: String, value: String)]
  {
    guard !tag.attributes.isEmpty, let own = HTMLElement.allowed[tag.name] else { return [] }
    return tag.attributes(in: bytes).compactMap { attribute in
      guard own.contains(attribute.name) || HTMLElement.globalAttributes.contains(attribute.name)
      else { return nil }
      switch attribute.name {
      case "href": return URLText.link(attribute.value, base: base).map { ("href", $0) }
      case "src": return URLText.normalized(attribute.value, base: base).map { ("src", $0) }
      default: return attribute
      }
    }
  }

  /// Writes text and escapes the characters of markup.
  private mutating func write(_ bytes: [UInt8], _ range: Range<Int>, resolving: Bool) {
    var start = range.lowerBound
    var index = start
    while index < range.upperBound {
      // No letter is escaped.
      guard bytes[index] < 0x40, let escaped = Self.reference(for: bytes[index]) else {
        index += 1
        continue
      }
      output.append(bytes, start..<index)
      if resolving, bytes[index] == UInt8(ascii: "&"),
        let reference = HTMLEntities.reference(in: bytes[range], at: index)
      {
        var resolved: [UInt8] = []
        reference.append(to: &resolved)
        write(resolved, resolved.indices, resolving: false)
        index = reference.end
      } else {
        escaped.withUTF8Buffer { output.append(contentsOf: $0) }
        index += 1
      }
      start = index
    }
    output.append(bytes, start..<range.upperBound)
  }

  private mutating func put(_ text: String) {
    text.withUTF8Bytes { output.append(contentsOf: $0) }
  }

  private static func reference(for byte: UInt8) -> StaticString? {
    switch byte {
    case UInt8(ascii: "&"): "&amp;"
    case UInt8(ascii: "<"): "&lt;"
    case UInt8(ascii: ">"): "&gt;"
    case UInt8(ascii: "\""): "&quot;"
    default: nil
    }
  }
}
