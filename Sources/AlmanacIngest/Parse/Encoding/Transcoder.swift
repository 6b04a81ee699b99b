import Glibc

/// The remaining encodings, by the system's `iconv`.
enum Transcoder {
  /// Converts all of the input; what is not of the encoding becomes U+FFFD and is counted.
  static func convert(
    _ input: UnsafeBufferPointer<UInt8>, from start: Int, named name: String,
    into text: inout DecodedText, _ passed: (Int) -> Void
  ) throws(EncodingRefusal) {
    guard let conversion = Conversion(from: name) else { throw .unknown(label: name) }
    var converted = ConvertedText()
    var index = start
    while index < input.count {
      switch conversion.step(input, at: &index, to: &converted.output) {
      case .more: converted.rest(at: index, passed)
      case .done: index = input.count
      case .invalid:
        if text.repairedSequences == 0 {
          text.firstRepairedLine = 1 &+ UTF8Repair.newlines(start..<index, of: input, passed)
        }
        text.repairedSequences &+= 1
        converted.output.append(utf8: 0xFFFD)
        index &+= 1
      }
    }
    if text.repairedSequences > 16, text.repairedSequences > (input.count &- start) / 20 {
      throw .undecodable(encoding: text.encoding.name, count: text.repairedSequences)
    }
    text.converted = converted.finish()
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

    func step(
      _ input: UnsafeBufferPointer<UInt8>, at index: inout Int, to output: inout [UInt8]
    ) -> Step {
      guard let base = UnsafeMutableRawPointer(mutating: input.baseAddress) else { return .done }
      var source: UnsafeMutablePointer<CChar>? = (base + index).assumingMemoryBound(to: CChar.self)
      var sourceLeft = input.count &- index
      var written = 0
      let (result, reason) = buffer.withUnsafeMutableBufferPointer { space in
        var target = space.baseAddress
        var targetLeft = space.count
        let result = iconv(descriptor, &source, &sourceLeft, &target, &targetLeft)
        written = space.count &- targetLeft
        return (result, errno)
      }
      index = input.count &- sourceLeft
      buffer.withUnsafeBytes { output.append(contentsOf: $0.prefix(written)) }
      // What C calls (size_t)-1.
      guard result == -1 else { return .done }
      // E2BIG only means that the buffer is full; EINVAL is a sequence cut at the end.
      return reason == E2BIG ? .more : .invalid
    }
  }
}
