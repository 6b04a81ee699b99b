/// The frequencies that publishers write as words or as a number of days.
enum RepetitionWords {
  /// The rule of a word in lower case; nil for an unknown one.
  static func rule(_ word: String) -> String? { rules[word] }

  /// The rule of an interval in days.
  static func rule(days: Int) -> String {
    days % 7 == 0 ? "FREQ=WEEKLY;INTERVAL=\(days / 7)" : "FREQ=DAILY;INTERVAL=\(days)"
  }

  private static let rules = [
    "daily": "FREQ=DAILY", "day": "FREQ=DAILY", "every day": "FREQ=DAILY",
    "weekly": "FREQ=WEEKLY", "week": "FREQ=WEEKLY", "every week": "FREQ=WEEKLY",
    "biweekly": "FREQ=WEEKLY;INTERVAL=2", "fortnightly": "FREQ=WEEKLY;INTERVAL=2",
    "monthly": "FREQ=MONTHLY", "month": "FREQ=MONTHLY", "every month": "FREQ=MONTHLY",
    "yearly": "FREQ=YEARLY", "annually": "FREQ=YEARLY", "year": "FREQ=YEARLY",
  ]
}
