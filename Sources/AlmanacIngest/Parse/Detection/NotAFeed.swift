import AlmanacModel

/// Says what came instead of a feed, so that an operator knows what to do: servers answer errors
/// with status 200 and a page, a word or nothing.
enum NotAFeed {
  /// How much of a document is looked at.
  static let reach = 64 * 1024

  /// - Parameter bytes: the first of the document.
  static func refusal(
    of detected: DetectedFormat, _ bytes: [UInt8], _ context: ReadingContext
  ) -> ParsedFeed {
    switch detected {
    case .empty:
      return .refused("E_EMPTY", "the document is empty; the last good capture stays in force")
    case .html:
      let title = pageTitle(of: bytes).map { " titled '\($0)'" } ?? ""
      return .refused("E_NOT_A_FEED", "an HTML page\(title) instead of a feed")
    default:
      if let refusal = unreadable(bytes) { return .refused("E_ENCODING", refusal.description) }
      let words = firstWords(of: bytes)
      let kind = words.isEmpty ? "binary data" : "plain text: '\(words)'"
      return .refused("E_NOT_A_FEED", "\(kind), not a feed")
    }
  }

  /// Why the first bytes say that none of it is text for us, as those of EBCDIC do.
  private static func unreadable(_ bytes: [UInt8]) -> EncodingRefusal? {
    bytes.withUnsafeBufferPointer { input in
      do throws(EncodingRefusal) {
        _ = try ByteOrderMark(input)
        return nil
      } catch {
        return error
      }
    }
  }

  private static func pageTitle(of bytes: [UInt8]) -> String? {
    var tokens = HTMLTokenizer(bytes)
    while let token = tokens.next() {
      guard case .start(let tag) = token, tag.name == "title" else { continue }
      guard case .text(let range)? = tokens.next() else { return nil }
      let text = String(decoding: tokens.bytes[range], as: UTF8.self)
      let title = FieldText.clean(HTMLEntities.decode(text)).text.prefix(80)
      return title.isEmpty ? nil : String(title)
    }
    return nil
  }

  /// Printable text only; what is mostly not is no text.
  private static func firstWords(of bytes: [UInt8]) -> String {
    let head = bytes.prefix(200)
    let odd = head.count { $0 < 0x09 || (0x0E..<0x20).contains($0) }
    guard odd * 10 < max(head.count, 1) else { return "" }
    let text = FieldText.clean(String(decoding: head, as: UTF8.self)).text
    return String(text.prefix(60))
  }
}
