/// UTF-16 to UTF-8 (RFC 2781). Lone surrogates become U+FFFD and are counted.
enum UTF16Decoding {
  static func decode(
    _ input: UnsafeBufferPointer<UInt8>, from start: Int, into text: inout DecodedText,
    _ passed: (Int) -> Void
  ) {
    let little = text.encoding == .utf16LittleEndian
    var converted = ConvertedText()
    var line = 1
    func unit(_ index: Int) -> UInt32 {
      let (low, high) = little ? (index, index &+ 1) : (index &+ 1, index)
      return UInt32(input[high]) << 8 | UInt32(input[low])
    }
    func note(_ text: inout DecodedText) {
      if text.repairedSequences == 0 { text.firstRepairedLine = line }
      text.repairedSequences &+= 1
    }
    var index = start
    while index &+ 1 < input.count {
      converted.rest(at: index, passed)
      let first = unit(index)
      index &+= 2
      if first == 0x0A { line &+= 1 }
      guard (0xD800..<0xE000).contains(first) else {
        converted.output.append(utf8: first)
        continue
      }
      if first < 0xDC00, index &+ 1 < input.count {
        let second = unit(index)
        if (0xDC00..<0xE000).contains(second) {
          converted.output.append(utf8: 0x10000 &+ (first &- 0xD800) << 10 &+ (second &- 0xDC00))
          index &+= 2
          continue
        }
      }
      note(&text)
      converted.output.append(utf8: 0xFFFD)
    }
    if index < input.count { note(&text) }
    text.converted = converted.finish()
  }
}
