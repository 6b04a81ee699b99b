/// The text of a document as UTF-8, with the repairs that it took.
struct DecodedText {
  let encoding: CharacterEncoding
  /// UTF-8 without byte order marks; the bytes of the document themselves where they are that.
  var bytes: [UInt8]
  /// How many byte order marks the document starts with; one is usual.
  let byteOrderMarks: Int
  /// Sequences that were not of the encoding and were read as windows-1252 or replaced by U+FFFD.
  var repairedSequences = 0
  /// The line of the first of them, from 1.
  var firstRepairedLine = 0
  /// The label names another encoding, but the bytes are certainly UTF-8.
  var labelIgnored = false

  /// Counts a repair.
  ///
  /// - Parameter text: the text before it.
  mutating func noteRepair(after text: ArraySlice<UInt8>) {
    if repairedSequences == 0 { firstRepairedLine = 1 + text.count { $0 == 0x0A } }
    repairedSequences += 1
  }
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
  /// - Complexity: O(bytes).
  static func decode(
    _ input: [UInt8], charset: String?, declared: String? = nil
  ) throws(EncodingRefusal) -> DecodedText {
    let mark = try ByteOrderMark(input)
    let shape = mark.encoding ?? ByteOrderMark.shape(input)
    var (encoding, ignored) = try choose(shape: shape, charset: charset, declared: declared)
    let rest = input[mark.length...]
    let invalid = encoding.isASCIISuperset ? UTF8Check.firstInvalid(rest) : nil
    if encoding == .windows1252, invalid == nil {
      let multibyte = rest.count { $0 >= 0xC0 }
      if multibyte == 0 || isConvincing(rest, multibyte: multibyte) {
        ignored = ignored || multibyte > 0
        encoding = .utf8
      }
    }
    var text = DecodedText(encoding: encoding, bytes: [], byteOrderMarks: mark.count)
    text.labelIgnored = ignored
    switch encoding.form {
    case .utf8:
      if let invalid {
        try UTF8Repair.repair(rest, at: invalid, into: &text)
      } else {
        text.bytes = mark.length == 0 ? input : Array(rest)
      }
    case .windows1252:
      text.bytes = windows1252(rest)
      // Browsers read Latin-1 and ASCII as windows-1252; where it differs, the label was wrong.
      let label = (charset ?? declared)?.lowercased() ?? ""
      let isNarrower = label.contains("8859-1") || label.contains("ascii") || label == "latin1"
      if isNarrower, rest.contains(where: { (0x80...0x9F).contains($0) }) {
        text.labelIgnored = true
      }
    case .utf16LittleEndian, .utf16BigEndian: UTF16Decoding.decode(rest, into: &text)
    case .converted(let name): try Transcoder.convert(rest, named: name, into: &text)
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
  private static func isConvincing(_ text: ArraySlice<UInt8>, multibyte: Int) -> Bool {
    guard let first = text.first(where: { $0 >= 0x80 }) else { return true }
    return multibyte >= 3 || [0xC2, 0xC3, 0xE2].contains(first)
  }

  private static func windows1252(_ input: ArraySlice<UInt8>) -> [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(input.count)
    for byte in input {
      if byte < 0x80 { text.append(byte) } else { text.append(utf8: Windows1252.scalar(byte)) }
    }
    return text
  }
}

extension CharacterEncoding {
  fileprivate var isUTF16: Bool { form == .utf16LittleEndian || form == .utf16BigEndian }
  /// Whether looking for UTF-8 in bytes so labelled says anything.
  fileprivate var isASCIISuperset: Bool { form == .utf8 || form == .windows1252 }
}
