/// Where the text of a listing lies among others.
struct ListingText {
  let start: Int
  private let length: UInt32
  /// Bytes of the text before the place where a language would stand; 0 where one does.
  private let gap: UInt32

  /// - Parameter gap: In the text; nil where it states a language.
  init(at start: Int, count: Int, gap: Int?) {
    self.start = start
    length = UInt32(count)
    self.gap = UInt32(gap ?? 0)
  }

  var range: Range<Int> { start..<start + Int(length) }

  /// The text, with this language where it states none.
  ///
  /// - Parameter member: The language as a member of the object, with the comma before it.
  func text(of all: UnsafeBufferPointer<UInt8>, filling member: [UInt8]) -> [UInt8] {
    let text = all[range]
    guard gap > 0, !member.isEmpty else { return Array(text) }
    let middle = start + Int(gap)
    var filled: [UInt8] = []
    filled.reserveCapacity(text.count + member.count)
    filled += all[start..<middle]
    filled += member
    filled += all[middle..<range.upperBound]
    return filled
  }
}
