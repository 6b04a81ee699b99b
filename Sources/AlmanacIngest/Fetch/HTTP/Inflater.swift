import CLibZ

/// Decompresses a gzip or deflate stream (RFC 1952, RFC 1950) as it arrives, up to a limit.
final class Inflater: BodyDecoder {
  private enum Format { case gzip, deflate }

  private let format: Format
  private let limit: Int
  /// Allocated once, because zlib stores its address.
  private let stream = UnsafeMutablePointer<z_stream>.allocate(capacity: 1)
  private var isOpen = false
  private var isFirstByte = true
  private var hasEnded = false
  private var buffer = [UInt8](repeating: 0, count: 1 << 16)

  /// Returns nil for other codings of `Content-Encoding`.
  init?(encoding: String, limit: Int) {
    switch encoding {
    case "gzip", "x-gzip": format = .gzip
    case "deflate": format = .deflate
    default: return nil
    }
    self.limit = limit
    stream.initialize(to: z_stream())
  }

  deinit {
    if isOpen { inflateEnd(stream) }
    stream.deallocate()
  }

  var isComplete: Bool { hasEnded || isFirstByte }

  func decode(_ input: RawSpan, into output: inout [UInt8]) throws(DecodingFailure) {
    guard !input.isEmpty else { return }
    try input.withUnsafeBytes { (input) throws(DecodingFailure) in
      try decode(input, into: &output)
    }
  }

  private func decode(
    _ input: UnsafeRawBufferPointer, into output: inout [UInt8]
  ) throws(DecodingFailure) {
    if isFirstByte {
      isFirstByte = false
      try open(input[0])
    }
    stream.pointee.next_in = UnsafeMutablePointer(
      mutating: input.bindMemory(to: UInt8.self).baseAddress)
    stream.pointee.avail_in = UInt32(clamping: input.count)
    while stream.pointee.avail_in > 0 || !hasEnded {
      if hasEnded { guard try beginNextMember() else { return } }
      guard try step(into: &output) else { return }
    }
  }

  private func open(_ first: UInt8) throws(DecodingFailure) {
    // "deflate" means the zlib format, but some servers send raw deflate, which cannot begin like
    // gzip. The low half of the first byte of a zlib header is 8 (RFC 1950, section 2.2). With 32,
    // zlib detects gzip and zlib.
    let isRaw = format == .deflate && first & 0x0F != 8 && first != 0x1F
    let bits: Int32 = isRaw ? -15 : 32 + 15
    guard almanac_inflate_open(stream, bits) == Z_OK else { throw .corrupt }
    isOpen = true
  }

  /// Starts the next member of a gzip stream (RFC 1952, section 2.2). Other bytes are padding.
  private func beginNextMember() throws(DecodingFailure) -> Bool {
    guard format == .gzip, stream.pointee.next_in?.pointee == 0x1F else { return false }
    guard inflateReset(stream) == Z_OK else { throw .corrupt }
    hasEnded = false
    return true
  }

  /// Calls zlib once; returns false if it needs more input.
  private func step(into output: inout [UInt8]) throws(DecodingFailure) -> Bool {
    var result: Int32 = Z_OK
    let written = buffer.withUnsafeMutableBufferPointer { space in
      stream.pointee.next_out = space.baseAddress
      stream.pointee.avail_out = UInt32(clamping: space.count)
      result = CLibZ.inflate(stream, Z_NO_FLUSH)
      return space.count - Int(stream.pointee.avail_out)
    }
    guard output.count + written <= limit else { throw .tooLarge }
    output.append(contentsOf: buffer[..<written])
    switch result {
    case Z_STREAM_END:
      hasEnded = true
      return stream.pointee.avail_in > 0
    case Z_OK: return stream.pointee.avail_in > 0 || stream.pointee.avail_out == 0
    case Z_BUF_ERROR: return false
    default: throw .corrupt
    }
  }
}
