import AlmanacTime

/// Generates the instances of a rule by brute force: it tests each time of each period against each
/// part of the rule.
struct RecurrenceOracle {
  let rule: RecurrenceRule
  let start: CivilDateTime
  let isDay: Bool

  /// All instances up to `horizon`, in local time, ignoring UNTIL.
  func instances(until horizon: CivilDateTime) -> [CivilDateTime] {
    var found: [CivilDateTime] = []
    var index = 0
    while let period = period(index), period.first <= horizon {
      index += 1
      let all = moments(of: period)
      var chosen = all
      if !rule.bySetPos.isEmpty {
        chosen = all.enumerated().filter { position, _ in
          rule.bySetPos.contains(position + 1) || rule.bySetPos.contains(position - all.count)
        }.map(\.element)
      }
      for moment in chosen where moment >= start {
        if found.count == rule.count ?? .max { return found }
        if moment <= horizon { found.append(moment) }
      }
    }
    return found
  }

  private typealias Period = (first: CivilDateTime, days: [CivilDate])

  private func period(_ index: Int) -> Period? {
    let step = index * rule.interval
    let date = start.date
    switch rule.frequency {
    case .yearly: return days(from: CivilDate(year: date.year + step, month: 1, day: 1)) { $0.year }
    case .monthly:
      let month = date.year * 12 + date.month - 1 + step
      return days(from: CivilDate(year: month / 12, month: month % 12 + 1, day: 1)) { $0.month }
    case .weekly:
      var first = date
      while first.weekday != rule.weekStart { first = first.adding(days: -1) }
      first = first.adding(days: step * 7)
      return (CivilDateTime(startOf: first), (0..<7).map { first.adding(days: $0) })
    case .daily:
      let day = date.adding(days: step)
      return (CivilDateTime(startOf: day), [day])
    case .hourly, .minutely, .secondly:
      let unit = [RecurrenceRule.Frequency.hourly: 3600, .minutely: 60][rule.frequency] ?? 1
      let into = Int(start.localSeconds % Int64(unit))
      let first = start.adding(seconds: step * unit - into)
      return (first, [first.date])
    }
  }

  private func days(from first: CivilDate?, same part: (CivilDate) -> Int) -> Period? {
    guard let first else { return nil }
    var days = [first]
    while let next = days.last?.adding(days: 1), part(next) == part(first) { days.append(next) }
    return (CivilDateTime(startOf: first), days)
  }

  private func moments(of period: Period) -> [CivilDateTime] {
    let days = period.days.filter(passes)
    return days.flatMap { day in
      times(in: period).compactMap { time in
        CivilDateTime(date: day, hour: time[0], minute: time[1], second: time[2])
      }
    }
  }

  private func times(in period: Period) -> [[Int]] {
    let units: [(part: [Int], start: Int, period: Int, finest: RecurrenceRule.Frequency)] = [
      (rule.byHour, start.hour, period.first.hour, .hourly),
      (rule.byMinute, start.minute, period.first.minute, .minutely),
      (rule.bySecond, start.second, period.first.second, .secondly),
    ]
    var times: [[Int]] = [[]]
    for unit in units {
      let part = isDay ? [] : unit.part
      let values =
        if rule.frequency <= unit.finest {
          part.isEmpty || part.contains(unit.period) ? [unit.period] : []
        } else {
          part.isEmpty ? [unit.start] : part
        }
      times = times.flatMap { time in values.map { time + [$0] } }
    }
    return times
  }

  private func passes(_ day: CivilDate) -> Bool {
    guard rule.byMonth.isEmpty || rule.byMonth.contains(day.month) else { return false }
    let monthLength = CivilDate.daysInMonth(year: day.year, month: day.month)
    let yearLength = CivilDate.isLeap(day.year) ? 366 : 365
    return passes(rule.byMonthDay, day.day, of: monthLength)
      && passes(rule.byYearDay, day.dayOfYear, of: yearLength)
      && passesWeekday(day) && passesWeek(day) && passesStart(day)
  }

  private func passes(_ part: [Int], _ position: Int, of length: Int) -> Bool {
    part.isEmpty || part.contains(position) || part.contains(position - length - 1)
  }

  private func passesWeekday(_ day: CivilDate) -> Bool {
    rule.byDay.isEmpty
      || rule.byDay.contains { value in
        guard value.weekday == day.weekday else { return false }
        guard let ordinal = value.ordinal else { return true }
        let inMonth = rule.frequency == .monthly || !rule.byMonth.isEmpty
        guard rule.frequency >= .monthly, rule.byWeekNo.isEmpty || rule.frequency == .monthly
        else { return true }
        let step = ordinal > 0 ? -7 : 7
        var other = day
        var count = 0
        while other.year == day.year, !inMonth || other.month == day.month {
          count += 1
          other = other.adding(days: step)
        }
        return count == abs(ordinal)
      }
  }

  private func passesWeek(_ day: CivilDate) -> Bool {
    guard !rule.byWeekNo.isEmpty else { return true }
    // A week belongs to the year of its fourth day.
    var first = day
    while first.weekday != rule.weekStart { first = first.adding(days: -1) }
    let year = first.adding(days: 3).year
    var before = 0
    while first.adding(days: 3 - 7 * (before + 1)).year == year { before += 1 }
    var after = 0
    while first.adding(days: 3 + 7 * (after + 1)).year == year { after += 1 }
    return rule.byWeekNo.contains(before + 1) || rule.byWeekNo.contains(-after - 1)
  }

  /// Tests the parts that a rule without them takes from its start (RFC 5545 3.3.10).
  private func passesStart(_ day: CivilDate) -> Bool {
    guard rule.byDay.isEmpty, rule.byMonthDay.isEmpty, rule.byYearDay.isEmpty else { return true }
    switch rule.frequency {
    case .weekly: return day.weekday == start.date.weekday
    case .monthly where rule.byWeekNo.isEmpty: return day.day == start.date.day
    case .yearly where rule.byWeekNo.isEmpty:
      return day.day == start.date.day
        && (!rule.byMonth.isEmpty || day.month == start.date.month)
    case .monthly, .yearly: return day.weekday == start.date.weekday
    default: return true
    }
  }
}
