/// HTML that is safe to show: allowed elements and attributes only, well nested, no scripts, styles
/// or event handlers, links to http, https and mailto only.
enum HTMLSanitizer {
  /// Rewrites HTML; elements that are not allowed leave their text, hidden ones nothing.
  ///
  /// - Parameter base: what relative links and pictures are relative to; without it they go.
  static func safe(_ html: String, base: String?) -> String {
    var tokens = HTMLTokenizer(html)
    var writer = HTMLSafeWriter(base: base, capacity: html.utf8.count)
    while let token = tokens.next() {
      switch token {
      case .text(let range): writer.write(tokens.bytes[range], resolving: true)
      case .literal(let range): writer.write(tokens.bytes[range], resolving: false)
      case .start(let tag):
        if HTMLElement.hidden.contains(tag.name) {
          tokens.skipContent(of: tag.name)
        } else if HTMLElement.allowed[tag.name] != nil {
          writer.start(tag, in: tokens.bytes)
        }
      case .end(let name): writer.end(name)
      case .other: break
      }
    }
    return writer.finish()
  }
}

private struct HTMLSafeWriter {
  /// Deeper elements leave their text only: no reader's page needs them.
  private static let depth = 64

  private let base: String?
  private var output: [UInt8] = []
  private var open: [String] = []

  init(base: String?, capacity: Int) {
    self.base = base
    output.reserveCapacity(capacity)
  }

  mutating func start(_ tag: HTMLTag, in bytes: [UInt8]) {
    endImplied(by: tag.name)
    guard open.count < Self.depth else { return }
    let attributes = safeAttributes(of: tag, in: bytes)
    // A picture from nowhere shows nothing.
    if tag.name == "img", !attributes.contains(where: { $0.name == "src" }) { return }
    put("<" + tag.name)
    for attribute in attributes {
      put(" " + attribute.name + "=\"")
      escape(attribute.value.utf8)
      put("\"")
    }
    put(">")
    if !HTMLElement.voids.contains(tag.name) { open.append(tag.name) }
  }

  mutating func end(_ name: String) {
    guard let index = open.lastIndex(of: name) else { return }
    while open.count > index { close() }
  }

  mutating func write(_ bytes: ArraySlice<UInt8>, resolving: Bool) {
    let text = String(decoding: bytes, as: UTF8.self)
    escape((resolving ? HTMLEntities.decode(text) : text).utf8)
  }

  mutating func finish() -> String {
    while !open.isEmpty { close() }
    return String(decoding: output, as: UTF8.self)
  }

  private mutating func close() {
    guard let name = open.popLast() else { return }
    put("</" + name + ">")
  }

  private mutating func endImplied(by name: String) {
    while let last = open.last, HTMLElement.isEnded(last, by: name) { close() }
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

  private mutating func put(_ text: String) { output.append(contentsOf: text.utf8) }

  private mutating func escape(_ bytes: some Sequence<UInt8>) {
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "&"): put("&amp;")
      case UInt8(ascii: "<"): put("&lt;")
      case UInt8(ascii: ">"): put("&gt;")
      case UInt8(ascii: "\""): put("&quot;")
      default: output.append(byte)
      }
    }
  }
}
