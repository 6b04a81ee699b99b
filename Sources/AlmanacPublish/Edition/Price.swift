/// What a price text says about money, as far as it is beyond doubt.
enum Price {
  /// Whether it costs nothing; nil where the text is silent or says both.
  static func isFree(_ text: String?) -> Bool? {
    guard let text = text?.lowercased(), !text.isEmpty else { return nil }
    let words = text.split { !$0.isLetter && !$0.isNumber && $0 != "." && $0 != "," }
    let amounts = words.compactMap(amount)
    let saysFree = words.contains { ["free", "gratis", "kostenlos", "gratuit"].contains($0) }
    let costs = amounts.contains { $0 > 0 }
    if costs { return saysFree ? nil : false }
    return saysFree || !amounts.isEmpty ? true : nil
  }

  /// `12`, `12.50`, `s$12`, `12eur`: the number of a word that is one.
  private static func amount(_ word: Substring) -> Double? {
    let digits = word.filter { $0.isASCII && ($0.isNumber || $0 == ".") }
    guard word.contains(where: { $0.isASCII && $0.isNumber }) else { return nil }
    return Double(digits.hasSuffix(".") ? String(digits.dropLast()) : String(digits))
  }
}
