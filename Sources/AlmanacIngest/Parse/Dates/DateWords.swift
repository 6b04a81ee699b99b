import AlmanacModel
import AlmanacTime

/// Names of months and weekdays: English ones in full or cut to three letters or more, those of
/// other languages in full or as usually abbreviated.
enum DateWords {
  private static let months = [
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
  ]
  private static let weekdays = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]

  /// Months (`m1`) and weekdays (`w1`) in German, French, Spanish, Italian, Portuguese, Dutch,
  /// Polish, Romanian, Czech, Slovak, Slovene, Croatian, Serbian, Bulgarian, Swedish, Danish,
  /// Norwegian, Finnish, Estonian, Latvian, Lithuanian, Hungarian, Catalan, Indonesian, Turkish,
  /// Greek, Russian, Ukrainian, Arabic and Hebrew. Words that mean different months in two
  /// languages, such as Croatian `listopad`, are left out.
  private static let others: (months: [String: Int], weekdays: [String: Int]) = {
    var words = (months: [String: Int](), weekdays: [String: Int]())
    for (key, names) in EmbeddedTable.dateWords.rows(separator: " ") {
      let number = Int(key.dropFirst())
      for name in names.split(separator: " ").map(String.init) {
        if key.hasPrefix("m") { words.months[name] = number } else { words.weekdays[name] = number }
      }
    }
    return words
  }()

  /// The month of a name, 1 to 12. `sept` and `janu` are accepted, `marching` is not.
  ///
  /// - Parameter word: In lower case.
  static func month(_ word: String) -> Int? {
    index(of: word, in: months).map { $0 + 1 } ?? others.months[word]
  }

  /// Whether a word is the name of a weekday, or the second half of one in Portuguese.
  ///
  /// - Parameter word: In lower case.
  static func isWeekday(_ word: String) -> Bool { word == "feira" || weekday(word) != nil }

  /// - Parameter word: In lower case.
  static func weekday(_ word: String) -> Weekday? {
    if word == "weds" { return .wednesday }
    let number =
      index(of: word == "thurs" ? "thu" : word, in: weekdays).map { $0 + 1 }
      ?? others.weekdays[word]
    return number.flatMap(Weekday.init)
  }

  /// The month, 1 to 12, of `DateCursor.threeLetters`.
  static func month(_ letters: UInt32) -> Int? {
    threeLetters.firstIndex(of: letters).map { $0 + 1 }
  }

  /// The weekday of `DateCursor.threeLetters`.
  static func weekday(_ letters: UInt32) -> Weekday? {
    weekdayLetters.firstIndex(of: letters).flatMap { Weekday(rawValue: $0 + 1) }
  }

  private static let threeLetters = months.map(threeLetters(of:))
  private static let weekdayLetters = weekdays.map(threeLetters(of:))

  private static func threeLetters(of name: String) -> UInt32 {
    name.utf8.prefix(3).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
  }

  private static func index(of word: String, in names: [String]) -> Int? {
    guard word.utf8.count >= 3 else { return nil }
    return names.firstIndex { $0.hasPrefix(word) }
  }
}
