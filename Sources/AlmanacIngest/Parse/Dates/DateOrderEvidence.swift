import AlmanacModel
import AlmanacTime
import Synchronization

/// A field whose dates all have one format: a CSV column, an element, or a path of a mapping.
struct DateColumn: Hashable, Sendable {
  var name: String
  /// Whether the dates are event times, not publication or revision times.
  var isOfEvent = false

  static let start = DateColumn(name: "start", isOfEvent: true)
  static let end = DateColumn(name: "end", isOfEvent: true)
  /// Dates of the document as a whole.
  static let document = DateColumn(name: "document")
}

/// The orders of day and month found in the columns of a document.
struct DateOrders: Sendable {
  /// By column; nil for a column whose dates contradict each other.
  fileprivate var found: [DateColumn: FeedMapping.DateOrder?] = [:]

  /// The order of a column. A column without evidence takes the order that all event columns share:
  /// start and end are entered by the same people, publication dates are not.
  func order(of column: DateColumn) -> FeedMapping.DateOrder? {
    if found.isEmpty { return nil }
    if let own = found[column] { return own }
    guard column.isOfEvent else { return nil }
    let others = Set(found.lazy.filter(\.key.isOfEvent).map(\.value))
    return others.count == 1 ? others.first.flatMap(\.self) : nil
  }
}

/// The order of day and month in the numeric dates of one column, declared or found.
struct NumericDateOrder {
  var declared: FeedMapping.DateOrder?
  /// The order found in other dates.
  var found: FeedMapping.DateOrder?
  var column = DateColumn.start
  /// Collects dates whose order is not declared.
  var evidence: DateOrderEvidence?

  func date(of numbers: NumericDate) -> CivilDate? {
    if let evidence, declared == nil { numbers.note(in: evidence, of: column) }
    // Dates with dots are day-first, whatever order the dates with slashes have.
    return numbers.date(order: declared ?? (numbers.isDotted ? nil : found))
  }
}

/// Collects which orders of day and month the numeric dates of each column allow.
///
/// A column has one order: if it contains `21-4-2026`, then `3-5-2026` is 3 May. Dates with dots,
/// which are always day-first, are no evidence.
final class DateOrderEvidence: Sendable {
  private struct Counts {
    var dayFirstOnly = 0
    var monthFirstOnly = 0

    var order: FeedMapping.DateOrder? {
      switch (dayFirstOnly > 0, monthFirstOnly > 0) {
      case (true, false): .dayMonthYear
      case (false, true): .monthDayYear
      default: nil
      }
    }
  }

  private let counts = Mutex<[DateColumn: Counts]>([:])

  /// Counts a date that exists in one order only; others are no evidence.
  func note(isDayFirst: Bool, isMonthFirst: Bool, in column: DateColumn) {
    guard isDayFirst != isMonthFirst else { return }
    counts.withLock { counts in
      if isDayFirst {
        counts[column, default: Counts()].dayFirstOnly += 1
      } else {
        counts[column, default: Counts()].monthFirstOnly += 1
      }
    }
  }

  /// The orders that all dates of a column allow and at least one requires.
  var orders: DateOrders {
    counts.withLock { DateOrders(found: $0.mapValues(\.order)) }
  }

  /// Whether the document contains a value that starts with a date such as `3/5/2026`. Only then is
  /// a second pass worth its cost.
  ///
  /// - Complexity: O(bytes).
  static func isWorthwhile(_ bytes: [UInt8]) -> Bool {
    [UInt8(ascii: "/"), UInt8(ascii: "-")].contains { separator in
      var next = bytes.firstIndex(of: separator, from: 1)
      while let index = next {
        // Go back to the start of the number, past the backslash of an escaped slash in JSON.
        var start = bytes[index - 1] == UInt8(ascii: "\\") ? index - 1 : index
        let end = start
        while start > 0, end - start < 3, bytes[start - 1].isDigit { start -= 1 }
        if start < end, isDate(bytes, at: start), isStart(bytes, start) { return true }
        next = bytes.firstIndex(of: separator, from: index + 1)
      }
      return false
    }
  }

  /// Whether a value starts at an index, apart from leading blanks.
  private static func isStart(_ bytes: [UInt8], _ index: Int) -> Bool {
    var before = index - 1
    while before >= 0, bytes[before] == 0x20 { before -= 1 }
    return before < 0 || starts.contains(bytes[before])
  }

  /// The bytes that precede a value in XML, JSON and tables.
  private static let starts = Array(">\"'[,;|\t\r\n".utf8)

  /// Whether the bytes are one or two digits, a separator, one or two digits, the same separator,
  /// two or four digits. A slash may be escaped as in JSON.
  private static func isDate(_ bytes: [UInt8], at start: Int) -> Bool {
    var index = start
    func digits() -> Int {
      let first = index
      while index < bytes.count, index - first < 5, bytes[index].isDigit { index += 1 }
      return index - first
    }
    func separator() -> UInt8 {
      if index < bytes.count, bytes[index] == UInt8(ascii: "\\") { index += 1 }
      guard index < bytes.count, bytes[index] == UInt8(ascii: "/") || bytes[index] == 0x2D else {
        return 0
      }
      index += 1
      return bytes[index - 1]
    }
    guard (1...2).contains(digits()) else { return false }
    let first = separator()
    guard first != 0, (1...2).contains(digits()), separator() == first else { return false }
    return [2, 4].contains(digits())
  }
}
