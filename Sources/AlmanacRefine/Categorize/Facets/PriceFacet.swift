import AlmanacModel

/// Reads what an event costs: that everybody pays nothing, or sums that are said to be a price.
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

  /// Whoever is named after these pays nothing, others may.
  private static let limits: Set = [
    "for", "if", "when", "with", "w", "after", "before", "until", "on", "but", "to", "only",
  ]
  private static let everybody: Set = ["all", "everyone", "everybody", "anyone", "the"]
  private static let denials: Set = ["not", "isnt", "arent", "no", "non"]

  /// What stands before a sum that is a price.
  private static let costs: Set = [
    "ticket", "tickets", "admission", "cost", "costs", "price", "prices", "fee", "fees", "cover",
    "entry", "eintritt", "entrada", "entree", "tarif", "ingresso",
  ]

  func read(_ texts: [FacetText]) -> EventFacet? {
    let sums = texts.map(MoneySums.init)
    if sums.allSatisfy(\.isEmpty) { return free(texts) }
    // Which of two prices it is, no words tell.
    guard texts.allSatisfy({ Self.free.matches(in: $0.folded).isEmpty }) else { return nil }
    for (text, sums) in zip(texts, sums) {
      if let price = sums.price(after: Self.costs) {
        return EventFacet(.price, price.value, source: text.source(price.words))
      }
    }
    return nil
  }

  private func free(_ texts: [FacetText]) -> EventFacet? {
    for text in texts {
      for match in Self.free.matches(in: text.folded) {
        let (next, start) = (match.range.upperBound, match.range.lowerBound)
        if Self.denials.contains(text.folded.word(start - 1)) { return nil }
        // What comes after a full stop belongs to something else.
        let goesOn =
          text.folded.words.indices.contains(next)
          && text.folded.words[next].gap.isDisjoint(with: [.part, .dot, .mark])
        if goesOn, Self.limits.contains(text.folded.word(next)),
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

/// The sums of money in a text: `$12`, `€ 7.50`, `$10–20`.
struct MoneySums {
  struct Sum {
    let symbol: Character
    /// As written, without the symbol.
    let amount: String
    let value: Double
    /// Of characters of the text.
    let range: Range<Int>
  }

  private let characters: [Character]
  private let sums: [Sum]

  /// Sums farther from each other than so many characters belong to different things.
  private static let nearness = 40
  /// So many characters before a sum say what it is for.
  private static let before = 24

  var isEmpty: Bool { sums.isEmpty }

  init(_ text: FacetText) {
    let characters = Self.mayHaveSymbol(text.raw) ? Array(text.raw) : []
    var sums: [Sum] = []
    var index = 0
    while index < characters.count {
      guard Self.isSymbol(characters[index]) else {
        index += 1
        continue
      }
      let (symbol, start) = (characters[index], index)
      index += 1
      if index < characters.count, characters[index] == " " { index += 1 }
      while let amount = Self.amount(characters, &index) {
        sums.append(
          Sum(symbol: symbol, amount: amount.text, value: amount.value, range: start..<index))
        // "$10-20" is two sums.
        guard index + 1 < characters.count, "-–—".contains(characters[index]),
          characters[index + 1].isASCII, characters[index + 1].isNumber
        else { break }
        index += 1
      }
    }
    self.characters = characters
    self.sums = sums
  }

  /// The first sum that one of the words announces, and those that go on from it.
  func price(after words: Set<String>) -> (value: String, words: String)? {
    guard
      let first = sums.firstIndex(where: { sum in
        let start = max(0, sum.range.lowerBound - Self.before)
        let said = FoldedText(String(characters[start..<sum.range.lowerBound]))
        return said.tokens.suffix(3).contains(where: words.contains)
      })
    else { return nil }
    var run = [sums[first]]
    for sum in sums[(first + 1)...] {
      guard sum.symbol == run[0].symbol,
        sum.range.lowerBound - run[run.count - 1].range.upperBound < Self.nearness
      else { break }
      run.append(sum)
    }
    guard let lowest = run.min(by: { $0.value < $1.value }),
      let highest = run.max(by: { $0.value < $1.value }), highest.value > 0
    else { return nil }
    let symbol = lowest.symbol
    let value =
      lowest.value == highest.value
      ? "\(symbol)\(lowest.amount)" : "\(symbol)\(lowest.amount)–\(symbol)\(highest.amount)"
    let start = max(0, run[0].range.lowerBound - Self.before)
    let told = String(characters[start..<run[run.count - 1].range.upperBound])
    return (value, told.drop { $0 != " " }.split(separator: " ").joined(separator: " "))
  }

  /// Looks at bytes alone: few texts have any.
  private static func mayHaveSymbol(_ text: String) -> Bool {
    var before: UInt8 = 0
    for byte in text.utf8 {
      // "$", the end of "£" and "¥", and the middle of "€", "₩" and "₹".
      if byte == 0x24 || before == 0xC2 && (byte == 0xA3 || byte == 0xA5)
        || before == 0xE2 && byte == 0x82
      {
        return true
      }
      before = byte
    }
    return false
  }

  private static func isSymbol(_ character: Character) -> Bool { "$€£¥₩₹".contains(character) }

  private static func amount(_ characters: [Character], _ index: inout Int) -> (
    text: String, value: Double
  )? {
    var end = index
    while end < characters.count,
      characters[end].isASCII && characters[end].isNumber
        || (characters[end] == "." || characters[end] == ",") && end > index
    {
      end += 1
    }
    while end > index, characters[end - 1] == "." || characters[end - 1] == "," { end -= 1 }
    let text = String(characters[index..<end])
    guard let value = Double(text.filter { $0 != "," }) else { return nil }
    index = end
    return (text, value)
  }
}
