import AlmanacTime

/// Builds the recurrence rule of a schema.org Schedule.
enum SchemaRule {
  enum Failure: Error, Equatable {
    /// A part that RFC 5545 cannot express, as written.
    case part(String)
  }

  /// Returns nil for a schedule without repetition.
  static func rule(of schedule: SchemaNode) throws(Failure) -> RecurrenceRule? {
    guard let frequency = schedule.text("repeatFrequency") else { return nil }
    var parts = [try self.frequency(frequency)]
    let days = try weekdays(of: schedule)
    if !days.isEmpty { parts.append("BYDAY=" + days.joined(separator: ",")) }
    for (name, part) in [("byMonth", "BYMONTH"), ("byMonthDay", "BYMONTHDAY")] {
      let numbers = schedule.texts(name)
      if !numbers.isEmpty { parts.append(part + "=" + numbers.joined(separator: ",")) }
    }
    if let count = schedule.text("repeatCount") { parts.append("COUNT=" + count) }
    let text = parts.joined(separator: ";")
    do throws(RecurrenceRuleError) {
      return try RecurrenceRule(parsing: text)
    } catch {
      throw .part(text)
    }
  }

  /// Parses an ISO 8601 duration of one unit (`P1W`) or a word.
  private static func frequency(_ text: String) throws(Failure) -> String {
    let word = FieldText.clean(text).text.uppercased()
    if let known = RepetitionWords.rule(SchemaType.local(word).lowercased()) { return known }
    let digits = word.dropFirst().dropLast()
    guard word.hasPrefix("P"), let unit = word.last.flatMap({ units[$0] }), let count = Int(digits),
      (1...999).contains(count)
    else { throw .part(text) }
    return unit == "DAILY"
      ? RepetitionWords.rule(days: count) : "FREQ=\(unit);INTERVAL=\(count)"
  }

  /// The weekdays as in RFC 5545. `MO`, `2MO` and `-1FR` stay; addresses and names are abbreviated;
  /// each day gets the weeks of `byMonthWeek` as prefix.
  private static func weekdays(of schedule: SchemaNode) throws(Failure) -> [String] {
    var days: [String] = []
    // Far more than a rule has; a rest that is not split is no weekday.
    for text in schedule.texts("byDay").flatMap({ $0.split(separator: ",", maxSplits: 1_000) }) {
      let word = SchemaType.local(FieldText.clean(String(text)).text).uppercased()
      let isName = word.hasSuffix("DAY") && word.utf8.count > 3
      let code = isName ? String(word.prefix(2)) : word
      guard Weekday(icalendar: code.suffix(2)) != nil else { throw .part(String(text)) }
      days.append(code)
    }
    let weeks = schedule.texts("byMonthWeek")
    guard !weeks.isEmpty else { return days }
    guard !days.isEmpty else { throw .part("byMonthWeek without byDay") }
    // A month has at most 6 weeks, counted from both ends, and a week 7 days.
    guard weeks.count <= 12, days.count <= 7 else {
      throw .part("\(weeks.count) byMonthWeek with \(days.count) byDay")
    }
    return weeks.flatMap { week in days.map { week + $0 } }
  }

  private static let units: [Character: String] = [
    "D": "DAILY", "W": "WEEKLY", "M": "MONTHLY", "Y": "YEARLY",
  ]
}
