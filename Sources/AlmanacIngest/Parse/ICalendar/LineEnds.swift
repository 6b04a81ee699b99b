/// Finds the end of a line eight bytes at a time: most of a calendar's bytes are looked at only here.
enum LineEnds {
  /// The index of the first line feed or carriage return from `start` on, else the end; and whether
  /// all bytes before it are ASCII.
  static func next(in bytes: [UInt8], from start: Int) -> (end: Int, isASCII: Bool) {
    bytes.withUnsafeBytes { bytes in
      var index = start
      var high: UInt64 = 0
      while index &+ 8 <= bytes.count {
        let word = UInt64(
          littleEndian: bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self))
        let found = marks(of: 0x0A, in: word) | marks(of: 0x0D, in: word)
        if found != 0 {
          let length = found.trailingZeroBitCount >> 3
          high |= word & ~(UInt64.max << UInt64(length * 8))
          return (index &+ length, high & highBits == 0)
        }
        high |= word
        index &+= 8
      }
      while index < bytes.count, bytes[index] != 0x0A, bytes[index] != 0x0D {
        high |= UInt64(bytes[index])
        index &+= 1
      }
      return (index, high & highBits == 0)
    }
  }

  static func holdsNUL(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var index = 0
      while index &+ 8 <= bytes.count {
        let word = bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self)
        if marks(of: 0, in: word) != 0 { return true }
        index &+= 8
      }
      return bytes[index...].contains(0)
    }
  }

  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// The high bit of each byte that has that value; above the lowest such byte, of others too.
  private static func marks(of byte: UInt64, in word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let difference = word ^ (ones &* byte)
    return (difference &- ones) & ~difference & 0x8080_8080_8080_8080
  }
}
