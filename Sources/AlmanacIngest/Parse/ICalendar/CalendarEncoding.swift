/// The bytes of a calendar as UTF-8 where they plainly are something else.
///
/// RFC 5545 section 3.1.4 wants UTF-8. A mark or the shape of UTF-16 and a charset of the header
/// that is neither UTF-8 nor Windows-1252 are believed; all else is left to `Windows1252Fallback`, because a
/// fold may split a UTF-8 sequence, so that bytes can be judged only when lines are whole.
enum CalendarEncoding {
  /// The bytes and the encoding they were in, by its IANA name in lower case.
  static func decode(
    _ bytes: [UInt8], contentType: String?
  ) throws(EncodingRefusal) -> (bytes: [UInt8], encoding: String) {
    let charset = ContentType.charset(contentType)
    let mark = try ByteOrderMark(bytes)
    let isWide = isUTF16(mark.encoding ?? ByteOrderMark.shape(bytes))
    guard isWide || isConverted(charset) else { return (bytes, "utf-8") }
    let text = try TextDecoder.decode(bytes, charset: charset)
    return text.encoding.form == .utf8 ? (bytes, "utf-8") : (text.bytes, text.encoding.name)
  }

  private static func isUTF16(_ encoding: CharacterEncoding?) -> Bool {
    encoding == .utf16LittleEndian || encoding == .utf16BigEndian
  }

  private static func isConverted(_ charset: String?) -> Bool {
    guard let charset else { return false }
    do throws(EncodingRefusal) {
      let encoding = try CharacterEncoding(label: charset)
      if case .converted = encoding.form { return true }
      return false
    } catch {
      // A label that nobody knows says nothing about bytes that can be judged themselves.
      return false
    }
  }
}
