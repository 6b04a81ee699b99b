import AlmanacModel

/// An HTML page with its elements and metadata.
struct HTMLPage {
  let tree: HTMLTree
  private(set) var title: String?
  private(set) var language: String?
  /// The canonical address.
  private(set) var link: String?
  private(set) var encoding: String?

  var root: XMLNode { tree.root }

  /// Returns nil if the encoding is not supported.
  init?(_ bytes: [UInt8], _ context: ReadingContext) {
    guard let text = Self.decoded(bytes, context) else { return nil }
    encoding = text.encoding
    tree = HTMLTree(text.bytes, base: context.baseURL, depth: context.limits.depth)
    var fields = FieldSanitizer(limits: context.limits)
    for node in tree.root.outermost(where: { ["html", "title", "link"].contains($0.name.local) }) {
      if node.name.local == "html" {
        language = fields.line(node.language, of: "lang")
        for inner in node.outermost(where: { ["title", "link"].contains($0.name.local) }) {
          take(inner, &fields)
        }
      } else {
        take(node, &fields)
      }
    }
  }

  /// The scripts of a media type, in order.
  func scripts(ofType type: String) -> [XMLNode] {
    root.outermost { node in
      guard node.name.local == "script", let declared = node.attribute("type") else { return false }
      let plain = declared.lowercased().prefix { $0 != ";" }
      return plain.trimming(while: \.isWhitespace) == type
    }
  }

  private mutating func take(_ node: XMLNode, _ fields: inout FieldSanitizer) {
    if node.name.local == "title" {
      title = title ?? fields.line(node.text, of: "title")
    } else if node.words("rel").contains("canonical") {
      link = link ?? fields.link(node.attribute("href"), of: "link", base: node.base)
    }
  }

  private static func decoded(
    _ bytes: [UInt8], _ context: ReadingContext
  ) -> (bytes: [UInt8], encoding: String)? {
    do throws(DocumentRefusal) {
      let text = try TextDecoder.decode(
        bytes, charset: ContentType.charset(context.contentType), declared: declared(bytes))
      return (text.bytes, text.encoding.name)
    } catch {
      return nil
    }
  }

  /// The encoding declared in the first kilobyte (WHATWG HTML, section 13.2.3.2).
  private static func declared(_ bytes: [UInt8]) -> String? {
    var tokens = HTMLTokenizer(Array(bytes.prefix(1_024)))
    while let token = tokens.next() {
      guard case .start(let tag) = token, tag.name == "meta" else { continue }
      if let charset = tag.attribute("charset", in: tokens.bytes) { return charset }
      if let content = tag.attribute("content", in: tokens.bytes),
        tag.attribute("http-equiv", in: tokens.bytes)?.lowercased() == "content-type"
      {
        return ContentType.charset(content)
      }
    }
    return nil
  }
}
