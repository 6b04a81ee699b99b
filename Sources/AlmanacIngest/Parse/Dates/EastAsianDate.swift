/// Dates in Chinese, Japanese and Korean: `2026年3月5日(木) 午後7時30分`, `3월 5일 오후 7시~9시`.
enum EastAsianDate {
  /// The date in words of `NaturalLanguageDateParser`, such as `2026 mar 5 thu  7:30 pm`; nil for a text
  /// without characters from U+3000 on.
  static func plain(_ text: String) -> String? {
    if text.bytes(allSatisfy: { $0 < 0xE3 }) { return nil }
    let written = DateCursor.plain(text)
    // Regular expressions are compiled at each use, so that rare ones wait for their characters.
    var text = written.replacing(weekday) { match in
      let symbol = match.output.1 ?? match.output.2 ?? match.output.3 ?? match.output.4
      return symbol.flatMap { weekdays[$0] } ?? " "
    }
    if text.contains(/[一二三四五六七八九十]\s*[年月日號号時时點点]/) {
      text = text.replacing(/[〇零一二三四五六七八九十]+(?=\s*[年月日號号時时點点])/) { number($0.output) }
    }
    if text.contains("令") || text.contains("民") {
      text = text.replacing(/(令和|民國|民国)\s*(\d{1,3}|元)\s*年/) { match in
        let year = (Int(match.output.2) ?? 1) + (match.output.1 == "令和" ? 2018 : 1911)
        return "\(year)年"
      }
    }
    text = text.replacing(/(\d{4})\s*[年년]/) { "\($0.output.1) " }
      .replacing(/(\d{1,2})\s*[月월]/) { month($0.output.1) ?? String($0.output.0) }
    if text.contains(".") || text.contains("/") {
      text = withMonthBeforeDay(text, isChinese: !written.contains(japaneseOrKorean))
    }
    text = text.replacing(/(\d{1,2})\s*[日일号號]/) { "\($0.output.1) " }.replacing(time) { match in
      let minute = match.output.3 ?? (match.output.4 == nil ? "00" : "30")
      let isEvening = match.output.1.map(evenings.contains)
      // The twelfth hour of a night is midnight or noon.
      if let word = match.output.1, nights.contains(word), match.output.2 == "12" {
        return String(match.output.0)
      }
      return " \(match.output.2):\(minute)\(isEvening.map { $0 ? " pm" : " am" } ?? "") "
    }
    return withRanges(text.trimming(while: \.isWhitespace))
  }

  /// Names the month of `3/5` and `3. 5.`. With slashes, Hong Kong writes the day first.
  private static func withMonthBeforeDay(_ text: String, isChinese: Bool) -> String {
    text.replacing(/(\d{4}\s*[.\/]\s*)?(\d{1,2})([.\/])\s*(\d{1,2})(?:\.|(?=\s)|$)/) { match in
      let isMonthFirst = match.output.1 == nil && !(isChinese && match.output.3 == "/")
      let name = isMonthFirst ? month(match.output.2) : nil
      return name.map { "\($0)\(match.output.4) " } ?? String(match.output.0)
    }
  }

  /// Replaces the words for "from" and "to" by dashes; a range without an end has none.
  private static func withRanges(_ text: String) -> String {
    let open = ["から", "부터", "~", "-"].first(where: text.hasSuffix)
    var text = String(text.dropLast(open?.count ?? 0))
    for word in ["から", "부터", "至", "到"] { text = text.replacing(word, with: " - ") }
    for word in ["まで", "까지"] { text = text.replacing(word, with: " ") }
    return text
  }

  private static var japaneseOrKorean: Regex<Substring> {
    /[\p{Hangul}\p{Hiragana}\p{Katakana}火水木金土]/
  }

  /// A weekday in parentheses, perhaps with the symbol for a holiday, or with the word for "weekday".
  private static var weekday: Regex<(Substring, Substring?, Substring?, Substring?, Substring?)> {
    /\(([月火水木金土日월화수목금토일一二三四五六])(?:[・･\/]?祝)?\)|([月火水木金土日])曜日?|([월화수목금토일])요일|(?:星期|周|週|礼拜|禮拜)([一二三四五六日天])/
  }

  private static var time: Regex<(Substring, Substring?, Substring, Substring?, Substring?)> {
    /(午前|上午|오전|早上|朝|아침|凌晨|午後|下午|오후|晚上|晚|夜|저녁|밤|中午)?\s*(\d{1,2})(?:[:時时點点시]\s*)(?:(\d{1,2})\s*[分분]?|(半|반))?/
  }

  private static let weekdays: [Substring: String] = {
    let names = ["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
    var words: [Substring: String] = [:]
    for symbols in ["月火水木金土日", "월화수목금토일", "一二三四五六日"] {
      for (symbol, name) in zip(symbols, names) { words[Substring(String(symbol))] = " \(name) " }
    }
    words["天"] = " sun "
    return words
  }()

  /// The digits of a number in words below 100, such as `二十三`, or of a year such as `二〇二六`.
  private static func number(_ text: Substring) -> String {
    let digits = Array("零一二三四五六七八九")
    let parts = text.split(separator: "十", omittingEmptySubsequences: false).map { part in
      part.map { digits.firstIndex(of: $0).map { "\($0)" } ?? "0" }.joined()
    }
    guard parts.count > 1 else { return parts[0] }
    return (parts[0].isEmpty ? "1" : parts[0]) + (parts[1].isEmpty ? "0" : parts[1])
  }

  private static func month(_ number: Substring) -> String? {
    Int(number).flatMap { months.indices.contains($0) ? months[$0] : nil }
  }

  private static let months = [
    "", " jan ", " feb ", " mar ", " apr ", " may ", " jun ", " jul ", " aug ", " sep ", " oct ",
    " nov ", " dec ",
  ]
  private static let nights: Set<Substring> = ["晚上", "晚", "夜", "밤"]
  private static let evenings: Set<Substring> = [
    "午後", "下午", "오후", "晚上", "晚", "夜", "저녁", "밤", "中午",
  ]
}
