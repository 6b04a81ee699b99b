/// The encoding that the first bytes of a document show (XML 1.0, appendix F).
struct ByteOrderMark: Equatable {
  /// Nil without a mark.
  let encoding: CharacterEncoding?
  /// The number of consecutive marks; more than one is a defect of templates.
  let count: Int
  /// Their length in bytes.
  let length: Int

  init(_ input: [UInt8]) throws(DocumentRefusal) {
    func starts(_ bytes: UInt8..., at index: Int = 0) -> Bool {
      bytes.count + index <= input.count
        && input[index..<(index + bytes.count)].elementsEqual(bytes)
    }
    if starts(0xFF, 0xFE, 0, 0) || starts(0, 0, 0xFE, 0xFF) { throw .utf32 }
    if starts(0x3C, 0, 0, 0) || starts(0, 0, 0, 0x3C) { throw .utf32 }
    if starts(0x4C, 0x6F, 0xA7, 0x94) { throw .ebcdic }
    if starts(0x2B, 0x2F, 0x76) { throw .utf7 }
    var count = 0
    if starts(0xFF, 0xFE) || starts(0xFE, 0xFF) {
      let little = input[0] == 0xFF
      while starts(little ? 0xFF : 0xFE, little ? 0xFE : 0xFF, at: count * 2) { count += 1 }
      self.encoding = little ? .utf16LittleEndian : .utf16BigEndian
      self.length = count * 2
    } else {
      while starts(0xEF, 0xBB, 0xBF, at: count * 3) { count += 1 }
      self.encoding = count > 0 ? .utf8 : nil
      self.length = count * 3
    }
    self.count = count
  }

  /// Detects UTF-16 without a mark by the zero bytes of the first two characters.
  static func shape(_ input: [UInt8]) -> CharacterEncoding? {
    guard input.count >= 4 else { return nil }
    switch (input[0], input[1], input[2], input[3]) {
    case (1..., 0, 1..., 0): return .utf16LittleEndian
    case (0, 1..., 0, 1...): return .utf16BigEndian
    default: return nil
    }
  }
}
