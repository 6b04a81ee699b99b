import AlmanacModel

/// Reads invalid UTF-8 as windows-1252, sequence by sequence, so that the valid sequences of a
/// document with mixed encodings are preserved.
enum UTF8Repair {
  /// - Parameter firstInvalid: The index of the first invalid byte.
  static func repair(
    _ input: ArraySlice<UInt8>, at firstInvalid: Int, into text: inout DecodedText
  ) throws(DocumentRefusal) {
    text.bytes = Array(input[..<firstInvalid])
    var overlong = 0
    var index = firstInvalid
    while index < input.endIndex {
      let sequence = UTF8Check.sequence(input, at: index)
      // Copy valid text up to the next invalid byte in one step.
      if case .valid = sequence {
        let end = UTF8Check.firstInvalid(input[index...]) ?? input.endIndex
        text.bytes += input[index..<end]
        index = end
        continue
      }
      text.noteRepair(after: input[..<index])
      switch sequence {
      case .surrogate(let value):
        index += append(surrogate: value, at: index, of: input, to: &text.bytes)
      case .overlong(let length):
        overlong += 1
        for byte in input[index..<(index + length)] {
          text.bytes.append(utf8: Windows1252.scalar(byte))
        }
        index += length
      case .valid, .invalid:
        text.bytes.append(utf8: Windows1252.scalar(input[index]))
        index += 1
      }
    }
    // A word such as "voilà…" in windows-1252 looks like an overlong form. If most invalid
    // sequences do not, the document is windows-1252.
    if overlong > 0, overlong * 2 >= text.repairedSequences {
      throw .overlongForms(count: overlong, line: text.firstRepairedLine)
    }
  }

  /// Appends the character of a surrogate pair; a lone surrogate becomes U+FFFD.
  ///
  /// - Returns: The number of bytes read.
  private static func append(
    surrogate high: UInt32, at index: Int, of input: ArraySlice<UInt8>, to output: inout [UInt8]
  ) -> Int {
    if high < 0xDC00, case .surrogate(let low) = UTF8Check.sequence(input, at: index + 3),
      low >= 0xDC00
    {
      output.append(utf8: 0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
      return 6
    }
    output.append(utf8: 0xFFFD)
    return 3
  }
}
