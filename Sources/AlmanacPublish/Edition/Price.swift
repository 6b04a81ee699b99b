import Foundation
import Synchronization

/// What a price text says about money, as far as it is beyond doubt: `Free`, `$12`, `S$10–S$25`,
/// `1,200 SGD`, `12,50 €`.
enum Price {
  /// Whether it costs nothing; nil where the text is silent, says both, or says "free" of some
  /// people or of something else.
  static func isFree(_ text: String?) -> Bool? {
    guard let text, !text.isEmpty else { return nil }
    let amounts = amounts(in: text)
    let words = words(of: text)
    let saysFree = words.contains(where: freeWords.contains) || deniesCost(words)
    if amounts.contains(where: { $0 > 0 }) { return saysFree ? nil : false }
    guard saysFree || !amounts.isEmpty else { return nil }
    return words.indices.allSatisfy { isNeutral(words, at: $0) } ? true : nil
  }

  /// The lowest number in the text, in whatever currency it is.
  static func lowestAmount(_ text: String) -> Double? { amounts(in: text).min() }

  private static let freeWords: Set = [
    "free", "gratis", "frei", "kostenlos", "kostenfrei", "gratuit", "gratuite", "gratuito",
    "gratuita",
  ]
  private static let costWords: Set = ["charge", "charges", "cost", "costs", "fee", "fees"]
  private static let bookingWords: Set = [
    "registration", "reservation", "rsvp", "booking", "ticket", "tickets",
  ]
  /// Words that limit "free" neither to some people nor to another thing.
  private static let neutralWords: Set = [
    "admission", "all", "and", "attend", "attendance", "anyone", "at", "eintritt", "entrada",
    "entree", "entry", "event", "events", "everybody", "everyone", "for", "is", "of", "open",
    "price", "public", "required", "the", "this", "to", "aud", "cad", "chf", "dollars", "eur",
    "euro", "euros", "gbp", "hkd", "inr", "jpy", "s", "sgd", "us", "usd",
  ]

  private static func isNeutral(_ words: [String], at index: Int) -> Bool {
    let next = words.indices.contains(index + 1) ? words[index + 1] : ""
    switch words[index] {
    case "no", "without": return costWords.contains(next) || bookingWords.contains(next)
    // "Free with admission" is not.
    case "with": return bookingWords.contains(next)
    case let word:
      return [freeWords, costWords, bookingWords, neutralWords].contains { $0.contains(word) }
    }
  }

  /// `no charge`, `without fee`
  private static func deniesCost(_ words: [String]) -> Bool {
    zip(words, words.dropFirst()).contains { word, next in
      (word == "no" || word == "without") && costWords.contains(next)
    }
  }

  private static func words(of text: String) -> [String] {
    TextFolding.fold(text).split { !$0.isLetter }.map(String.init)
  }

  private static func amounts(in text: String) -> [Double] {
    var amounts: [Double] = []
    var token = ""
    for character in text + " " {
      let isDigit = character.isASCII && character.isNumber
      if isDigit || (!token.isEmpty && (character == "." || character == ",")) {
        token.append(character)
      } else if !token.isEmpty {
        amounts += numbers(in: token)
        token = ""
      }
    }
    return amounts
  }

  /// Of digits, points and commas: a mark before three digits is one of thousands where it is a
  /// comma or stands twice, a comma before one or two last digits is a decimal mark.
  private static func numbers(in token: String) -> [Double] {
    let groups = token.split(omittingEmptySubsequences: true) { $0 == "." || $0 == "," }
    let marks = token.filter { $0 == "." || $0 == "," }.prefix(max(0, groups.count - 1))
    guard let last = groups.last, let mark = marks.last else {
      return [Double(token.filter(\.isNumber))].compactMap(\.self)
    }
    let areThousands = groups.dropFirst().dropLast().allSatisfy { $0.count == 3 }
    let isThousands = last.count == 3 && (mark == "," || marks.count > 1 && Set(marks).count == 1)
    if areThousands, isThousands, Set(marks).count == 1 {
      return [Double(groups.joined())].compactMap(\.self)
    }
    let others = marks.dropLast()
    if areThousands, !others.contains(mark), Set(others).count <= 1, mark == "." || last.count < 3 {
      return [Double(groups.dropLast().joined() + "." + last)].compactMap(\.self)
    }
    // A list without spaces.
    return groups.compactMap { Double($0) }
  }
}

/// Reads prices, each text once: most events cost what another does.
final class PriceTexts: Sendable {
  private let known = Mutex<[String: (isFree: Bool?, from: Double?)]>([:])
  private static let limit = 50_000

  func read(_ text: String) -> (isFree: Bool?, from: Double?) {
    if let price = known.withLock({ $0[text] }) { return price }
    let isFree = Price.isFree(text)
    let price = (isFree, isFree == true ? 0 : Price.lowestAmount(text))
    known.withLock { known in
      if known.count >= Self.limit { known = [:] }
      known[text] = price
    }
    return price
  }
}
