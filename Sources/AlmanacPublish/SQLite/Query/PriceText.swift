/// Prices as publishers write them: `$12`, `S$10–S$25`, `1,200 SGD`.
enum PriceText {
  /// The lowest number in the text; commas before three digits are thousands.
  static func lowestAmount(_ text: String) -> Double? {
    var lowest: Double?
    var digits = ""
    for character in text.replacingThousands + " " {
      if character.isASCII, character.isNumber || (character == "." && !digits.isEmpty) {
        digits.append(character)
        continue
      }
      if let amount = Double(digits) { lowest = min(lowest ?? amount, amount) }
      digits = ""
    }
    return lowest
  }
}

extension String {
  fileprivate var replacingThousands: String {
    let characters = Array(self)
    return String(
      characters.indices.compactMap { index -> Character? in
        let after = characters[(index + 1)...].prefix(3)
        let isSeparator =
          characters[index] == "," && index > 0 && characters[index - 1].isNumber
          && after.count == 3 && after.allSatisfy(\.isNumber)
        return isSeparator ? nil : characters[index]
      })
  }
}
