/// Writes the fixed-width texts of ISO 8601 and RFC 3339 byte by byte.
struct TextWriter {
  private(set) var bytes: [UInt8]

  init() {
    bytes = []
    bytes.reserveCapacity(48)
  }

  /// Goes on after these bytes; where nobody else holds them, they are not copied.
  init(after bytes: [UInt8]) { self.bytes = bytes }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func write(ascii scalar: Unicode.Scalar) {
    bytes.append(UInt8(truncatingIfNeeded: scalar.value))
  }

  /// The ASCII digits of 00…99, the first in the lowest byte.
  static func digits(_ value: Int) -> UInt64 {
    let tens = UInt64(truncatingIfNeeded: value / 10 % 10)
    let ones = UInt64(truncatingIfNeeded: value % 10)
    return 0x3030 | tens | ones &<< 8
  }

  /// Adds the first bytes of words, lowest byte first. At once: each addition asks for room.
  private mutating func write(_ count: Int, of words: (UInt64, UInt64, UInt64)) {
    withUnsafeBytes(of: (words.0.littleEndian, words.1.littleEndian, words.2.littleEndian)) {
      bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: $0[..<count]))
    }
  }

  /// `YYYY-MM-`.
  static func yearAndMonth(_ date: CivilDate) -> UInt64 {
    let year = digits(date.year / 100) | digits(date.year % 100) &<< 16
    return year | 0x2D00_002D &<< 32 | digits(date.month) &<< 40
  }

  /// `YYYY-MM-DD`.
  mutating func write(_ date: CivilDate) {
    write(10, of: (Self.yearAndMonth(date), Self.digits(date.day), 0))
  }

  /// `YYYY-MM-DDTHH:MM:SS`.
  mutating func write(_ time: CivilDateTime) { write(19, of: Self.words(time)) }

  /// The bytes of `YYYY-MM-DDTHH:MM:SS`.
  static func words(_ time: CivilDateTime) -> (UInt64, UInt64, UInt64) {
    let hour = digits(time.hour) &<< 24 | 0x3A &<< 40 | digits(time.minute) &<< 48
    return (
      yearAndMonth(time.date), digits(time.date.day) | 0x54 &<< 16 | hour,
      0x3A | digits(time.second) &<< 8
    )
  }

  /// `±HH:MM`, with `:SS` only for the local mean times of old that need it.
  mutating func write(offset: Int) {
    let text = Self.words(offset: offset)
    write(text.count, of: (text.words.0, text.words.1, 0))
  }

  /// The bytes of an offset, of which there are six or nine.
  static func words(offset: Int) -> (words: (UInt64, UInt64), count: Int) {
    let sign: UInt64 = offset < 0 ? 0x2D : 0x2B
    let seconds = Int(min(offset.magnitude, 359_999))
    let minutes = 0x3A &<< 24 | digits(seconds / 60 % 60) &<< 32
    let rest = 0x3A &<< 48 | digits(seconds % 60) &<< 56
    return (
      (sign | digits(seconds / 3600) &<< 8 | minutes | rest, digits(seconds % 60) &>> 8),
      seconds % 60 == 0 ? 6 : 9
    )
  }
}
