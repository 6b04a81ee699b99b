import AlmanacModel

/// Describes what a server sent instead of a feed. Servers answer errors with status 200 and a
/// page, a word or nothing.
enum NotAFeed {
  /// The bytes of a document that are examined.
  static let headBytes = 64 * 1024

  /// - Parameter bytes: The head of the document.
  static func refusal(
    of detected: DetectedFormat, _ bytes: [UInt8], _ context: ReadingContext
  ) -> ParsedFeed {
    switch detected {
    case .empty:
      return .refused("E_EMPTY", "the document is empty; the last good capture stays valid")
    case .html:
      let title = pageTitle(of: bytes).map { " titled '\($0)'" } ?? ""
      return .refused("E_NOT_A_FEED", "an HTML page\(title) instead of a feed")
    default:
      if fileKind(of: bytes) == nil, let refusal = unreadable(bytes) {
        return .refused(refusal.code, refusal.message)
      }
      let words = firstWords(of: bytes)
      let kind =
        fileKind(of: bytes) ?? (words.isEmpty ? "binary data" : "plain text: '\(words)'")
      return .refused("E_NOT_A_FEED", "\(kind), not a feed")
    }
  }

  /// The first bytes of file formats that are sent instead of feeds.
  private static let fileKinds: [(start: [UInt8], name: String)] = [
    (Array("%PDF-".utf8), "a PDF document"),
    ([0x50, 0x4B, 0x03, 0x04], "a zip archive, such as an Excel or Word file"),
    ([0xD0, 0xCF, 0x11, 0xE0], "an old Excel or Word file"),
    ([0x1F, 0x8B], "gzip data"),
    (Array("BZh".utf8), "bzip2 data"),
    ([0xFD, 0x37, 0x7A, 0x58, 0x5A, 0x00], "xz data"),
    ([0x28, 0xB5, 0x2F, 0xFD], "zstd data"),
    ([0x89, 0x50, 0x4E, 0x47], "a PNG image"),
    ([0xFF, 0xD8, 0xFF], "a JPEG image"),
    (Array("GIF8".utf8), "a GIF image"),
    ([0x00, 0x00, 0x01, 0x00], "an icon"),
    (Array("SQLite format 3\0".utf8), "an SQLite database"),
  ]

  /// The name of a file format that is sent instead of feeds, by its first bytes.
  static func fileKind(of bytes: [UInt8]) -> String? {
    if bytes.starts(with: Array("RIFF".utf8)), bytes.dropFirst(8).starts(with: Array("WEBP".utf8)) {
      return "a WebP image"
    }
    return fileKinds.first { bytes.starts(with: $0.start) }?.name
  }

  /// The encoding error that the first bytes show, such as EBCDIC.
  private static func unreadable(_ bytes: [UInt8]) -> DocumentRefusal? {
    do throws(DocumentRefusal) {
      _ = try ByteOrderMark(bytes)
      return nil
    } catch {
      return error
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

  /// The first words of printable text; empty for mostly binary data.
  private static func firstWords(of bytes: [UInt8]) -> String {
    let head = bytes.prefix(200)
    let odd = head.count { $0 < 0x09 || (0x0E..<0x20).contains($0) }
    guard odd * 10 < max(head.count, 1) else { return "" }
    let text = FieldText.clean(String(decoding: head, as: UTF8.self)).text
    return String(text.prefix(60))
  }
}
