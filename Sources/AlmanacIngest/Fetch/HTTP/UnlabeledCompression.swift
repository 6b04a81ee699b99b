public import AlmanacModel

/// Decompresses documents that are compressed without being labeled as such: bodies without
/// `Content-Encoding` or with a wrong one, bodies that were compressed twice, and local files.
public enum UnlabeledCompression {
  /// The finding about such a document.
  public static func finding(source: String? = nil) -> Finding {
    Finding(
      "W_CONTENT_ENCODING", source: source,
      message: "the document is compressed although no header declares it; it was "
        + "decompressed; where a server sends it, ask for 'Content-Encoding: gzip'")
  }

  /// Whether the bytes begin with the header of gzip with deflate (RFC 1952, section 2.3.1), or of
  /// zlib with the usual window and a level of compression (RFC 1950, section 2.2).
  ///
  /// Text may begin with the header of zlib, such as `x^2`.
  static func hasHeader(_ bytes: some Sequence<UInt8>) -> Bool {
    let head = Array(bytes.prefix(3))
    return head == [0x1F, 0x8B, 0x08]
      || head.first == 0x78 && head.count > 1 && [0x01, 0x5E, 0x9C, 0xDA].contains(head[1])
  }

  /// Whether the first bytes contain no control characters other than white space, unlike
  /// compressed ones.
  static func isText(_ bytes: some Sequence<UInt8>) -> Bool {
    bytes.prefix(512).allSatisfy { $0 >= 0x20 || 0x09...0x0D ~= $0 }
  }

  /// The decompressed bytes; nil if the document is not compressed.
  ///
  /// Raw deflate and Brotli have no header: bytes of no known kind are compressed if they
  /// decompress to a text that is not shorter, as noise does not.
  ///
  /// - Parameter limit: Maximum number of decompressed bytes.
  /// - Throws: `.truncated`, `.decodedTooLarge`, `.contentEncoding` for corrupt data with a header.
  public static func decompressed(_ bytes: [UInt8], limit: Int) throws(HTTPFailure) -> [UInt8]? {
    guard !isText(bytes) else { return nil }
    if hasHeader(bytes) { return try decode(bytes, "gzip", limit) }
    guard NotAFeed.fileKind(of: bytes) == nil else { return nil }
    for coding in ["deflate", "br"] {
      do throws(HTTPFailure) {
        let text = try decode(bytes, coding, limit)
        if text.count >= bytes.count, isText(text) { return text }
      } catch {
        // The bytes are not compressed in this way.
        continue
      }
    }
    return nil
  }

  private static func decode(
    _ bytes: [UInt8], _ coding: String, _ limit: Int
  ) throws(HTTPFailure) -> [UInt8] {
    var body: [UInt8] = []
    guard let decoder = ContentEncoding.decoder(coding, limit: limit) else { return bytes }
    do throws(DecodingFailure) {
      try decoder.decode(bytes.span.bytes, into: &body)
    } catch {
      switch error {
      case .tooLarge: throw .decodedTooLarge(limit: limit)
      case .corrupt: throw .contentEncoding("the compressed data is corrupt")
      }
    }
    guard decoder.isComplete else { throw .truncated }
    return body
  }
}
