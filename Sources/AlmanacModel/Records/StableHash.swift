import AlmanacTime

/// The 64-bit FNV-1a hash. Unlike `Hasher`, it gives the same value in every run and on every
/// machine.
///
/// For identifiers and fingerprints of Almanac's own records; not collision-resistant against an
/// adversary.
public struct StableHash: Sendable {
  /// FNV's offset basis: the hash of no bytes.
  @inlinable public static var seed: UInt64 { 0xcbf2_9ce4_8422_2325 }

  public private(set) var value = StableHash.seed

  public init() {}

  public init(_ text: String) { combine(text) }

  /// Adds the text and an end mark, so that "ab", "c" and "a", "bc" differ.
  public mutating func combine(_ text: String) {
    value = text.withUTF8Span { bytes in
      bytes.indices.reduce(value) { Self.step($0, bytes[$1]) }
    }
    combine(0xff)
  }

  public mutating func combine(_ byte: UInt8) {
    value = Self.step(value, byte)
  }

  /// Adds the eight bytes of a number, the lowest first.
  public mutating func combine(bytesOf number: UInt64) {
    for shift in stride(from: 0, to: 64, by: 8) {
      combine(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  /// Adds one byte to a hash value; for inner loops over bytes.
  @inlinable public static func step(_ hash: UInt64, _ byte: UInt8) -> UInt64 {
    (hash ^ UInt64(byte)) &* 0x100_0000_01b3
  }

  /// The hash of the bytes, without an end mark.
  @inlinable public static func bytes(_ bytes: some Sequence<UInt8>) -> UInt64 {
    bytes.reduce(seed, step)
  }

  /// Lower-case letters and digits without the ones people confuse (Crockford's base 32).
  public func text(length: Int) -> String {
    let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)
    // FNV-1a mixes its low bits best: fold the halves, then multiply to spread them to the high
    // bits.
    var rest = value ^ (value >> 32)
    rest = (rest &* 0x9e37_79b9_7f4a_7c15)
    var digits: [UInt8] = []
    for _ in 0..<min(length, 12) {
      digits.append(alphabet[Int(rest >> 59)])
      rest <<= 5
    }
    return String(decoding: digits, as: UTF8.self)
  }
}
