import AlmanacTime

/// A time in one of the two forms in which nearly all feeds write them, read byte by byte: that of
/// mail and that of the internet. `DateReader` reads the others.
struct PlainDate: Equatable {
  enum Offset: Equatable {
    case universal
    /// Seconds east of UTC.
    case seconds(Int)
    /// One of the American names of RFC 822 section 5.1.
    case name
  }

  let local: CivilDateTime
  let offset: Offset

  /// The time in an instant; nil where the zone is but named.
  var time: CalendarTime? {
    switch offset {
    case .universal: .zoned(ZonedTime(local: local, offset: 0, zone: "UTC"))
    case .seconds(let seconds): .zoned(ZonedTime(local: local, offset: seconds, zone: nil))
    case .name: nil
    }
  }

  /// `[Tue, ]3 Mar 2026 19:00[:00] +0800` (RFC 822 section 5 with the years of RFC 2822).
  static func mail(_ text: String) -> PlainDate? {
    text.withUTF8Bytes { bytes in
      var scanner = PlainDateScanner(bytes)
      return scanner.mail()
    }
  }

  /// `2026-03-03T19:00:00[.0]+08:00` (RFC 3339 section 5.6, in capitals as RFC 4287 section 3.3).
  static func internet(_ text: String) -> PlainDate? {
    text.withUTF8Bytes { bytes in
      var scanner = PlainDateScanner(bytes)
      return scanner.internet()
    }
  }
}

extension PlainDate {
  /// In any of the three forms.
  static func read(_ text: String) -> PlainDate? {
    text.withUTF8Bytes { bytes in
      var scanner = PlainDateScanner(bytes)
      return scanner.date()
    }
  }

  /// `20260303T190000Z`, as iCalendar and what is taken from it has it (RFC 5545 section 3.3.5).
  static func basic(_ text: String) -> PlainDate? {
    text.withUTF8Bytes { PlainDateScanner($0).basic() }
  }
}

/// The bytes of a date, without the white space around them; past the end it sees zeros.
private struct PlainDateScanner {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var index: Int
  private let end: Int

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
    var start = 0
    var end = bytes.count
    while start < end, bytes[start].isSpace { start += 1 }
    while end > start, bytes[end - 1].isSpace { end -= 1 }
    index = start
    self.end = end
  }

  private subscript(offset: Int) -> UInt8 {
    index &+ offset < end ? bytes[index &+ offset] : 0
  }

  /// No date of one form has the sign of another where that has it.
  mutating func date() -> PlainDate? {
    if self[8] == UInt8(ascii: "T") { return basic() }
    return self[4] == UInt8(ascii: "-") ? internet() : mail()
  }

  mutating func mail() -> PlainDate? {
    if self[0].isLetter {
      guard self[1].isLetter, self[2].isLetter, self[3] == UInt8(ascii: ","), self[4] == 0x20
      else { return nil }
      index += 5
    }
    guard let day = self[1].isDigit ? digits(2) : digits(1), take(0x20),
      let month = DateWords.month(threeLetters), self[3] == 0x20
    else { return nil }
    index += 4
    guard let year = digits(4), let date = CivilDate(year: year, month: month, day: day),
      take(0x20), let local = clock(on: date, needsSeconds: false), take(0x20)
    else { return nil }
    return mailZone().map { PlainDate(local: local, offset: $0) }
  }

  mutating func internet() -> PlainDate? {
    guard let year = digits(4), take(UInt8(ascii: "-")), let month = digits(2),
      take(UInt8(ascii: "-")), let day = digits(2), take(UInt8(ascii: "T")),
      let date = CivilDate(year: year, month: month, day: day),
      let local = clock(on: date, needsSeconds: true)
    else { return nil }
    if self[0] == UInt8(ascii: "Z"), index + 1 == end {
      return PlainDate(local: local, offset: .universal)
    }
    return offset(colon: true).map { PlainDate(local: local, offset: .seconds($0)) }
  }

  func basic() -> PlainDate? {
    guard end &- index == 16, self[15] == UInt8(ascii: "Z"), let day = pairs(at: index, count: 4),
      let clock = pairs(at: index &+ 9, count: 3),
      let date = CivilDate(year: day[0] &* 100 &+ day[1], month: day[2], day: day[3]),
      clock[2] <= 60,
      let local = CivilDateTime(
        date: date, hour: clock[0], minute: clock[1], second: min(clock[2], 59))
    else { return nil }
    return PlainDate(local: local, offset: .universal)
  }

  /// Two digits each, one pair behind the other; nil where other signs are among them.
  private func pairs(at start: Int, count: Int) -> SIMD4<Int>? {
    var pairs = SIMD4<Int>()
    for pair in 0..<count {
      let (tens, ones) = (bytes[start &+ 2 &* pair], bytes[start &+ 2 &* pair &+ 1])
      guard tens.isDigit, ones.isDigit else { return nil }
      pairs[pair] = Int(tens & 0x0F) &* 10 &+ Int(ones & 0x0F)
    }
    return pairs
  }

  private mutating func clock(on date: CivilDate, needsSeconds: Bool) -> CivilDateTime? {
    guard let hour = digits(2), take(UInt8(ascii: ":")), let minute = digits(2) else { return nil }
    var second = 0
    if take(UInt8(ascii: ":")) {
      guard let value = digits(2), value <= 60 else { return nil }
      // A leap second reads as second 59.
      second = min(value, 59)
      if needsSeconds, self[0] == UInt8(ascii: "."), self[1].isDigit {
        index += 1
        while self[0].isDigit { index += 1 }
      }
    } else if needsSeconds {
      return nil
    }
    return CivilDateTime(date: date, hour: hour, minute: minute, second: second)
  }

  private mutating func mailZone() -> PlainDate.Offset? {
    guard self[0].isLetter else { return offset(colon: false).map { .seconds($0) } }
    switch (end - index, self[0], self[1], self[2]) {
    case (3, UInt8(ascii: "G"), UInt8(ascii: "M"), UInt8(ascii: "T")),
      (3, UInt8(ascii: "U"), UInt8(ascii: "T"), UInt8(ascii: "C")),
      (2, UInt8(ascii: "U"), UInt8(ascii: "T"), _), (1, UInt8(ascii: "Z"), _, _):
      return .universal
    case (3, let place, let season, UInt8(ascii: "T")):
      let isKnown =
        "ECMP".utf8.contains(place) && (season == UInt8(ascii: "S") || season == UInt8(ascii: "D"))
      return isKnown ? .name : nil
    default: return nil
    }
  }

  /// `+0800` or `+08:00`, at the end of the text.
  private mutating func offset(colon: Bool) -> Int? {
    let isWest = self[0] == UInt8(ascii: "-")
    guard isWest || self[0] == UInt8(ascii: "+") else { return nil }
    index += 1
    guard let hours = digits(2), !colon || take(UInt8(ascii: ":")), let minutes = digits(2),
      index == end, hours <= 23, minutes <= 59
    else { return nil }
    let seconds = hours * 3600 + minutes * 60
    return isWest ? -seconds : seconds
  }

  private var threeLetters: UInt32 {
    UInt32(self[0] | 0x20) << 16 | UInt32(self[1] | 0x20) << 8 | UInt32(self[2] | 0x20)
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard self[0] == byte else { return false }
    index += 1
    return true
  }

  @inline(__always)
  private mutating func digits(_ count: Int) -> Int? {
    guard index &+ count <= end else { return nil }
    var value = 0
    for offset in 0..<count {
      let byte = bytes[index &+ offset]
      guard byte.isDigit else { return nil }
      value = value &* 10 &+ Int(byte & 0x0F)
    }
    index &+= count
    return value
  }
}
