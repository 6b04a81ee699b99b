import AlmanacFiles

/// The text of a document that names no encoding itself.
struct TextBytes {
  /// UTF-8, without byte order marks.
  let bytes: DocumentBytes
  /// IANA name in lower case of what it was.
  let encoding: String
  /// Sequences that were no UTF-8.
  let repairs: Int
  let firstRepairedLine: Int

  /// - Parameter contentType: the header, for its charset only.
  static func utf8(
    _ bytes: DocumentBytes, contentType: String?
  ) throws(EncodingRefusal) -> TextBytes {
    let charset = ContentType.charset(contentType)
    var pass = DocumentPass(bytes)
    let text = try bytes.withUnsafeBufferPointer { (buffer) throws(EncodingRefusal) in
      try TextDecoder.decode(buffer, charset: charset, declared: nil) { pass.move(to: $0) }
    }
    return TextBytes(
      bytes: text.converted ?? bytes.dropping(text.start),
      encoding: text.encoding.name, repairs: text.repairedSequences,
      firstRepairedLine: text.firstRepairedLine)
  }
}
