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
    guard var text = RepetitionWords.rule(word) ?? Int(word).flatMap({ rule(of: $0, unit) }) else {
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
    func days(of parts: Int) -> String? {
      number % parts == 0 ? RepetitionWords.rule(days: number / parts) : nil
    }
    switch unit {
    case .seconds: return days(of: 86_400)
    case .minutes: return days(of: 1_440)
    case .hours: return days(of: 24)
    case .days: return days(of: 1)
    case .weeks: return "FREQ=WEEKLY;INTERVAL=\(number)"
    case .months: return "FREQ=MONTHLY;INTERVAL=\(number)"
    case .years: return "FREQ=YEARLY;INTERVAL=\(number)"
    }
  }
}
