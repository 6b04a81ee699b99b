/// Reads the texts of times that this module wrote, where they lie among other bytes.
///
/// Of what the readers of foreign texts accept only the one form that is written: whoever reads many
/// of its own records goes to them where this gives `nil`.
private struct WrittenTime {
  let bytes: [UInt8]
  let end: Int
  var index: Int

  init?(_ bytes: [UInt8], at range: Range<Int>) {
    guard range.lowerBound >= 0, range.upperBound <= bytes.count else { return nil }
    self.bytes = bytes
    index = range.lowerBound
    end = range.upperBound
  }

  var isAtEnd: Bool { index == end }

  mutating func takes(_ byte: UInt8) -> Bool {
    guard index < end, bytes[index] == byte else { return false }
    index += 1
    return true
  }

  mutating func digits(_ count: Int) -> Int? {
    guard index + count <= end else { return nil }
    var value = 0
    for offset in 0..<count {
      let digit = bytes[index + offset] &- 0x30
      guard digit < 10 else { return nil }
      value = value &* 10 &+ Int(digit)
    }
    index += count
    return value
  }

  /// `YYYY-MM-DD`.
  mutating func date() -> CivilDate? {
    guard let year = digits(4), takes(UInt8(ascii: "-")), let month = digits(2),
      takes(UInt8(ascii: "-")), let day = digits(2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// `HH:MM:SS`.
  mutating func time(on date: CivilDate) -> CivilDateTime? {
    guard let hour = digits(2), takes(UInt8(ascii: ":")), let minute = digits(2),
      takes(UInt8(ascii: ":")), let second = digits(2)
    else { return nil }
    return CivilDateTime(date: date, hour: hour, minute: minute, second: second)
  }

  /// `±HH:MM`, as seconds east of UTC; `nil` for one with seconds.
  mutating func offset() -> Int? {
    let isWest = takes(UInt8(ascii: "-"))
    guard isWest || takes(UInt8(ascii: "+")), let hour = digits(2), hour <= 23,
      takes(UInt8(ascii: ":")), let minute = digits(2), minute <= 59
    else { return nil }
    return (hour * 3600 + minute * 60) * (isWest ? -1 : 1)
  }

  /// `[Area/City]` up to the end; `nil` for what may be no zone's name, or more than one.
  mutating func zone(reusing known: String?) -> String? {
    guard takes(UInt8(ascii: "[")), index < end - 1, bytes[end - 1] == UInt8(ascii: "]") else {
      return nil
    }
    let name = bytes[index..<end - 1]
    guard !name.contains(where: { $0 == 0x21 || $0 == 0x3D || $0 == 0x5D }) else { return nil }
    if let known, known.utf8.elementsEqual(name) { return known }
    return String(decoding: name, as: UTF8.self)
  }
}

extension CalendarTime {
  /// Reads what `append(to:)` wrote; `nil` for other texts, also for many that `init(_:)` reads.
  ///
  /// - Parameter zone: a name that is likely to be this time's, too; it need not be made anew then.
  public init?(writtenIn bytes: [UInt8], at range: Range<Int>, zone known: String? = nil) {
    guard var text = WrittenTime(bytes, at: range), let date = text.date() else { return nil }
    if text.isAtEnd {
      self = .day(date)
      return
    }
    guard text.takes(UInt8(ascii: "T")), let local = text.time(on: date) else { return nil }
    if text.isAtEnd {
      self = .floating(local)
      return
    }
    if text.takes(UInt8(ascii: "Z")) {
      guard text.isAtEnd else { return nil }
      self = .zoned(ZonedTime(local: local, offset: 0, zone: "UTC"))
      return
    }
    guard let offset = text.offset() else { return nil }
    if text.isAtEnd {
      self = .zoned(ZonedTime(local: local, offset: offset, zone: nil))
      return
    }
    guard let zone = text.zone(reusing: known) else { return nil }
    self = .zoned(ZonedTime(local: local, offset: offset, zone: zone))
  }
}

extension Instant {
  /// Reads what `append(to:)` wrote; `nil` for other texts, also for many that `init(rfc3339:)` reads.
  public init?(writtenIn bytes: [UInt8], at range: Range<Int>) {
    guard var text = WrittenTime(bytes, at: range), let date = text.date(),
      text.takes(UInt8(ascii: "T")), let local = text.time(on: date),
      text.takes(UInt8(ascii: "Z")), text.isAtEnd
    else { return nil }
    self.init(secondsSinceEpoch: local.localSeconds)
  }
}
