import Foundation

/// A text construct (RFC 4287, section 3.1) or the content of an entry (section 4.1.3).
enum AtomText: Equatable {
  /// Plain text, in which `<` has no meaning.
  case plain(String)
  case html(String)
  /// Content that is not text, such as an image.
  case other

  init(_ node: XMLNode) {
    let type = node.attribute("type")?.lowercased() ?? "text"
    // Atom 0.3 has a MIME type, and its encoding in a separate attribute.
    let mode = node.attribute("mode")?.lowercased()
    let isHTML = type == "html" || type.hasPrefix("text/html")
    let isMarkup = type == "xhtml" || type.hasPrefix("application/xhtml")
    // A type that is no media type is read as text.
    let isText = type.hasPrefix("text/") || !type.contains("/")
    if mode == "base64" {
      self = isText ? Self.decoded(node.text, isHTML: isHTML) : .other
    } else if isMarkup || (isHTML && mode == "xml") {
      self = .html(Self.inside(node))
    } else if isHTML {
      self = .html(node.literalMarkup)
    } else if isText {
      // Some publishers write markup without a type.
      self = node.children.isEmpty ? .plain(node.text) : .html(Self.inside(node))
    } else if type.hasSuffix("+xml") || type.hasSuffix("/xml") {
      self = .plain(node.text)
    } else {
      self = .other
    }
  }

  private static func decoded(_ base64: String, isHTML: Bool) -> AtomText {
    guard let data = Data(base64Encoded: base64, options: .ignoreUnknownCharacters) else {
      return .other
    }
    let text = String(decoding: data, as: UTF8.self)
    return isHTML ? .html(text) : .plain(text)
  }

  /// The markup within the `div` that wraps XHTML (RFC 4287 section 3.1.1.3).
  private static func inside(_ node: XMLNode) -> String {
    let children = node.children
    guard children.count == 1, let only = children.first, only.name.local == "div" else {
      return node.innerXML
    }
    return only.innerXML
  }
}

extension FieldSanitizer {
  /// Returns one line of a text construct.
  mutating func atomLine(_ node: XMLNode?, of field: String) -> String? {
    guard let node else { return nil }
    switch AtomText(node) {
    case .plain(let text): return line(text, of: field)
    case .html(let html): return line(HTMLMarkup.plainText(html), of: field)
    case .other: return nil
    }
  }

  /// Returns the lines of a text construct and its safe HTML.
  mutating func atomBody(_ node: XMLNode?, of field: String) -> Body {
    guard let node else { return Body() }
    switch AtomText(node) {
    case .plain(let text): return Body(text: lines(text, of: field))
    case .html(let markup): return body(markup, of: field, base: node.base)
    case .other: return Body()
    }
  }
}
