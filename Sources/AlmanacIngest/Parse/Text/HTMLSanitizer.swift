/// Makes HTML safe to show: only allowed elements and attributes, well nested, without scripts,
/// styles and event handlers, with links to http, https and mailto only.
enum HTMLSanitizer {
  /// Rewrites HTML. Other elements are replaced by their content, hidden elements are removed.
  ///
  /// - Parameter base: The base of relative links and images; without it they are removed.
  static func safe(_ html: String, base: String?) -> String { read(html, base: base).safe }

  struct Reading {
    let safe: String
    let plain: String
    /// Whether active HTML was removed.
    let wasActive: Bool
    /// See `HTMLMarkup.isProbablyHTML`.
    let isMarkup: Bool
  }

  /// Returns safe HTML and the text of `HTMLMarkup.plainText` in one pass over the markup.
  static func read(_ html: String, base: String?) -> Reading {
    var tokens = HTMLTokenizer(html)
    var safe = HTMLSanitizerOutput(base: base, capacity: html.utf8.count)
    var plain = HTMLTextWriter(capacity: html.utf8.count)
    var wasActive = false
    var isMarkup = false
    let bytes = tokens.bytes
    while let token = tokens.next() {
      isMarkup = isMarkup || HTMLMarkup.isMarkup(token, in: bytes)
      safe.take(token, in: bytes)
      plain.take(token, in: bytes)
      guard case .start(let tag) = token else { continue }
      wasActive = wasActive || ActiveHTML.isActive(tag, in: bytes)
      if tag.element.traits.contains(.hidden) { tokens.skipContent(of: tag.name) }
    }
    return Reading(safe: safe.finish(), plain: plain.text, wasActive: wasActive, isMarkup: isMarkup)
  }
}
