/// Decodes UTF-16 (RFC 2781). Lone surrogates become U+FFFD and are counted.
enum UTF16Decoding {
  static func decode(_ input: ArraySlice<UInt8>, into text: inout DecodedText) {
    let isLittle = text.encoding == .utf16LittleEndian
    let units = stride(from: input.startIndex, to: input.endIndex - 1, by: 2).map { index in
      let (low, high) = isLittle ? (index, index + 1) : (index + 1, index)
      return UInt16(input[high]) << 8 | UInt16(input[low])
    }
    text.bytes.reserveCapacity(units.count)
    var decoder = UTF16()
    var source = units.makeIterator()
    loop: while true {
      switch decoder.decode(&source) {
      case .scalarValue(let scalar): text.bytes.append(utf8: scalar.value)
      case .emptyInput: break loop
      case .error:
        text.noteRepair(after: text.bytes[...])
        text.bytes.append(utf8: 0xFFFD)
      }
    }
    if !input.count.isMultiple(of: 2) { text.noteRepair(after: text.bytes[...]) }
  }
}
