/// Where the key of a listing and, behind it, its text lie among others.
struct ListingText {
  let start: Int
  private let keyLength: UInt32
  private let length: UInt32
  /// Bytes of the text before the place where a language would stand; 0 where one does.
  private let gap: UInt32

  /// - Parameters:
  ///   - start: Of the key.
  ///   - count: Of the text.
  ///   - gap: In the text; nil where it states a language.
  init(at start: Int, key: Int, count: Int, gap: Int?) {
    self.start = start
    keyLength = UInt32(key)
    length = UInt32(count)
    self.gap = UInt32(gap ?? 0)
  }

  var keyRange: Range<Int> { start..<start + Int(keyLength) }

  var range: Range<Int> { keyRange.upperBound..<keyRange.upperBound + Int(length) }

  /// The text with a language added if it has none.
  ///
  /// - Parameter member: The language as a member of the object, with the comma before it.
  func adding(_ member: [UInt8], to text: consuming [UInt8]) -> [UInt8] {
    if gap > 0 { text.insert(contentsOf: member, at: Int(gap)) }
    return text
  }
}
