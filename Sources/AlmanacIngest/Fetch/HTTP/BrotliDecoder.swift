import CLibBrotli

/// Decompresses a Brotli stream (RFC 7932) as it arrives, up to a limit.
///
/// The window of a stream is at most 16 MB, which bounds the memory of the decoder.
final class BrotliDecoder: BodyDecoder {
  private let limit: Int
  private let state: OpaquePointer
  private var hasBegun = false
  private var hasEnded = false
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Returns nil if there is not enough memory.
  init?(limit: Int) {
    guard let state = BrotliDecoderCreateInstance(nil, nil, nil) else { return nil }
    self.state = state
    self.limit = limit
  }

  deinit { BrotliDecoderDestroyInstance(state) }

  var isComplete: Bool { hasEnded || !hasBegun }

  func decode(_ input: RawSpan, into output: inout [UInt8]) throws(DecodingFailure) {
    guard !input.isEmpty else { return }
    hasBegun = true
    try input.withUnsafeBytes { (input) throws(DecodingFailure) in
      try decode(input, into: &output)
    }
  }

  private func decode(
    _ input: UnsafeRawBufferPointer, into output: inout [UInt8]
  ) throws(DecodingFailure) {
    var next = input.bindMemory(to: UInt8.self).baseAddress
    var left = input.count
    // Bytes after the end of the stream are padding.
    while !hasEnded {
      var result = BROTLI_DECODER_RESULT_ERROR
      let written = buffer.withUnsafeMutableBufferPointer { space in
        var capacity = space.count
        var end = space.baseAddress
        result = BrotliDecoderDecompressStream(state, &left, &next, &capacity, &end, nil)
        return space.count - capacity
      }
      guard output.count + written <= limit else { throw .tooLarge }
      output.append(contentsOf: buffer[..<written])
      switch result {
      case BROTLI_DECODER_RESULT_SUCCESS: hasEnded = true
      case BROTLI_DECODER_RESULT_NEEDS_MORE_INPUT: return
      case BROTLI_DECODER_RESULT_NEEDS_MORE_OUTPUT: continue
      default: throw .corrupt
      }
    }
  }
}
