/// HTML that is safe to show: allowed elements and attributes only, well nested, no scripts, styles
/// or event handlers, links to http, https and mailto only.
enum HTMLSanitizer {
  /// Rewrites HTML; elements that are not allowed leave their text, hidden ones nothing.
  ///
  /// - Parameter base: what relative links and pictures are relative to; without it they go.
  static func safe(_ html: String, base: String?) -> String {
    var tokens = HTMLTokenizer(html)
    var writer = HTMLSanitizerOutput(base: base, capacity: html.utf8.count)
    while let token = tokens.next() {
      writer.take(token, in: tokens.bytes)
      if case .start(let tag) = token, tag.element.traits.contains(.hidden) {
        tokens.skipContent(of: tag.name)
      }
    }
    return writer.finish()
  }

  struct Reading {
    let safe: String
    let plain: String
    /// Whether there was something to be kept out, as `ActiveHTML` has it.
    let wasActive: Bool
  }

  /// The same with the text that `HTMLText.plainText` gives, in one pass over the markup.
  static func read(_ html: String, base: String?) -> Reading {
    var tokens = HTMLTokenizer(html)
    var safe = HTMLSanitizerOutput(base: base, capacity: html.utf8.count)
    var plain = HTMLTextWriter(capacity: html.utf8.count)
    var wasActive = false
    let bytes = tokens.bytes
    while let token = tokens.next() {
      safe.take(token, in: bytes)
      plain.take(token, in: bytes)
      guard case .start(let tag) = token else { continue }
      wasActive = wasActive || ActiveHTML.isActive(tag, in: bytes)
      if tag.element.traits.contains(.hidden) { tokens.skipContent(of: tag.name) }
    }
    return Reading(safe: safe.finish(), plain: plain.text, wasActive: wasActive)
  }
}
