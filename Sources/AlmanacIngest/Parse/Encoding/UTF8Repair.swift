/// Reads what is not valid UTF-8 as windows-1252, sequence by sequence, so that the valid ones of a
/// document pasted together from both stay right.
enum UTF8Repair {
  static func repair(
    _ input: UnsafeBufferPointer<UInt8>, from start: Int, at firstInvalid: Int,
    into text: inout DecodedText
  ) throws(EncodingRefusal) {
    var output: [UInt8] = []
    output.reserveCapacity(input.count &- start &+ 1_024)
    output.append(contentsOf: input[start..<firstInvalid])
    text.firstRepairedLine = 1 &+ newlines(input[start..<firstInvalid])
    var overlong = 0
    var counted = 0
    var index = firstInvalid
    while index < input.count {
      switch UTF8Check.sequence(input, at: index) {
      case .valid:
        let valid = UTF8Check.firstInvalid(input, from: index, multibyte: &counted)
        let end = valid ?? input.count
        output.append(contentsOf: input[index..<end])
        index = end
        continue
      case .surrogate(let value):
        index &+= append(surrogate: value, at: index, of: input, to: &output)
      case .overlong(let length):
        overlong &+= 1
        for offset in index..<min(index &+ length, input.count) {
          output.append(utf8: Windows1252.scalar(input[offset]))
        }
        index &+= length
      case .invalid:
        output.append(utf8: Windows1252.scalar(input[index]))
        index &+= 1
      }
      text.repairedSequences &+= 1
    }
    // A word such as "voilà…" in windows-1252 has the look of an overlong form: where most of what
    // is invalid does not, the document is windows-1252.
    if overlong > 0, overlong &* 2 >= text.repairedSequences {
      throw .overlongForms(count: overlong, line: text.firstRepairedLine)
    }
    text.converted = output
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

  static func newlines(_ bytes: some Swift.Sequence<UInt8>) -> Int {
    bytes.reduce(0) { $1 == 0x0A ? $0 &+ 1 : $0 }
  }
}
