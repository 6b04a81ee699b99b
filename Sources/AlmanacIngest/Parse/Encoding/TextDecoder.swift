import AlmanacFiles

/// Bytes as UTF-8, and what had to be done for it.
struct DecodedText {
  let encoding: CharacterEncoding
  /// The text; nil where the input itself is valid UTF-8 from `start` on, so that nothing is copied.
  var converted: DocumentBytes?
  /// Where the text begins in the input, after byte order marks.
  let start: Int
  /// How many byte order marks stood at the start; one is usual.
  let byteOrderMarks: Int
  /// Sequences that were not of the encoding and were read as windows-1252 or replaced by U+FFFD.
  var repairedSequences = 0
  /// The line of the first of them, from 1.
  var firstRepairedLine = 0
  /// The label said otherwise, but the bytes are UTF-8 beyond doubt.
  var labelIgnored = false
}

/// Turns bytes of a labelled or unlabelled encoding into UTF-8.
///
/// The order is that of RFC 7303, section 3: byte order mark, then the charset of the HTTP header,
/// then what the document declares, then UTF-8. Two exceptions, both counted as repairs, because
/// the other reading would publish garbage: a label of the windows-1252 family loses against bytes
/// that are valid UTF-8 with sequences of several bytes, and a label of UTF-16 loses against bytes
/// that plainly are not. Bytes that are not valid UTF-8, where UTF-8 is meant, are windows-1252.
enum TextDecoder {
  /// - Parameters:
  ///   - charset: the `charset` parameter of the HTTP `Content-Type`; ignored where unknown.
  ///   - declared: the encoding that the document itself names.
  ///   - passed: is told from time to time how many bytes were looked at; they may be looked at again.
  static func decode(
    _ input: UnsafeBufferPointer<UInt8>, charset: String?, declared: String?,
    passed: (Int) -> Void = { _ in }
  ) throws(EncodingRefusal) -> DecodedText {
    let mark = try ByteOrderMark(input)
    let shape = mark.encoding ?? ByteOrderMark.shape(input)
    var (encoding, ignored) = try choose(shape: shape, charset: charset, declared: declared)
    var multibyte = 0
    let invalid =
      encoding.isASCIISuperset
      ? UTF8Check.firstInvalid(
        input, from: mark.length, multibyte: &multibyte, passed: passed) : nil
    if encoding == .windows1252, invalid == nil,
      multibyte == 0 || isConvincing(input, from: mark.length, multibyte: multibyte)
    {
      if multibyte > 0 { ignored = true }
      encoding = .utf8
    }
    var text = DecodedText(encoding: encoding, start: mark.length, byteOrderMarks: mark.count)
    text.labelIgnored = ignored
    switch encoding.form {
    case .utf8:
      if let invalid {
        try UTF8Repair.repair(input, from: mark.length, at: invalid, into: &text, passed)
      }
    case .windows1252:
      text.converted = windows1252(input, from: mark.length, passed)
      // Browsers read Latin-1 and ASCII as windows-1252; where it differs, the label was wrong.
      let label = (charset ?? declared)?.lowercased() ?? ""
      let isNarrower = label.contains("8859-1") || label.contains("ascii") || label == "latin1"
      if isNarrower, holdsControls(input, from: mark.length, passed) { text.labelIgnored = true }
    case .utf16LittleEndian, .utf16BigEndian:
      UTF16Decoding.decode(input, from: mark.length, into: &text, passed)
    case .converted(let name):
      try Transcoder.convert(input, from: mark.length, named: name, into: &text, passed)
    }
    return text
  }

  private static func choose(
    shape: CharacterEncoding?, charset: String?, declared: String?
  ) throws(EncodingRefusal) -> (CharacterEncoding, ignored: Bool) {
    if let shape {
      let label = charset ?? declared
      return (shape, label.map { Self.contradicts($0, shape) } ?? false)
    }
    var ignored = false
    if let charset {
      do throws(EncodingRefusal) {
        let encoding = try CharacterEncoding(label: charset)
        if !encoding.isUTF16 { return (encoding, ignored) }
      } catch {
        // UTF-7 in the header is as unsafe as in the document; an unknown word is just noise.
        if error == .utf7 { throw error }
      }
      ignored = true
    }
    if let declared {
      let encoding = try CharacterEncoding(label: declared)
      if !encoding.isUTF16 { return (encoding, ignored) }
      ignored = true
    }
    return (.utf8, ignored)
  }

  /// Whether a label names another encoding than the one the bytes show.
  private static func contradicts(_ label: String, _ shape: CharacterEncoding) -> Bool {
    do throws(EncodingRefusal) {
      let named = try CharacterEncoding(label: label)
      return named != shape && !(named.isUTF16 && shape.isUTF16)
    } catch {
      // A label that names nothing contradicts nothing.
      return false
    }
  }

  /// Whether valid UTF-8 can hardly be windows-1252 by chance: `é“”` has the bytes of one Chinese
  /// character, but "Ã©" and "â€™" are written by nobody.
  private static func isConvincing(
    _ input: UnsafeBufferPointer<UInt8>, from start: Int, multibyte: Int
  ) -> Bool {
    let first = UTF8Check.endOfASCII(input, from: start)
    guard first < input.count else { return true }
    return multibyte >= 3 || [0xC2, 0xC3, 0xE2].contains(input[first])
  }

  /// Whether there are bytes that Latin-1 has for control characters.
  private static func holdsControls(
    _ input: UnsafeBufferPointer<UInt8>, from start: Int, _ passed: (Int) -> Void
  ) -> Bool {
    for index in start..<input.count {
      if (0x80...0x9F).contains(input[index]) { return true }
      if index & 0xFFFF == 0 { passed(index) }
    }
    return false
  }

  private static func windows1252(
    _ input: UnsafeBufferPointer<UInt8>, from start: Int, _ passed: (Int) -> Void
  ) -> DocumentBytes {
    var text = ConvertedText()
    var index = start
    while index < input.count {
      let end = UTF8Check.endOfASCII(input, from: index)
      text.append(index..<end, of: input, passed)
      index = end
      while index < input.count, input[index] >= 0x80 {
        text.output.append(utf8: Windows1252.scalar(input[index]))
        index &+= 1
      }
      text.rest(at: index, passed)
    }
    return text.finish()
  }
}

extension CharacterEncoding {
  fileprivate var isUTF16: Bool { form == .utf16LittleEndian || form == .utf16BigEndian }
  /// Whether looking for UTF-8 in bytes so labelled says anything.
  fileprivate var isASCIISuperset: Bool { form == .utf8 || form == .windows1252 }
}
