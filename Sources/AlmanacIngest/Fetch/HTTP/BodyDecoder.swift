/// Decompresses a body as it arrives, up to a limit (RFC 9110, section 8.4).
///
/// libcurl's own decoding is not used, because it reports a truncated stream as complete.
protocol BodyDecoder: AnyObject {
  /// Whether the compressed stream has ended. An empty body is complete.
  var isComplete: Bool { get }

  /// Decompresses the next bytes of the stream and appends the result.
  func decode(_ input: RawSpan, into output: inout [UInt8]) throws(DecodingFailure)
}

enum DecodingFailure: Error, Equatable {
  case corrupt
  case tooLarge
}

enum ContentEncoding {
  /// The value of `Accept-Encoding`, in order of preference.
  static let accepted = "br, gzip"

  /// The registered content codings (RFC 9110, section 16.6.1) except `identity`.
  private static let registered: Set<String> = [
    "aes128gcm", "br", "compress", "dcb", "dcz", "deflate", "exi", "gzip", "pack200-gzip",
    "x-compress", "x-gzip", "zstd",
  ]

  /// The codings of the response, in lower case, in the order in which they were applied.
  static func codings(_ headers: HTTPHeaders) -> [String] {
    headers.list("Content-Encoding").map { $0.lowercased() }.filter(registered.contains)
  }

  /// Words in `Content-Encoding` that are not registered codings, such as names of charsets.
  static func otherWords(_ headers: HTTPHeaders) -> [String] {
    headers.list("Content-Encoding").filter {
      !registered.contains($0.lowercased()) && $0.lowercased() != "identity"
    }
  }

  /// The decoder for a coding of `Content-Encoding`; nil if it is not supported.
  ///
  /// - Parameter limit: Maximum number of decompressed bytes.
  static func decoder(_ encoding: String, limit: Int) -> (any BodyDecoder)? {
    encoding == "br"
      ? BrotliDecoder(limit: limit) : Inflater(encoding: encoding, limit: limit)
  }
}
