/// Converts calendars in other encodings to UTF-8, which RFC 5545, section 3.1.4 requires.
///
/// Only a byte order mark, the shape of UTF-16, and a charset other than UTF-8 and Windows-1252
/// count. The rest is left to `Windows1252Fallback`: folding may split a UTF-8 sequence, so bytes
/// are checked after unfolding.
enum CalendarEncoding {
  /// Returns UTF-8 and the original encoding's name in lower case.
  static func decode(
    _ bytes: [UInt8], contentType: String?
  ) throws(DocumentRefusal) -> (bytes: [UInt8], encoding: String) {
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
    do throws(DocumentRefusal) {
      let encoding = try CharacterEncoding(label: charset)
      if case .converted = encoding.form { return true }
      return false
    } catch {
      // An unknown label is ignored; the bytes decide.
      return false
    }
  }
}
