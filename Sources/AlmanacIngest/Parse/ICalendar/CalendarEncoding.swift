import AlmanacFiles

/// The bytes of a calendar as UTF-8 where they plainly are something else.
///
/// RFC 5545 section 3.1.4 wants UTF-8. A mark or the shape of UTF-16 and a charset of the header
/// that is neither UTF-8 nor Windows-1252 are believed; all else is left to `LegacyText`, because a
/// fold may split a UTF-8 sequence, so that bytes can be judged only when lines are whole.
enum CalendarEncoding {
  /// The bytes and the encoding they were in, by its IANA name in lower case.
  static func decode(
    _ bytes: [UInt8], contentType: String?
  ) throws(EncodingRefusal) -> (bytes: [UInt8], encoding: String) {
    let charset = ContentType.charset(contentType)
    let result = bytes.withUnsafeBufferPointer { input -> Result<DecodedText?, EncodingRefusal> in
      do throws(EncodingRefusal) {
        let mark = try ByteOrderMark(input)
        let isWide = isUTF16(mark.encoding ?? ByteOrderMark.shape(input))
        guard isWide || isConverted(charset) else { return .success(nil) }
        return .success(try TextDecoder.decode(input, charset: charset, declared: nil))
      } catch {
        return .failure(error)
      }
    }
    guard let text = try result.get(), let converted = text.converted else {
      return (bytes, "utf-8")
    }
    return (converted.array, text.encoding.name)
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
