/// A point on the UTC time line, to the second; leap seconds are not counted (POSIX time).
public struct Instant: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public let secondsSinceEpoch: Int64

  public init(secondsSinceEpoch: Int64) {
    self.secondsSinceEpoch = secondsSinceEpoch
  }

  /// Reads RFC 3339 5.6: an offset is required, a fraction is dropped, second 60 reads as 59.
  ///
  /// Ranges are strict: 30 February, hour 24 and offset +25:00 are refused.
  public init?(rfc3339 text: some StringProtocol) {
    var scanner = TextScanner(String(text))
    self.init(&scanner)
  }

  /// The same for the text in a range of bytes; nil also if they do not contain it.
  public init?(writtenIn bytes: [UInt8], at range: Range<Int>) {
    guard var scanner = TextScanner(bytes, at: range) else { return nil }
    self.init(&scanner)
  }

  private init?(_ scanner: inout TextScanner) {
    guard let date = scanner.date(), scanner.take(either: "T", or: "t"),
      let local = scanner.time(on: date, secondsRequired: true),
      let offset = scanner.offset(), scanner.isAtEnd
    else { return nil }
    self.init(secondsSinceEpoch: local.localSeconds - Int64(offset.seconds))
  }

  /// `YYYY-MM-DDTHH:MM:SSZ`; instants outside years 1…9999 show the nearest one within.
  public var rfc3339: String {
    var bytes: [UInt8] = []
    append(to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Appends the bytes of `rfc3339`.
  public func append(to bytes: inout [UInt8]) {
    var writer = TextWriter(after: bytes)
    bytes = []
    writer.write(CivilDateTime(localSeconds: secondsSinceEpoch))
    writer.write(ascii: "Z")
    bytes = writer.bytes
  }

  /// Seconds from `other` to this instant; negative when this one is earlier.
  public func seconds(since other: Instant) -> Int {
    let (difference, overflow) =
      secondsSinceEpoch.subtractingReportingOverflow(other.secondsSinceEpoch)
    if overflow { return secondsSinceEpoch < 0 ? .min : .max }
    return Int(difference)
  }

  /// Stops at the ends of the 64-bit time line instead of trapping.
  public static func + (instant: Instant, seconds: Int) -> Instant {
    let (sum, overflow) = instant.secondsSinceEpoch.addingReportingOverflow(Int64(seconds))
    if overflow { return Instant(secondsSinceEpoch: seconds > 0 ? .max : .min) }
    return Instant(secondsSinceEpoch: sum)
  }

  /// Stops at the ends of the 64-bit time line instead of trapping.
  public static func - (instant: Instant, seconds: Int) -> Instant {
    let (sum, overflow) = instant.secondsSinceEpoch.subtractingReportingOverflow(Int64(seconds))
    if overflow { return Instant(secondsSinceEpoch: seconds > 0 ? .min : .max) }
    return Instant(secondsSinceEpoch: sum)
  }
}

extension Instant: Comparable {
  public static func < (left: Instant, right: Instant) -> Bool {
    left.secondsSinceEpoch < right.secondsSinceEpoch
  }
}

extension Instant: CustomStringConvertible {
  public var description: String { rfc3339 }
}

extension Instant: Codable {
  public init(from decoder: any Decoder) throws {
    self = try decoder.value(named: "an RFC 3339 time") { Instant(rfc3339: $0) }
  }

  public func encode(to encoder: any Encoder) throws {
    try encoder.encode(text: rfc3339)
  }
}
