public import AlmanacModel

/// Decompresses documents that are gzip or zlib without being labeled as such: bodies without
/// `Content-Encoding` or with a wrong one, bodies that were compressed twice, and local files.
public enum GzipBody {
  /// The finding about such a document.
  public static func finding(source: String? = nil) -> Finding {
    Finding(
      "W_CONTENT_ENCODING", source: source,
      message: "the document is compressed although no header declares it; it was "
        + "decompressed; where a server sends it, ask for 'Content-Encoding: gzip'")
  }

  /// Whether the bytes begin with the header of gzip with deflate (RFC 1952, section 2.3.1), or of
  /// zlib with the usual window and a level of compression (RFC 1950, section 2.2). No feed does.
  public static func isGzip(_ bytes: some Sequence<UInt8>) -> Bool {
    let head = Array(bytes.prefix(3))
    return head == [0x1F, 0x8B, 0x08]
      || head.first == 0x78 && head.count > 1 && [0x01, 0x5E, 0x9C, 0xDA].contains(head[1])
  }

  /// The decompressed bytes.
  ///
  /// - Parameters:
  ///   - bytes: One or more gzip members, or a zlib stream.
  ///   - limit: Maximum number of decompressed bytes.
  /// - Throws: `.truncated`, `.decodedTooLarge`, `.contentEncoding` for corrupt data.
  public static func inflate(_ bytes: [UInt8], limit: Int) throws(HTTPFailure) -> [UInt8] {
    var body: [UInt8] = []
    guard let inflater = Inflater(encoding: "gzip", limit: limit) else { return bytes }
    do throws(DecodingFailure) {
      try inflater.decode(bytes.span.bytes, into: &body)
    } catch {
      switch error {
      case .tooLarge: throw .decodedTooLarge(limit: limit)
      case .corrupt: throw .contentEncoding("the compressed data is corrupt")
      }
    }
    guard inflater.isComplete else { throw .truncated }
    return body
  }
}
