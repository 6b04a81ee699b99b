import AlmanacTime

/// Dates as spreadsheets store them: days since 1899-12-30, with the time of day as a fraction.
enum SpreadsheetDate {
  /// The date in ISO 8601, or the time of day; nil for text that is no such number.
  ///
  /// Days count from 2000 to 2099. A small number needs three decimals: `0.30` is rather a time
  /// with a dot, unless the date beside it is such a number.
  static func text(_ text: String, besideSerial isCertain: Bool = false) -> String? {
    // Nearly all dates have another character, and need no cleaning to be refused.
    guard text.utf8.allSatisfy({ $0.isDigit || $0 == UInt8(ascii: ".") || $0 <= 0x20 }) else {
      return nil
    }
    let parts = FieldText.clean(text).text.split(
      separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard let whole = parts.first, whole.utf8.allSatisfy(\.isDigit), let days = Int(whole),
      let number = Double(parts.joined(separator: ".")),
      parts.count == 1
        || ((isCertain || days > 31 || parts[1].utf8.count > 2)
          && parts[1].utf8.allSatisfy(\.isDigit))
    else { return nil }
    let minutes = Int(((number - Double(days)) * 1_440).rounded())
    let time = "\(minutes / 60 % 24):" + (minutes % 60 < 10 ? "0" : "") + "\(minutes % 60)"
    if days == 0, parts.count == 2 { return time }
    guard (36_526...73_050).contains(days),
      let date = CivilDate(year: 1899, month: 12, day: 30)?.adding(days: days + minutes / 1_440)
    else { return nil }
    return parts.count == 1 ? date.description : "\(date) \(time)"
  }
}
