/// Validation of UTF-8 (RFC 3629, section 4; Unicode 15, table 3-7).
enum UTF8Check {
  /// The kind of the sequence at an index.
  enum Sequence: Equatable {
    case valid(length: Int)
    /// An overlong form with its length in bytes.
    case overlong(length: Int)
    /// A surrogate in three bytes, as Java and Oracle write it (CESU-8).
    case surrogate(UInt32)
    case invalid
  }

  /// The index of the first invalid byte; nil if all are valid.
  static func firstInvalid(_ bytes: ArraySlice<UInt8>) -> Int? {
    do throws(UTF8.ValidationError) {
      _ = try UTF8Span(validating: bytes.span)
      return nil
    } catch {
      return bytes.startIndex + error.byteOffsets.lowerBound
    }
  }

  /// The length of the valid sequence with this first byte.
  static func length(of lead: UInt8) -> Int {
    lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
  }

  /// The scalar of one valid sequence; U+FFFD for other bytes.
  static func scalar(_ sequence: ArraySlice<UInt8>) -> Unicode.Scalar {
    guard let lead = sequence.first else { return "\u{FFFD}" }
    if lead < 0x80 { return Unicode.Scalar(lead) }
    let value = sequence.dropFirst().reduce(UInt32(lead) & (0x7F >> UInt32(sequence.count))) {
      $0 << 6 | UInt32($1 & 0x3F)
    }
    return Unicode.Scalar(value) ?? "\u{FFFD}"
  }

  /// Classifies the sequence at an index.
  static func sequence(_ bytes: ArraySlice<UInt8>, at index: Int) -> Sequence {
    func next(_ offset: Int) -> UInt32? {
      guard index + offset < bytes.endIndex else { return nil }
      let byte = bytes[index + offset]
      return byte & 0xC0 == 0x80 ? UInt32(byte & 0x3F) : nil
    }
    guard index < bytes.endIndex else { return .invalid }
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

extension [UInt8] {
  /// Appends a scalar value in UTF-8; U+FFFD if it is no scalar.
  mutating func append(utf8 value: UInt32) {
    let scalar = Unicode.Scalar(value) ?? "\u{FFFD}"
    if scalar.value < 0x80 {
      append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      append(contentsOf: UTF8.encode(scalar) ?? UTF8.EncodedScalar())
    }
  }
}
