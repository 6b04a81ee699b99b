/// Dates in Chinese, Japanese and Korean: `2026年3月5日(木) 午後7時30分`, `2026년 3월 5일 오후 7시`.
enum EastAsianDate {
  /// The date in ASCII form, such as `2026-3-5  7:30 pm`; nil for a text without such characters.
  static func plain(_ text: String) -> String? {
    guard text.utf8.contains(where: { $0 >= 0xE3 }),
      text.unicodeScalars.contains(where: { marks.contains($0) })
    else { return nil }
    // A weekday in parentheses, or with the word for it.
    return text.replacing(
      /[(（][月火水木金土日祝・월화수목금토일一二三四五六]+[)）]|[月火水木金土日]曜日?|[월화수목금토일]요일|(?:星期|周|週)[一二三四五六日天]/,
      with: " "
    )
    .replacing(/(\d{4})\s*[年년]\s*(\d{1,2})\s*[月월]\s*(\d{1,2})\s*[日일号號]/) {
      "\($0.output.1)-\($0.output.2)-\($0.output.3) "
    }
    .replacing(/(午前|上午|오전|午後|下午|오후)?\s*(\d{1,2})(?:[:：時时點点시]\s*)(?:(\d{1,2})\s*[分분]?|(半|반))?/) {
      match in
      let minute = match.output.3 ?? (match.output.4 == nil ? "00" : "30")
      let half = match.output.1.map { evenings.contains($0) ? " pm" : " am" } ?? ""
      return " \(match.output.2):\(minute)\(half) "
    }
  }

  private static let marks = Set("年月日時时點点分시분년월일午오".unicodeScalars)
  private static let evenings: Set<Substring> = ["午後", "下午", "오후"]
}
