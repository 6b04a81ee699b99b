import AlmanacModel
import AlmanacTime

/// One or two days without a year: `Thu, Mar 12`, `30 December – 2 January`.
struct YearlessDates: Equatable, Sendable {
  /// What the year is guessed from.
  enum Reference: Equatable, Sendable {
    /// The day on which the item was published.
    case publication(CivilDate)
    /// The day on which the document was retrieved. The item may be older.
    case retrieval(CivilDate)
    /// The start of the event, for its end.
    case start(CivilDate)
  }

  private let days: [PartialDate]
  /// The weekday of the first day, if the text has one.
  private let weekday: Weekday?

  /// Returns nil if a day or a month is missing or any year is written.
  init?(_ days: [PartialDate], weekday: Weekday?) {
    // A leap year has every day that exists in some year.
    guard days.allSatisfy({ $0.year == nil }),
      PartialDate.complete(Self.days(days, in: 2000)) != nil
    else { return nil }
    self.days = days
    self.weekday = weekday
  }

  /// How long ago an event may have begun when it is listed, in days, before a year is added.
  ///
  /// In 931 listings of 14 calendars, 0.6 % began earlier and 7 % later than 335 days after their
  /// publication. By default, a run publishes no event that began earlier either.
  private static let longestDelay = 30

  /// The days in the guessed year; nil if no year from the one before the reference to two years
  /// after it has them.
  ///
  /// The nearest year in which the first day is the written weekday. Without a weekday, the first
  /// such date since 30 days before the publication, or the nearest to the retrieval or the start.
  func dates(near reference: Reference) -> (dates: [CivilDate], guess: YearGuess)? {
    let (near, guess): (CivilDate, YearGuess) =
      switch reference {
      case .publication(let day): (day, .upcoming)
      case .retrieval(let day), .start(let day): (day, .nearest)
      }
    var possible = (near.year - 1...near.year + 2).compactMap(dates)
    if let weekday {
      possible.removeAll { $0[0].weekday != weekday }
    } else if guess == .upcoming {
      let earliest = near.adding(days: -Self.longestDelay)
      return possible.first { $0[0] >= earliest }.map { ($0, guess) }
    }
    func distance(_ dates: [CivilDate]) -> Int { abs(dates[0].dayNumber - near.dayNumber) }
    return possible.min { distance($0) < distance($1) }
      .map { ($0, weekday == nil ? guess : .weekday) }
  }

  /// The days of which the first is in this year and the last not before it.
  private func dates(in year: Int) -> [CivilDate]? {
    guard let dates = PartialDate.complete(Self.days(days, in: year)) else { return nil }
    guard dates.count > 1, dates[1] < dates[0] else { return dates }
    return dates[1].inYear(year + 1).map { [dates[0], $0] }
  }

  private static func days(_ days: [PartialDate], in year: Int) -> [PartialDate] {
    days.map { PartialDate(day: $0.day, month: $0.month, year: year) }
  }
}
