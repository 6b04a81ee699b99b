/// Writes the fixed-width formats of ISO 8601 and RFC 3339 byte by byte.
struct TextWriter {
  private(set) var bytes: [UInt8]

  init() {
    bytes = []
    bytes.reserveCapacity(48)
  }

  /// The text that a closure writes.
  static func text(_ write: (inout TextWriter) -> Void) -> String {
    var writer = TextWriter()
    write(&writer)
    return String(decoding: writer.bytes, as: UTF8.self)
  }

  mutating func write(_ text: String) {
    bytes.append(contentsOf: text.utf8)
  }

  mutating func write(ascii scalar: Unicode.Scalar) {
    bytes.append(UInt8(truncatingIfNeeded: scalar.value))
  }

  /// `00` to `99`.
  private mutating func write(twoDigits value: Int) {
    bytes.append(0x30 + UInt8(value / 10 % 10))
    bytes.append(0x30 + UInt8(value % 10))
  }

  /// `YYYY-MM-DD`.
  mutating func write(_ date: CivilDate) {
    write(twoDigits: date.year / 100)
    write(twoDigits: date.year % 100)
    write(ascii: "-")
    write(twoDigits: date.month)
    write(ascii: "-")
    write(twoDigits: date.day)
  }

  /// `YYYY-MM-DDTHH:MM:SS`.
  mutating func write(_ time: CivilDateTime) {
    write(time.date)
    write(ascii: "T")
    write(twoDigits: time.hour)
    write(ascii: ":")
    write(twoDigits: time.minute)
    write(ascii: ":")
    write(twoDigits: time.second)
  }

  /// `±HH:MM`, or `±HH:MM:SS` for historic local mean times.
  mutating func write(offset: Int) {
    write(ascii: offset < 0 ? "-" : "+")
    let seconds = Int(min(offset.magnitude, 359_999))
    write(twoDigits: seconds / 3600)
    write(ascii: ":")
    write(twoDigits: seconds / 60 % 60)
    guard seconds % 60 != 0 else { return }
    write(ascii: ":")
    write(twoDigits: seconds % 60)
  }
}
