import AlmanacModel
import AlmanacTime
import Synchronization

/// A field whose dates are all written in one way: a CSV column, an element, or a path of a mapping.
struct DateColumn: Hashable, Sendable {
  var name: String
  /// Whether its dates are those of events, as against those on which an item was published or changed.
  var isOfEvent = false

  static let start = DateColumn(name: "start", isOfEvent: true)
  static let end = DateColumn(name: "end", isOfEvent: true)
  /// Dates of the document itself.
  static let document = DateColumn(name: "document")
}

/// The orders of day and month that the columns of a document show.
struct DateOrders: Sendable {
  /// By column; nil for one whose dates contradict each other.
  fileprivate var found: [DateColumn: FeedMapping.DateOrder?] = [:]

  /// The order of a column. One without evidence has the order that all columns of the same purpose
  /// share: the same people write the start and the end of an event, while a program writes when it was
  /// published.
  func order(of column: DateColumn) -> FeedMapping.DateOrder? {
    if found.isEmpty { return nil }
    if let own = found[column] { return own }
    guard column.isOfEvent else { return nil }
    let others = Set(found.lazy.filter(\.key.isOfEvent).map(\.value))
    return others.count == 1 ? others.first.flatMap(\.self) : nil
  }
}

/// The order of day and month in the numeric dates of one column.
struct NumericDateOrder {
  var declared: FeedMapping.DateOrder?
  /// The order that other dates show.
  var found: FeedMapping.DateOrder?
  var column = DateColumn.start
  /// Collects dates whose order is not declared.
  var evidence: DateOrderEvidence?

  func date(of numbers: NumericDate) -> CivilDate? {
    if let evidence, declared == nil { numbers.note(in: evidence, of: column) }
    // Dots put the day first whatever dates with slashes do.
    return numbers.date(order: declared ?? (numbers.isDotted ? nil : found))
  }
}

/// Collects the orders of day and month that the numeric dates of each column allow.
///
/// A column has one order: `3-5-2026` below `21-4-2026` is 3 May. Dates with dots, which always have the
/// day first, and years of two digits are no evidence.
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

  /// Adds a date that is a day in one order only; others are no evidence.
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

  /// The order that all dates of a column allow and at least one needs.
  var orders: DateOrders {
    counts.withLock { DateOrders(found: $0.mapValues(\.order)) }
  }

  /// Whether a value that begins with a date such as `3/5/2026` is in the document. Only then does a
  /// second pass over it pay.
  ///
  /// - Complexity: O(bytes).
  static func isWorthwhile(_ bytes: [UInt8]) -> Bool {
    // The first separator has a digit before it.
    for index in bytes.indices.dropFirst()
    where isSeparator(bytes[index]) && bytes[index - 1].isDigit {
      var start = index - 1
      while start > 0, index - start < 3, bytes[start - 1].isDigit { start -= 1 }
      if isDate(bytes, at: start), isStart(bytes, start) { return true }
    }
    return false
  }

  /// A slash, a dash, or the backslash with which JSON may escape a slash.
  private static func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "\\")
  }

  /// Whether a value begins at an index, blanks aside.
  private static func isStart(_ bytes: [UInt8], _ index: Int) -> Bool {
    var before = index - 1
    while before >= 0, bytes[before] == 0x20 { before -= 1 }
    return before < 0 || starts.contains(bytes[before])
  }

  /// What stands before a value in XML, JSON, and tables.
  private static let starts = Array(">\"'[,;|\t\r\n".utf8)

  /// One or two digits, a sign, one or two digits, the same sign, four digits. JSON may escape a
  /// slash.
  private static func isDate(_ bytes: [UInt8], at start: Int) -> Bool {
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
