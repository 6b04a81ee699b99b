import AlmanacModel
import AlmanacTime
import Synchronization

/// A field whose dates all have one format: a CSV column, an element, or a path of a mapping.
struct DateColumn: Hashable, Sendable {
  var name: String
  /// Whether the dates are event times, not publication or revision times.
  var isOfEvent = false
  /// Whether the column stands for its dates with dots, which may have another order.
  var isDotted = false

  static let start = DateColumn(name: "start", isOfEvent: true)
  static let end = DateColumn(name: "end", isOfEvent: true)
  /// Dates of the document as a whole.
  static let document = DateColumn(name: "document")
}

/// The orders of day and month in the columns of a document.
///
/// A column has one order, so all dates of all pages are read before the first is used. That second
/// pass over the document runs when the first numeric date needs it; few documents have any.
final class DateOrders: Sendable {
  /// By column; nil for a column whose dates contradict each other.
  typealias Found = [DateColumn: FeedMapping.DateOrder?]

  private let read: @Sendable () -> Found
  private let found = Mutex<Found?>(nil)

  /// - Parameter read: Reads the document for its orders; called at most once.
  init(_ read: @escaping @Sendable () -> Found = { [:] }) { self.read = read }

  /// The order of a column. A column without evidence takes the order that all event columns share:
  /// start and end are entered by the same people, publication dates are not.
  func order(of column: DateColumn) -> FeedMapping.DateOrder? {
    let found = found.withLock { found in
      let known = found ?? read()
      found = known
      return known
    }
    if let own = found[column] { return own }
    guard column.isOfEvent else { return nil }
    let others = Set(
      found.lazy.filter { $0.key.isOfEvent && $0.key.isDotted == column.isDotted }.map(\.value))
    return others.count == 1 ? others.first.flatMap(\.self) : nil
  }
}

/// The order of day and month in the numeric dates of one column, declared or found.
struct NumericDateOrder {
  var declared: FeedMapping.DateOrder?
  /// The orders found in other dates.
  var orders = DateOrders()
  var column = DateColumn.start
  /// Collects dates whose order is not declared.
  var evidence: DateOrderEvidence?

  func date(of numbers: NumericDate) -> CivilDate? {
    var column = column
    column.isDotted = numbers.isDotted
    if let evidence, declared == nil { numbers.note(in: evidence, of: column) }
    let isFixed = declared != nil || numbers.first.count == 4
    let order = isFixed ? declared : orders.order(of: column)
    return numbers.date(order: order)
      ?? (isFixed || !numbers.isDotted ? nil : numbers.date(order: nil))
  }
}

/// Collects which orders of day and month the numeric dates of each column allow.
///
/// A column has one order: if it contains `21-4-2026`, then `3-5-2026` is 3 May. Its dates with dots are
/// day-first unless all of them can be month-first and one must be.
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
  var orders: DateOrders.Found { counts.withLock { $0.mapValues(\.order) } }
}
