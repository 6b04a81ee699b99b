/// The text of a document that names no encoding itself.
struct TextBytes {
  /// UTF-8, without byte order marks.
  let bytes: [UInt8]
  /// IANA name in lower case of what it was.
  let encoding: String
  /// Sequences that were no UTF-8.
  let repairs: Int
  let firstRepairedLine: Int

  /// - Parameter contentType: the header, for its charset only.
  static func utf8(_ bytes: [UInt8], contentType: String?) throws(EncodingRefusal) -> TextBytes {
    let charset = ContentType.charset(contentType)
    let result: Result<TextBytes, EncodingRefusal> = bytes.withUnsafeBufferPointer { buffer in
      do throws(EncodingRefusal) {
        let text = try TextDecoder.decode(buffer, charset: charset, declared: nil)
        return .success(
          TextBytes(
            bytes: text.converted ?? (text.start == 0 ? bytes : Array(buffer[text.start...])),
            encoding: text.encoding.name,
            repairs: text.repairedSequences, firstRepairedLine: text.firstRepairedLine))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
