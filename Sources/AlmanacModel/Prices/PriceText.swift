import Foundation

/// Parses the text of a price field: `Free`, `$12`, `S$10–S$25`, `1,200 SGD`, `12,50 €`, `8.00`.
public struct PriceText: Hashable, Sendable {
  /// nil if the text contains no price, is contradictory, or limits "free" to some people or to
  /// something else.
  public let isFree: Bool?
  /// The lowest amount, in any currency; 0 if free. nil without an amount or if one is ambiguous.
  public let lowest: Double?

  /// - Complexity: O(length of the text).
  public init(_ text: String) {
    let scanner = MoneyScanner(text)
    let hasAmount = !scanner.amounts.isEmpty || scanner.onlyNumber != nil
    let values = scanner.amounts.map(\.value) + [scanner.onlyNumber].compactMap(\.self)
    let words = Self.words(of: text, without: scanner.amounts)
    let hasFree = words.contains(where: Self.freeWords.contains) || Self.deniesCost(words)
    if scanner.isUnclear {
      (isFree, lowest) = (nil, nil)
    } else if values.contains(where: { $0 > 0 }) {
      (isFree, lowest) = (hasFree ? nil : false, values.min())
    } else if hasFree || hasAmount, words.indices.allSatisfy({ Self.isNeutral(words, at: $0) }) {
      (isFree, lowest) = (true, 0)
    } else {
      (isFree, lowest) = (nil, values.min())
    }
  }

  private static let freeWords: Set = [
    "free", "gratis", "frei", "kostenlos", "kostenfrei", "gratuit", "gratuite", "gratuito",
    "gratuita",
  ]
  private static let costWords: Set = ["charge", "charges", "cost", "costs", "fee", "fees"]
  private static let bookingWords: Set = [
    "registration", "reservation", "rsvp", "booking", "ticket", "tickets",
  ]
  /// Words that do not limit "free" to some people or to something else.
  private static let neutralWords: Set = [
    "admission", "all", "and", "attend", "attendance", "anyone", "at", "eintritt", "entrada",
    "entree", "entry", "event", "events", "everybody", "everyone", "for", "is", "of", "open",
    "price", "public", "required", "the", "this", "to",
  ]

  private static func isNeutral(_ words: [String], at index: Int) -> Bool {
    let next = words.indices.contains(index + 1) ? words[index + 1] : ""
    switch words[index] {
    case "no", "without": return costWords.contains(next) || bookingWords.contains(next)
    // "Free with registration" is free, "Free with admission" is not.
    case "with": return bookingWords.contains(next)
    case let word:
      return [freeWords, costWords, bookingWords, neutralWords].contains { $0.contains(word) }
    }
  }

  /// Whether the words contain a phrase such as `no charge` or `without fee`.
  private static func deniesCost(_ words: [String]) -> Bool {
    zip(words, words.dropFirst()).contains { word, next in
      (word == "no" || word == "without") && costWords.contains(next)
    }
  }

  private static func words(of text: String, without amounts: [MoneyAmount]) -> [String] {
    var rest = ""
    var start = text.startIndex
    for amount in amounts where amount.range.lowerBound >= start {
      rest += text[start..<amount.range.lowerBound] + " "
      start = amount.range.upperBound
    }
    rest += text[start...]
    return rest.folding(
      options: [.caseInsensitive, .diacriticInsensitive, .widthInsensitive], locale: nil
    ).split { !$0.isLetter }.map(String.init)
  }
}
