/// windows-1252, as the WHATWG Encoding Standard has it: what "ISO-8859-1" means on the web, and
/// what bytes that are not UTF-8 nearly always are.
enum Windows1252 {
  /// The scalar value of a byte. The five unassigned bytes stay control characters.
  static func scalar(_ byte: UInt8) -> UInt32 {
    guard byte & 0xE0 == 0x80 else { return UInt32(byte) }
    return c1[Int(byte & 0x1F)]
  }

  private static let c1: [UInt32] = [
    0x20AC, 0x81, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021,
    0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0x8D, 0x017D, 0x8F,
    0x90, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014,
    0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0x9D, 0x017E, 0x0178,
  ]
}
