/// The recurrence rules of vCalendar 1.0, which phones still write: `W2 MO 20261001T000000Z`,
/// `D1 #10`, `MP1 1+ MO #12`.
enum VCalendarRule {
  private static let units = [
    "D": ("DAILY", nil), "W": ("WEEKLY", "BYDAY"), "MP": ("MONTHLY", "BYDAY"),
    "MD": ("MONTHLY", "BYMONTHDAY"), "YM": ("YEARLY", "BYMONTH"), "YD": ("YEARLY", "BYYEARDAY"),
  ]

  /// The rule in the syntax of RFC 5545.
  ///
  /// - Returns: nil for other texts and for rules with times of day or a second unit.
  static func text(_ rule: String) -> String? {
    var words = rule.uppercased().split(separator: " ")[...]
    guard let match = words.popFirst()?.wholeMatch(of: /([A-Z]{1,2})(\d{1,4})/)?.output,
      let (frequency, part) = units[String(match.1)]
    else { return nil }
    // Without a duration, there are two instances; `#0` has no end.
    var end = ";COUNT=2"
    if let last = words.last, last.hasPrefix("#") || last.count >= 8 {
      let count = last.hasPrefix("#") ? last.dropFirst() : nil
      end = count.map { $0 == "0" ? "" : ";COUNT=\($0)" } ?? ";UNTIL=\(last)"
      words.removeLast()
    }
    let values = match.1 == "MP" ? positions(words) : words.compactMap { value($0, part) }
    guard let values, values.count >= (match.1 == "MP" ? 0 : words.count) else { return nil }
    let list = values.isEmpty ? "" : ";\(part ?? "")=" + values.joined(separator: ",")
    return "FREQ=\(frequency);INTERVAL=\(match.2)\(list)\(end)"
  }

  private static func value(_ word: Substring, _ part: String?) -> String? {
    switch part {
    case nil: nil
    case "BYDAY": word.wholeMatch(of: /[A-Z]{2}/) != nil ? String(word) : nil
    default: word == "LD" ? "-1" : signed(word)
    }
  }

  /// `2+` or `2` counts from the beginning, `1-` from the end.
  private static func signed(_ word: Substring) -> String? {
    word.wholeMatch(of: /(\d{1,3})([+-]?)/).map { ($0.output.2 == "-" ? "-" : "") + $0.output.1 }
  }

  /// Reads `1+ 3+ MO TH`: each position with each of the weekdays behind it.
  private static func positions(_ words: ArraySlice<Substring>) -> [String]? {
    var (values, numbers): ([String], [String]) = ([], [])
    var followsDay = false
    for word in words {
      if let number = signed(word) {
        if followsDay { numbers = [] }
        numbers.append(number)
        followsDay = false
      } else if let day = value(word, "BYDAY"), !numbers.isEmpty {
        values += numbers.map { $0 + day }
        followsDay = true
      } else {
        return nil
      }
    }
    return numbers.isEmpty || followsDay ? values : nil
  }
}
