import AlmanacModel

/// Decodes text that should be UTF-8 (RFC 5545, section 3.1.4) and may be Windows-1252.
enum Windows1252Fallback {
  /// Decodes UTF-8. Invalid bytes are read as Windows-1252, which has a character for every byte.
  static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    StreamSafeText.bounded(String(validating: bytes, as: UTF8.self) ?? repaired(bytes))
  }

  private static func repaired(_ bytes: ArraySlice<UInt8>) -> String {
    var text = ""
    var parser = UTF8.ForwardParser()
    var index = bytes.startIndex
    var input = bytes.makeIterator()
    while true {
      switch parser.parseScalar(from: &input) {
      case .valid(let sequence):
        text.unicodeScalars.append(UTF8.decode(sequence))
        index += sequence.count
      case .error(let length):
        for byte in bytes[index..<min(index + length, bytes.endIndex)] {
          text.unicodeScalars.append(Unicode.Scalar(Windows1252.scalar(byte)) ?? "\u{FFFD}")
        }
        index += length
      case .emptyInput: return text
      }
    }
  }
}
