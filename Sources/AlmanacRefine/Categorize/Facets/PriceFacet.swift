import AlmanacModel

/// Reads the price of an event: free for all, or amounts that the text calls a price.
struct PriceFacet: Sendable {
  private static let free = PhraseTable(
    [
      "free admission", "admission is free", "admission free", "free entry", "entry is free",
      "entrance is free", "free entrance", "free event", "event is free", "events are free",
      "program is free", "programs are free", "concert is free", "concerts are free",
      "lecture is free", "workshop is free", "class is free", "performance is free",
      "free and open to the public", "free and open to all", "free and open to everyone",
      "free open to the public", "free to attend", "free to enter", "free to the public",
      "no cover charge", "no admission fee", "no charge to attend", "no cost to attend",
      "eintritt frei", "freier eintritt", "entree gratuite", "entree libre", "entrada gratuita",
      "entrada libre", "ingresso gratuito", "ingresso libero", "toegang gratis", "entrada franca",
      "免费入场", "免費入場", "入場無料", "参加無料", "무료 입장", "입장 무료",
    ].map { ($0, true) })

  /// Words after "free" that limit it to a group; others may pay.
  private static let limits: Set = [
    "for", "if", "when", "with", "w", "after", "before", "until", "on", "but", "to", "only",
  ]
  private static let everybody: Set = ["all", "everyone", "everybody", "anyone", "the"]
  private static let denials: Set = ["not", "isnt", "arent", "no", "non"]

  /// Words before an amount that is a price.
  private static let costs: Set = [
    "ticket", "tickets", "admission", "cost", "costs", "price", "prices", "fee", "fees", "cover",
    "entry", "eintritt", "entrada", "entree", "tarif", "ingresso",
  ]

  /// Fees and costs of something else than the event.
  private static let otherCosts: Set = [
    "parking", "late", "membership", "material", "materials", "application", "processing",
    "cancellation", "shipping", "handling", "delivery", "raffle",
  ]
  /// Maximum number of characters between two amounts of one price.
  private static let nearness = 40
  /// Maximum number of characters before an amount that describe it.
  private static let lead = 24

  func read(_ texts: [FacetText]) -> EventFacet? {
    let amounts = texts.map { MoneyAmount.all(in: $0.raw) }
    if amounts.allSatisfy(\.isEmpty) { return free(texts) }
    // An amount contradicts "free".
    guard texts.allSatisfy({ Self.free.matches(in: $0.folded).isEmpty }) else { return nil }
    for (text, amounts) in zip(texts, amounts) {
      if let price = Self.price(amounts, in: text.raw) {
        return EventFacet(.price, price.value, source: text.source(price.words))
      }
    }
    return nil
  }

  /// The first amount after such a word, and the amounts that continue it.
  private static func price(
    _ amounts: [MoneyAmount], in text: String
  ) -> (value: String, words: String)? {
    guard let first = amounts.firstIndex(where: { isAnnounced($0, in: text) }) else { return nil }
    var run = [amounts[first]]
    for amount in amounts[(first + 1)...] {
      let gap = text.distance(
        from: run[run.count - 1].range.upperBound, to: amount.range.lowerBound)
      guard amount.currency == run[0].currency, gap < nearness else { break }
      run.append(amount)
    }
    guard let lowest = run.min(by: { $0.value < $1.value }),
      let highest = run.max(by: { $0.value < $1.value }), highest.value > 0
    else { return nil }
    let value =
      lowest.value == highest.value ? lowest.text : "\(lowest.text)–\(highest.text)"
    let end = run[run.count - 1].range.upperBound
    let words = leading(run[0], in: text) + text[run[0].range.lowerBound..<end]
    return (value, words.drop { $0 != " " }.split(separator: " ").joined(separator: " "))
  }

  private static func isAnnounced(_ amount: MoneyAmount, in text: String) -> Bool {
    let tokens = FoldedText(String(leading(amount, in: text))).tokens
      .filter { !$0.allSatisfy(\.isNumber) }
    guard let cost = tokens.lastIndex(where: costs.contains), cost >= tokens.count - 3 else {
      return false
    }
    return !tokens[max(0, cost - 1)...].contains(where: otherCosts.contains)
  }

  private static func leading(_ amount: MoneyAmount, in text: String) -> Substring {
    let end = amount.range.lowerBound
    return text[
      (text.index(end, offsetBy: -lead, limitedBy: text.startIndex) ?? text.startIndex)..<end]
  }

  private func free(_ texts: [FacetText]) -> EventFacet? {
    for text in texts {
      for match in Self.free.matches(in: text.folded) {
        let (next, start) = (match.range.upperBound, match.range.lowerBound)
        if Self.denials.contains(text.folded.word(start - 1)) { return nil }
        // Text after a full stop belongs to something else.
        let continues =
          text.folded.words.indices.contains(next)
          && text.folded.words[next].gap.isDisjoint(with: [.part, .dot, .mark])
        if continues, Self.limits.contains(text.folded.word(next)),
          !Self.everybody.contains(text.folded.word(next + 1))
        {
          return nil
        }
        return EventFacet(.price, "Free", source: text.source(text.folded.words(match.range)))
      }
    }
    return nil
  }
}
