/// Writes the fixed-width texts of ISO 8601 and RFC 3339 byte by byte.
struct TextWriter {
  private var bytes: [UInt8] = []

  init() {
    bytes.reserveCapacity(48)
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  mutating func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func write(_ value: Int, width: Int) {
    var divisor = 1
    for _ in 1..<width { divisor *= 10 }
    while divisor > 0 {
      bytes.append(UInt8(truncatingIfNeeded: value / divisor % 10) + 0x30)
      divisor /= 10
    }
  }

  /// `YYYY-MM-DD`.
  mutating func write(_ date: CivilDate) {
    write(date.year, width: 4)
    write("-")
    write(date.month, width: 2)
    write("-")
    write(date.day, width: 2)
  }

  /// `YYYY-MM-DDTHH:MM:SS`.
  mutating func write(_ time: CivilDateTime) {
    write(time.date)
    write("T")
    write(time.hour, width: 2)
    write(":")
    write(time.minute, width: 2)
    write(":")
    write(time.second, width: 2)
  }

  /// `±HH:MM`, with `:SS` only for the local mean times of old that need it.
  mutating func write(offset: Int) {
    write(offset < 0 ? "-" : "+")
    let seconds = Int(min(offset.magnitude, 359_999))
    write(seconds / 3600, width: 2)
    write(":")
    write(seconds / 60 % 60, width: 2)
    if seconds % 60 != 0 {
      write(":")
      write(seconds % 60, width: 2)
    }
  }
}
