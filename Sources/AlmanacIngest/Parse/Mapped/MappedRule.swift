import AlmanacModel
import AlmanacTime

/// Reads the recurrence rule of an item with a frequency field.
enum MappedRule {
  enum Reading: Equatable {
    /// The item does not repeat.
    case once
    case rule(RecurrenceRule)
    /// The frequency is not understood.
    case unreadable
  }

  /// - Parameters:
  ///   - frequency: A number of units or a word; blank, 0 and `none` mean no repetition.
  ///   - count: The number of dates; blank if unknown.
  static func read(
    _ frequency: String?, unit: RepetitionMapping.Unit?, count: String?
  ) -> Reading {
    let word = FieldText.clean(frequency ?? "").text.lowercased()
    if ["", "0", "none", "no", "once", "never", "null", "false"].contains(word) { return .once }
    guard var text = words[word] ?? Int(word).flatMap({ rule(of: $0, unit) }) else {
      return .unreadable
    }
    let times = FieldText.clean(count ?? "").text
    if !times.isEmpty { text += ";COUNT=" + times }
    do throws(RecurrenceRuleError) {
      return .rule(try RecurrenceRule(parsing: text))
    } catch {
      return .unreadable
    }
  }

  /// Returns nil for intervals that are no whole number of days.
  private static func rule(of number: Int, _ unit: RepetitionMapping.Unit?) -> String? {
    guard let unit, (1...100_000_000).contains(number) else { return nil }
    switch unit {
    case .seconds: return days(number, of: 86_400)
    case .minutes: return days(number, of: 1_440)
    case .hours: return days(number, of: 24)
    case .days: return days(number, of: 1)
    case .weeks: return "FREQ=WEEKLY;INTERVAL=\(number)"
    case .months: return "FREQ=MONTHLY;INTERVAL=\(number)"
    case .years: return "FREQ=YEARLY;INTERVAL=\(number)"
    }
  }

  private static func days(_ number: Int, of parts: Int) -> String? {
    guard number % parts == 0 else { return nil }
    let days = number / parts
    return days % 7 == 0 ? "FREQ=WEEKLY;INTERVAL=\(days / 7)" : "FREQ=DAILY;INTERVAL=\(days)"
  }

  private static let words = [
    "daily": "FREQ=DAILY", "day": "FREQ=DAILY", "every day": "FREQ=DAILY",
    "weekly": "FREQ=WEEKLY", "week": "FREQ=WEEKLY", "every week": "FREQ=WEEKLY",
    "biweekly": "FREQ=WEEKLY;INTERVAL=2", "fortnightly": "FREQ=WEEKLY;INTERVAL=2",
    "monthly": "FREQ=MONTHLY", "month": "FREQ=MONTHLY", "every month": "FREQ=MONTHLY",
    "yearly": "FREQ=YEARLY", "annually": "FREQ=YEARLY", "year": "FREQ=YEARLY",
  ]
}
