import AlmanacModel
import Synchronization

/// Which order of day and month the numeric dates of one document show.
///
/// A document has one order: `3-5-2026` beside `21-4-2026` is 3 May. Dates with dots, which always
/// have the day first, and years of two digits show nothing.
final class DateOrderEvidence: Sendable {
  private struct Counts {
    var dayFirstOnly = 0
    var monthFirstOnly = 0
  }

  private let counts = Mutex(Counts())

  /// Notes a date as far as it can be read in either order.
  func note(isDayFirst: Bool, isMonthFirst: Bool) {
    guard isDayFirst != isMonthFirst else { return }
    counts.withLock { counts in
      if isDayFirst { counts.dayFirstOnly += 1 } else { counts.monthFirstOnly += 1 }
    }
  }

  /// The order that all dates allow and at least one needs.
  var order: FeedMapping.DateOrder? {
    counts.withLock { counts in
      switch (counts.dayFirstOnly > 0, counts.monthFirstOnly > 0) {
      case (true, false): .dayMonthYear
      case (false, true): .monthDayYear
      default: nil
      }
    }
  }

  /// Whether a value that begins with a date such as `3/5/2026` is in the document. Only then does a
  /// second pass over it pay.
  ///
  /// - Complexity: O(bytes).
  static func isWorthwhile(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var isInNumber = false
      for index in bytes.indices {
        guard bytes[index].isDigit else {
          isInNumber = false
          continue
        }
        if !isInNumber, isDate(bytes, at: index), isStart(bytes, index) { return true }
        isInNumber = true
      }
      return false
    }
  }

  /// Whether a value begins at an index, blanks aside.
  private static func isStart(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Bool {
    var before = index - 1
    while before >= 0, bytes[before] == 0x20 { before -= 1 }
    return before < 0 || starts.contains(bytes[before])
  }

  /// What stands before a value in XML, JSON, and tables.
  private static let starts = Array(">\"'[,;|\t\r\n".utf8)

  /// One or two digits, a sign, one or two digits, the same sign, four digits. JSON may escape a
  /// slash.
  private static func isDate(_ bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    var index = start
    func digits() -> Int {
      let first = index
      while index < bytes.count, index - first < 5, bytes[index].isDigit { index += 1 }
      return index - first
    }
    func sign() -> UInt8 {
      if index < bytes.count, bytes[index] == UInt8(ascii: "\\") { index += 1 }
      guard index < bytes.count, bytes[index] == UInt8(ascii: "/") || bytes[index] == 0x2D else {
        return 0
      }
      index += 1
      return bytes[index - 1]
    }
    guard (1...2).contains(digits()) else { return false }
    let first = sign()
    guard first != 0, (1...2).contains(digits()), sign() == first else { return false }
    return digits() == 4
  }
}
