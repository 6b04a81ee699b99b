import AlmanacModel

/// The number by which a site knows an item, as its links have it: the last run of four digits or
/// more that is no year and no date. `/event/4711/gala` and `/event/4711/spring-gala` lead to one item.
struct ItemNumber: Sendable {
  /// Digits of the run that is being read.
  private var count = 0
  private var run = StableHash.seed
  /// Of the first five.
  private var value = 0
  private var last: UInt64 = 0

  /// Takes the next byte of the path, or 0 at its end.
  mutating func step(_ byte: UInt8) {
    let digit = byte &- UInt8(ascii: "0")
    if digit < 10 {
      run = StableHash.step(run, byte)
      if count < 5 { value = value * 10 + Int(digit) }
      count += 1
    } else if count > 0 {
      let isYear = count == 4 && (1_900..<2_100).contains(value)
      let isDate = count == 8 && (19_000..<21_000).contains(value)
      if count >= 4, !isYear, !isDate { last = run }
      (count, run, value) = (0, StableHash.seed, 0)
    }
  }

  /// 0 where there is none.
  var hash: UInt32 { last == 0 ? 0 : max(1, UInt32(truncatingIfNeeded: last ^ (last >> 32))) }
}
