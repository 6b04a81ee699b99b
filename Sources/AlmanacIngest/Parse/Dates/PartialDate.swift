import AlmanacModel
import AlmanacTime

/// A day with parts that may be missing: the `3` of `3–5 March 2026`.
struct PartialDate: Equatable {
  var day: Int?
  var month: Int?
  var year: Int?

  var hasDay: Bool { day != nil && month != nil }

  /// Completes one or two days; each takes its missing parts from the other.
  ///
  /// - Returns: nil if a part is missing in both or a day does not exist.
  static func complete(_ days: [PartialDate]) -> [CivilDate]? {
    guard let first = days.first, let last = days.last else { return nil }
    var start = first
    var end = last
    start.month = start.month ?? end.month
    start.year = start.year ?? end.year
    end.month = end.month ?? start.month
    end.year = end.year ?? start.year
    guard var from = start.date, let to = end.date else { return nil }
    guard days.count > 1 else { return [from] }
    // `30 December – 2 January 2027` starts in the previous year.
    if from > to, first.year == nil, let before = from.inYear(from.year - 1) { from = before }
    return [from, to]
  }

  private var date: CivilDate? {
    guard let day, let month, let year else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }
}

extension CivilDate {
  /// The same day of another year; nil if it does not exist.
  func inYear(_ year: Int) -> CivilDate? { CivilDate(year: year, month: month, day: day) }
}

/// Three numbers that form a date in some order.
struct NumericDate {
  typealias Number = (value: Int, count: Int)

  let first: Number
  let second: Number
  let third: Number
  /// Whether the separators are dots, as in `3.5.2026`; by default such dates are day-first.
  let isDotted: Bool

  /// The date in a declared order. Without one, nil if two orders give different dates.
  func date(order: FeedMapping.DateOrder?) -> CivilDate? {
    if first.count == 4 { return day(first, second, third) }
    if order == .yearMonthDay { return third.count <= 2 ? day(first, second, third) : nil }
    guard third.count == 4 || third.count == 2 else { return nil }
    if isDotted, order == nil { return day(third, second, first) ?? day(third, first, second) }
    switch order {
    case .dayMonthYear: return day(third, second, first)
    case .monthDayYear: return day(third, first, second)
    case nil, .yearMonthDay:
      let dates = [day(third, second, first), day(third, first, second), yearFirst]
      let distinct = Set(dates.compactMap(\.self))
      return distinct.count == 1 ? distinct.first : nil
    }
  }

  /// The date if the first of three short numbers is the year: `26/09/22`.
  private var yearFirst: CivilDate? {
    first.count == 2 && third.count == 2 ? day(first, second, third) : nil
  }

  /// Records in which orders the numbers form a date. Dates with a leading year have a fixed order and
  /// are no evidence; those that may have a leading year are none either.
  func note(in evidence: DateOrderEvidence, of column: DateColumn) {
    guard first.count <= 2, third.count == 4 || third.count == 2, isDotted || yearFirst == nil
    else { return }
    evidence.note(
      isDayFirst: day(third, second, first) != nil, isMonthFirst: day(third, first, second) != nil,
      in: column)
  }

  private func day(_ year: Number, _ month: Number, _ day: Number) -> CivilDate? {
    CivilDate(
      year: RFC822DateParser.year(year.value, digits: year.count), month: month.value,
      day: day.value)
  }
}
