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

  func key(of all: UnsafeBufferPointer<UInt8>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: all[keyRange]), as: UTF8.self)
  }

  /// The text, with this language where it states none.
  ///
  /// - Parameter member: The language as a member of the object, with the comma before it.
  func text(of all: UnsafeBufferPointer<UInt8>, filling member: [UInt8]) -> [UInt8] {
    let text = all[range]
    guard gap > 0, !member.isEmpty else { return Array(text) }
    let middle = range.lowerBound + Int(gap)
    var filled: [UInt8] = []
    filled.reserveCapacity(text.count + member.count)
    filled += all[range.lowerBound..<middle]
    filled += member
    filled += all[middle..<range.upperBound]
    return filled
  }
}
