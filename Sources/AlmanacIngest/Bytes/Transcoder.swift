import Glibc

/// Converts text in any encoding of the system's `iconv` to UTF-8.
enum Transcoder {
  /// Converts the whole input. Invalid bytes become U+FFFD and are counted.
  ///
  /// - Throws: `.unknown` for an encoding that `iconv` lacks; `.undecodable` if more than 16
  ///   sequences and a twentieth of the bytes are invalid.
  static func convert(
    _ input: ArraySlice<UInt8>, named name: String, into text: inout DecodedText
  ) throws(DocumentRefusal) {
    guard let conversion = Conversion(from: name) else { throw .unknownEncoding(name) }
    var index = input.startIndex
    while index < input.endIndex {
      switch conversion.step(input[index...], at: &index, to: &text.bytes) {
      case .more: continue
      case .done: index = input.endIndex
      case .invalid:
        text.noteRepair(after: input[..<index])
        text.bytes.append(utf8: 0xFFFD)
        index += 1
      }
    }
    if text.repairedSequences > 16, text.repairedSequences > input.count / 20 {
      throw .undecodable(text.encoding.name, count: text.repairedSequences)
    }
  }

  /// An open `iconv` descriptor.
  private final class Conversion {
    enum Step { case more, done, invalid }

    private let descriptor: iconv_t
    private var buffer = [CChar](repeating: 0, count: 65_536)

    init?(from name: String) {
      guard let opened = iconv_open("UTF-8", name), Int(bitPattern: opened) != -1 else {
        return nil
      }
      descriptor = opened
    }

    deinit { iconv_close(descriptor) }

    func step(_ input: ArraySlice<UInt8>, at index: inout Int, to output: inout [UInt8]) -> Step {
      var (sourceLeft, written) = (input.count, 0)
      let (result, reason) = input.withUnsafeBufferPointer { input in
        buffer.withUnsafeMutableBufferPointer { space in
          var source = UnsafeMutableRawPointer(mutating: input.baseAddress)?
            .assumingMemoryBound(to: CChar.self)
          var target = space.baseAddress
          var targetLeft = space.count
          let result = iconv(descriptor, &source, &sourceLeft, &target, &targetLeft)
          written = space.count - targetLeft
          return (result, errno)
        }
      }
      index = input.endIndex - sourceLeft
      buffer.withUnsafeBytes { output.append(contentsOf: $0.prefix(written)) }
      // iconv returns (size_t)-1 on failure.
      guard result == -1 else { return .done }
      // E2BIG means that the buffer is full; EINVAL, that the input ends inside a sequence.
      return reason == E2BIG ? .more : .invalid
    }
  }
}
