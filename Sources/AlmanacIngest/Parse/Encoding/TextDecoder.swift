import AlmanacModel

/// The text of a document in UTF-8, with the repairs made.
struct DecodedText {
  let encoding: CharacterEncoding
  /// UTF-8 without byte order marks; shares the document's buffer if nothing changed.
  var bytes: [UInt8]
  /// The number of byte order marks at the start; usually 0 or 1.
  let byteOrderMarks: Int
  /// Invalid sequences that were read as windows-1252 or replaced by U+FFFD.
  var repairedSequences = 0
  /// The one-based line of the first repair; 0 without repairs.
  var firstRepairedLine = 0
  /// Whether the label contradicts the bytes.
  var labelIgnored = false

  /// The finding about the repairs; nil without any.
  var repairFinding: Finding? {
    guard repairedSequences > 0 else { return nil }
    return Finding(
      "W_ENCODING_REPAIRED",
      message: "bytes that are no UTF-8 were read as windows-1252 (\(repairedSequences) times)",
      line: firstRepairedLine)
  }

  /// Counts a repair.
  ///
  /// - Parameter text: The text before it.
  mutating func noteRepair(after text: ArraySlice<UInt8>) {
    if repairedSequences == 0 { firstRepairedLine = 1 + text.count { $0 == 0x0A } }
    repairedSequences += 1
  }
}

/// Decodes bytes to UTF-8.
///
/// The order is that of RFC 7303, section 3: byte order mark, charset of the HTTP header,
/// declaration in the document, UTF-8.
///
/// There are three exceptions, all counted as repairs. A windows-1252 label is ignored if the bytes
/// are valid UTF-8 with multibyte sequences. A UTF-16 label is ignored if the bytes are not UTF-16.
/// A UTF-8 header is ignored if the first character beyond ASCII is no UTF-8 and the document
/// declares another encoding. Invalid UTF-8 sequences are read as windows-1252.
enum TextDecoder {
  /// - Parameters:
  ///   - charset: The `charset` parameter of the HTTP `Content-Type`; ignored if unknown.
  ///   - declared: The encoding that the document declares.
  /// - Complexity: O(bytes).
  static func decode(
    _ input: [UInt8], charset: String?, declared: String? = nil
  ) throws(DocumentRefusal) -> DecodedText {
    let mark = try ByteOrderMark(input)
    let shape = mark.encoding ?? ByteOrderMark.shape(input)
    var (encoding, ignored) = try choose(shape: shape, charset: charset, declared: declared)
    let rest = input[mark.length...]
    // Valid UTF-8 overrides a windows-1252 label unless the bytes may be either.
    let invalid = encoding.isASCIISuperset ? UTF8Check.firstInvalid(rest) : nil
    if shape == nil, charset != nil, encoding == .utf8, let invalid, let declared,
      rest.firstIndex(where: { $0 >= 0x80 }) == invalid,
      let other = try? CharacterEncoding(label: declared), other != .utf8, !other.isUTF16
    {
      (encoding, ignored) = (other, true)
    }
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
      // Browsers read Latin-1 and ASCII as windows-1252 too; bytes that differ mean a wrong label.
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

  /// Chooses the encoding by precedence, and whether a label was ignored.
  private static func choose(
    shape: CharacterEncoding?, charset: String?, declared: String?
  ) throws(DocumentRefusal) -> (CharacterEncoding, ignored: Bool) {
    if let shape {
      let label = charset ?? declared
      return (shape, label.map { Self.contradicts($0, shape) } ?? false)
    }
    var ignored = false
    if let charset {
      do throws(DocumentRefusal) {
        let encoding = try CharacterEncoding(label: charset)
        if !encoding.isUTF16 { return (encoding, ignored) }
      } catch {
        // UTF-7 in the header is as unsafe as in the document; unknown labels are ignored.
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

  /// Whether a label names another encoding than the bytes show.
  private static func contradicts(_ label: String, _ shape: CharacterEncoding) -> Bool {
    do throws(DocumentRefusal) {
      let named = try CharacterEncoding(label: label)
      return named != shape && !(named.isUTF16 && shape.isUTF16)
    } catch {
      // An unknown label contradicts nothing.
      return false
    }
  }

  /// Whether valid UTF-8 is unlikely to be windows-1252 by chance. `é“”` has the bytes of one
  /// Chinese character, but nobody writes "Ã©" or "â€™".
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
  /// Whether bytes with this label may be UTF-8.
  fileprivate var isASCIISuperset: Bool { form == .utf8 || form == .windows1252 }
}
