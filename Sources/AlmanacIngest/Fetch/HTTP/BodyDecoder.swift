/// Decompresses a body as it arrives, up to a limit (RFC 9110, section 8.4).
///
/// curl could do it, but takes a stream that ends too early for a complete one.
protocol BodyDecoder: AnyObject {
  /// Whether the compressed stream came to its end; an empty body has none.
  var isComplete: Bool { get }

  /// Appends what more bytes decompress to.
  func decode(
    _ input: UnsafeRawBufferPointer, into output: inout [UInt8]
  ) throws(DecodingFailure)
}

enum DecodingFailure: Error, Equatable {
  case corrupt
  case tooLarge
}

enum ContentEncoding {
  /// What we ask for, in the order of liking.
  static let accepted = "br, gzip"

  /// The registered content codings (RFC 9110, section 16.6.1), but for `identity`.
  private static let registered: Set<String> = [
    "aes128gcm", "br", "compress", "dcb", "dcz", "deflate", "exi", "gzip", "pack200-gzip",
    "x-compress", "x-gzip", "zstd",
  ]

  /// The codings that the headers name, in lower case, in the order in which they were applied.
  static func codings(_ headers: HTTPHeaders) -> [String] {
    headers.list("Content-Encoding").map { $0.lowercased() }.filter(registered.contains)
  }

  /// Words in `Content-Encoding` that are no codings, such as names of charsets; `identity` is valid.
  static func otherWords(_ headers: HTTPHeaders) -> [String] {
    headers.list("Content-Encoding").filter {
      !registered.contains($0.lowercased()) && $0.lowercased() != "identity"
    }
  }

  /// Nil if the encoding, as in `Content-Encoding`, is none of ours.
  ///
  /// - Parameter limit: bytes that may come out.
  static func decoder(_ encoding: String, limit: Int) -> (any BodyDecoder)? {
    encoding == "br"
      ? BrotliDecoder(limit: limit) : Inflater(encoding: encoding, limit: limit)
  }
}
