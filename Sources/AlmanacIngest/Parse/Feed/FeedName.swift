/// The name of a feed's element as one number, so that to ask for a field costs a comparison: in lower
/// case, up to 16 bytes. No vocabulary that is read here has longer names.
struct FeedName: Equatable, ExpressibleByStringLiteral {
  private var high: UInt64 = 0
  private var low: UInt64 = 0

  /// A name of the document; a longer one equals none that is asked for.
  init(_ text: String) {
    guard text.utf8.count <= 16 else {
      self.high = .max
      return
    }
    for byte in text.utf8 { append(byte) }
  }

  @inline(__always)
  init(stringLiteral text: StaticString) {
    for index in 0..<text.utf8CodeUnitCount { append(text.utf8Start[index]) }
  }

  /// One bit of sixty-four, other names mostly have another: a set of them says what is not there.
  @inline(__always)
  func bit(in vocabulary: FeedVocabulary) -> UInt64 {
    let mixed = (low ^ high &* 31 ^ UInt64(vocabulary.rawValue)) &* 0x9E37_79B9_7F4A_7C15
    return 1 &<< (mixed &>> 58)
  }

  @inline(__always)
  private mutating func append(_ byte: UInt8) {
    high = high << 8 | low >> 56
    low = low << 8 | UInt64(byte)
  }
}
