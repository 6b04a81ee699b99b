/// An instant to the second, in POSIX time: leap seconds are not counted.
public struct Instant: Hashable, Sendable {
  /// Seconds since 1970-01-01T00:00:00Z.
  public let secondsSinceEpoch: Int64

  public init(secondsSinceEpoch: Int64) {
    self.secondsSinceEpoch = secondsSinceEpoch
  }

  /// Parses a time of RFC 3339 5.6. Fractions of a second are dropped; second 60 becomes 59.
  ///
  /// Returns nil for a time without an offset and for values out of range, such as 30 February,
  /// hour 24 or offset +25:00.
  public init?(rfc3339 text: some StringProtocol) {
    var scanner = TextScanner(String(text))
    self.init(&scanner)
  }

  /// Parses the text in a range of UTF-8 bytes; returns nil also if the range is out of bounds.
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

  /// `YYYY-MM-DDTHH:MM:SSZ`; clamped to years 1…9999.
  public var rfc3339: String {
    TextWriter.text { writer in
      writer.write(CivilDateTime(localSeconds: secondsSinceEpoch))
      writer.write(ascii: "Z")
    }
  }

  /// Seconds from `other` to this instant; negative if this one is earlier. Clamped to `Int`.
  public func seconds(since other: Instant) -> Int {
    let (difference, overflow) =
      secondsSinceEpoch.subtractingReportingOverflow(other.secondsSinceEpoch)
    if overflow { return secondsSinceEpoch < 0 ? .min : .max }
    return Int(difference)
  }

  /// Adds seconds; clamped to 64 bits.
  public static func + (instant: Instant, seconds: Int) -> Instant {
    let (sum, overflow) = instant.secondsSinceEpoch.addingReportingOverflow(Int64(seconds))
    if overflow { return Instant(secondsSinceEpoch: seconds > 0 ? .max : .min) }
    return Instant(secondsSinceEpoch: sum)
  }

  /// Subtracts seconds; clamped to 64 bits.
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

extension Instant: TextCoded {
  public static let textForm = "an RFC 3339 time"

  public init?(text: String) { self.init(rfc3339: text) }

  public var description: String { rfc3339 }
}
