/// The text of a time that names no zone: digits and signs alone, in one value.
public struct PlainTimeText {
  /// The first of them are the text.
  public let bytes: SIMD4<UInt64>
  /// At most 28.
  public let count: Int

  fileprivate init(_ date: CivilDate) {
    bytes = Self.littleEndian(TextWriter.yearAndMonth(date), TextWriter.digits(date.day), 0, 0)
    count = 10
  }

  fileprivate init(_ local: CivilDateTime) {
    let words = TextWriter.words(local)
    bytes = Self.littleEndian(words.0, words.1, words.2, 0)
    count = 19
  }

  fileprivate init(universal local: CivilDateTime) {
    let words = TextWriter.words(local)
    bytes = Self.littleEndian(words.0, words.1, words.2 | 0x5A &<< 24, 0)
    count = 20
  }

  fileprivate init(_ local: CivilDateTime, offset seconds: Int) {
    let words = TextWriter.words(local)
    let offset = TextWriter.words(offset: seconds)
    // Behind the three bytes that the seconds take.
    bytes = Self.littleEndian(
      words.0, words.1, words.2 | offset.words.0 &<< 24,
      offset.words.0 &>> 40 | offset.words.1 &<< 24)
    count = 19 + offset.count
  }

  /// Words of bytes, the first of them in the lowest byte, as they lie in memory.
  private static func littleEndian(
    _ one: UInt64, _ two: UInt64, _ three: UInt64, _ four: UInt64
  ) -> SIMD4<UInt64> {
    SIMD4(one.littleEndian, two.littleEndian, three.littleEndian, four.littleEndian)
  }
}

extension CalendarTime {
  /// `description` where the time is in no zone or in UTC; nil where its zone has a name to be written.
  public var plainText: PlainTimeText? {
    switch self {
    case .day(let date): return PlainTimeText(date)
    case .floating(let local): return PlainTimeText(local)
    case .zoned(let time):
      guard let zone = time.zone else { return PlainTimeText(time.local, offset: time.offset) }
      guard zone == "UTC" else { return nil }
      return time.offset == 0
        ? PlainTimeText(universal: time.local) : PlainTimeText(time.local, offset: time.offset)
    }
  }
}
