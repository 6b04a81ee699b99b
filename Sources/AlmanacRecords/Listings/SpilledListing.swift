/// The position of a spilled listing in the file: its key, followed by its JSON.
struct SpilledListing {
  let start: Int
  private let keyLength: UInt32
  private let length: UInt32
  /// Position in the JSON, in bytes, where `language` can be inserted; 0 if it has one.
  private let gap: UInt32

  /// - Parameters:
  ///   - start: Position of the key in the file.
  ///   - count: Length of the JSON.
  ///   - gap: Where `language` can be inserted in the JSON; nil if it has one.
  init(at start: Int, key: Int, count: Int, gap: Int?) {
    self.start = start
    keyLength = UInt32(key)
    length = UInt32(count)
    self.gap = UInt32(gap ?? 0)
  }

  var keyRange: Range<Int> { start..<start + Int(keyLength) }

  var range: Range<Int> { keyRange.upperBound..<keyRange.upperBound + Int(length) }

  /// The JSON with a language added if it has none.
  ///
  /// - Parameter member: The member `language`, with the comma before it.
  func adding(_ member: [UInt8], to text: consuming [UInt8]) -> [UInt8] {
    if gap > 0 { text.insert(contentsOf: member, at: Int(gap)) }
    return text
  }
}
