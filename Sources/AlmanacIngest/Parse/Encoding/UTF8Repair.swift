/// Reads what is not valid UTF-8 as windows-1252, sequence by sequence, so that the valid ones of a
/// document pasted together from both stay right.
enum UTF8Repair {
  static func repair(
    _ input: UnsafeBufferPointer<UInt8>, from start: Int, at firstInvalid: Int,
    into text: inout DecodedText, _ passed: (Int) -> Void
  ) throws(EncodingRefusal) {
    var repaired = ConvertedText()
    text.firstRepairedLine = 1 &+ newlines(start..<firstInvalid, of: input, passed)
    repaired.append(start..<firstInvalid, of: input, passed)
    var overlong = 0
    var counted = 0
    var index = firstInvalid
    while index < input.count {
      switch UTF8Check.sequence(input, at: index) {
      case .valid:
        let valid = UTF8Check.firstInvalid(
          input, from: index, multibyte: &counted, passed: passed)
        let end = valid ?? input.count
        repaired.append(index..<end, of: input, passed)
        index = end
        continue
      case .surrogate(let value):
        index &+= append(surrogate: value, at: index, of: input, to: &repaired.output)
      case .overlong(let length):
        overlong &+= 1
        for offset in index..<min(index &+ length, input.count) {
          repaired.output.append(utf8: Windows1252.scalar(input[offset]))
        }
        index &+= length
      case .invalid:
        repaired.output.append(utf8: Windows1252.scalar(input[index]))
        index &+= 1
      }
      text.repairedSequences &+= 1
      repaired.rest(at: index, passed)
    }
    // A word such as "voilà…" in windows-1252 has the look of an overlong form: where most of what
    // is invalid does not, the document is windows-1252.
    if overlong > 0, overlong &* 2 >= text.repairedSequences {
      throw .overlongForms(count: overlong, line: text.firstRepairedLine)
    }
    text.converted = repaired.finish()
  }

  /// Appends the character that two surrogates make; a lone one becomes U+FFFD.
  private static func append(
    surrogate high: UInt32, at index: Int, of input: UnsafeBufferPointer<UInt8>,
    to output: inout [UInt8]
  ) -> Int {
    if high < 0xDC00, case .surrogate(let low) = UTF8Check.sequence(input, at: index &+ 3),
      low >= 0xDC00
    {
      output.append(utf8: 0x10000 &+ (high &- 0xD800) << 10 &+ (low &- 0xDC00))
      return 6
    }
    output.append(utf8: 0xFFFD)
    return 3
  }

  static func newlines(
    _ range: Range<Int>, of input: UnsafeBufferPointer<UInt8>, _ passed: (Int) -> Void
  ) -> Int {
    var count = 0
    for index in range {
      if input[index] == 0x0A { count &+= 1 }
      if index & 0xFFFF == 0 { passed(index) }
    }
    return count
  }

  static func newlines(_ bytes: some Swift.Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $1 == 0x0A ? $0 &+ 1 : $0 }
  }
}
