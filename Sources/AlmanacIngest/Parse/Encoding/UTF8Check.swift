/// Validity of UTF-8 (RFC 3629, section 4; Unicode 15, table 3-7) over raw bytes.
///
/// Every index is checked against the buffer's end, as a release build does not do it for us.
enum UTF8Check {
  /// What stands at an index.
  enum Sequence: Equatable {
    case valid(length: Int)
    /// An overlong form of this many bytes.
    case overlong(length: Int)
    /// A surrogate written as three bytes, as Java and Oracle do (CESU-8).
    case surrogate(UInt32)
    case invalid
  }

  /// How far it is told from time to time.
  private static let stretch = 1 << 18

  /// The index of the first byte from `start` on that is not ASCII; the end if all are.
  static func endOfASCII(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int {
    var index = start
    let raw = UnsafeRawBufferPointer(bytes)
    while index &+ 64 <= raw.count {
      let words = raw.loadUnaligned(fromByteOffset: index, as: SIMD8<UInt64>.self)
      let half = words.lowHalf | words.highHalf
      let quarter = half.lowHalf | half.highHalf
      if (quarter[0] | quarter[1]) & 0x8080_8080_8080_8080 != 0 { break }
      index &+= 64
    }
    while index &+ 16 <= raw.count {
      let words = raw.loadUnaligned(fromByteOffset: index, as: SIMD2<UInt64>.self)
      if (words[0] | words[1]) & 0x8080_8080_8080_8080 != 0 { break }
      index &+= 16
    }
    while index < bytes.count, bytes[index] < 0x80 { index &+= 1 }
    return index
  }

  /// The index of the first byte from `start` on that does not begin a valid sequence, or nil.
  /// `multibyte` counts the valid sequences of two bytes and more on the way.
  ///
  /// - Parameter passed: is told from time to time how many bytes were looked at.
  static func firstInvalid(
    _ bytes: UnsafeBufferPointer<UInt8>, from start: Int, multibyte: inout Int,
    passed: (Int) -> Void = { _ in }
  ) -> Int? {
    var index = start
    var end = start
    while true {
      if index >= end {
        passed(index)
        end = min(bytes.count, index &+ stretch)
      }
      index = endOfASCII(UnsafeBufferPointer(rebasing: bytes[..<end]), from: index)
      guard index < bytes.count else { return nil }
      if index == end { continue }
      guard case .valid(let length) = sequence(bytes, at: index) else { return index }
      multibyte &+= 1
      index &+= length
    }
  }

  static func sequence(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Sequence {
    func next(_ offset: Int) -> UInt32? {
      guard index &+ offset < bytes.count else { return nil }
      let byte = bytes[index &+ offset]
      return byte & 0xC0 == 0x80 ? UInt32(byte & 0x3F) : nil
    }
    guard index < bytes.count else { return .invalid }
    let lead = bytes[index]
    switch lead {
    case 0..<0x80:
      return .valid(length: 1)
    case 0xC0...0xDF:
      guard next(1) != nil else { return .invalid }
      return lead < 0xC2 ? .overlong(length: 2) : .valid(length: 2)
    case 0xE0...0xEF:
      guard let first = next(1), let second = next(2) else { return .invalid }
      let scalar = UInt32(lead & 0x0F) << 12 | first << 6 | second
      if scalar < 0x800 { return .overlong(length: 3) }
      if (0xD800..<0xE000).contains(scalar) { return .surrogate(scalar) }
      return .valid(length: 3)
    case 0xF0...0xF4:
      guard let first = next(1), next(2) != nil, next(3) != nil else { return .invalid }
      if lead == 0xF0, first < 0x10 { return .overlong(length: 4) }
      return lead == 0xF4 && first > 0x0F ? .invalid : .valid(length: 4)
    default:
      return .invalid
    }
  }
}

extension String {
  /// The text of bytes that are known to be valid: they are not checked again.
  init(valid bytes: UnsafeBufferPointer<UInt8>) {
    // Of short texts the initializer finds out for itself.
    let isASCII = bytes.count > 15 && UTF8Check.endOfASCII(bytes, from: 0) == bytes.count
    self.init(copying: UTF8Span(unchecked: bytes.span, isKnownASCII: isASCII))
  }
}

extension [UInt8] {
  /// Appends the UTF-8 form of a scalar value; U+FFFD where it is none.
  mutating func append(utf8 value: UInt32) {
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    if scalar.value < 0x80 {
      append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      append(contentsOf: UTF8.encode(scalar) ?? UTF8.EncodedScalar())
    }
  }
}
