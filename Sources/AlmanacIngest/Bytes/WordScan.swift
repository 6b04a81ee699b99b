/// Finds words in UTF-8 text eight bytes at a time, because the branch at the end of each word would
/// be mispredicted.
enum WordScan {
  private static let lowBits = every(0x7F)

  /// The end of the words that start at the beginning of a range, with single spaces between them.
  ///
  /// A word has no control character, no U+0080 to U+00BF (which contain the no-break space) and no
  /// `stop`.
  ///
  /// - Parameter isASCII: Whether a character beyond ASCII ends the words.
  /// - Complexity: O(bytes returned).
  static func end(
    of bytes: Span<UInt8>, in range: Range<Int>, before stop: UInt8 = 0, isASCII: Bool
  ) -> Int {
    var index = range.lowerBound
    var isAfterSpace = true
    while index + 8 <= range.upperBound {
      let word = UInt64(
        littleEndian: bytes.bytes.unsafeLoadUnaligned(fromByteOffset: index, as: UInt64.self))
      guard isOfWords(word, stop, isASCII) else { break }
      let spaces = zeros(word ^ every(0x20))
      guard spaces & (spaces << 8 | (isAfterSpace ? 0x80 : 0)) == 0 else { break }
      isAfterSpace = spaces >> 63 == 1
      index += 8
    }
    while index < range.upperBound, isOfWords(bytes[index], stop, isASCII),
      !isAfterSpace || bytes[index] != 0x20
    {
      isAfterSpace = bytes[index] == 0x20
      index += 1
    }
    return isAfterSpace && index > range.lowerBound ? index - 1 : index
  }

  private static func isOfWords(_ byte: UInt8, _ stop: UInt8, _ isASCII: Bool) -> Bool {
    byte >= 0x20 && byte != 0x7F && byte != 0xC2 && byte != stop && !(isASCII && byte >= 0x80)
  }

  /// `isOfWords` for each of eight bytes.
  private static func isOfWords(_ word: UInt64, _ stop: UInt8, _ isASCII: Bool) -> Bool {
    let isPrintable = ((word & lowBits) + every(0x60) | word) | lowBits == .max
    let stops =
      zeros(word ^ every(0x7F)) | zeros(word ^ every(0xC2)) | zeros(word ^ every(stop))
      | (isASCII ? word & ~lowBits : 0)
    return isPrintable && stops == 0
  }

  /// The highest bit of every byte that is 0.
  private static func zeros(_ word: UInt64) -> UInt64 {
    ~((word & lowBits) + lowBits | word | lowBits)
  }

  private static func every(_ byte: UInt8) -> UInt64 { UInt64(byte) * 0x0101_0101_0101_0101 }
}
