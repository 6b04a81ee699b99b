/// Decodes UTF-16 (RFC 2781). Lone surrogates become U+FFFD and are counted.
enum UTF16Decoding {
  static func decode(_ input: ArraySlice<UInt8>, into text: inout DecodedText) {
    let isLittle = text.encoding == .utf16LittleEndian
    func unit(_ index: Int) -> UInt32 {
      let (low, high) = isLittle ? (index, index + 1) : (index + 1, index)
      return UInt32(input[high]) << 8 | UInt32(input[low])
    }
    text.bytes.reserveCapacity(input.count / 2)
    var index = input.startIndex
    while index + 1 < input.endIndex {
      let first = unit(index)
      index += 2
      guard (0xD800..<0xE000).contains(first) else {
        text.bytes.append(utf8: first)
        continue
      }
      if first < 0xDC00, index + 1 < input.endIndex {
        let second = unit(index)
        if (0xDC00..<0xE000).contains(second) {
          text.bytes.append(utf8: 0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
          index += 2
          continue
        }
      }
      text.noteRepair(after: text.bytes[...])
      text.bytes.append(utf8: 0xFFFD)
    }
    if index < input.endIndex { text.noteRepair(after: text.bytes[...]) }
  }
}
