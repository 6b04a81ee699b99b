/// English names in dates: whole, or cut to three letters or more.
enum DateWords {
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// 1 to 12. `sept` and even `janu` are understood, `marching` is not.
  static func month(_ word: String) -> Int? {
    index(of: word, in: months).map { $0 + 1 }
  }

  static func isWeekday(_ word: String) -> Bool {
    index(of: word, in: weekdays) != nil || (word == "thurs" || word == "weds")
  }

  /// 1 to 12, from `DateCursor.threeLetters`.
  static func month(_ letters: UInt32) -> Int? {
    switch letters {
    case 0x6A_616E: 1
    case 0x66_6562: 2
    case 0x6D_6172: 3
    case 0x61_7072: 4
    case 0x6D_6179: 5
    case 0x6A_756E: 6
    case 0x6A_756C: 7
    case 0x61_7567: 8
    case 0x73_6570: 9
    case 0x6F_6374: 10
    case 0x6E_6F76: 11
    case 0x64_6563: 12
    default: nil
    }
  }

  private static func index(of word: String, in names: [String]) -> Int? {
    guard word.utf8.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(word) }
  }
}
