import AlmanacModel

/// The price of an event (schema.org `offers` and `isAccessibleForFree`) as text.
enum SchemaPrice {
  /// `Free`, `SGD 12`, `SGD 12–30`, or the publisher's text if it is no number. Of several
  /// currencies the first one counts.
  static func text(
    of event: SchemaNode, _ index: SchemaIndex, _ fields: inout FieldSanitizer
  ) -> String? {
    var amounts: [Double] = []
    var words: [String] = []
    var currency: String?
    for value in index.values("offers", of: event).prefix(64) {
      guard let offer = value.node else {
        words += [value.text].compactMap(\.self)
        continue
      }
      for holder in [offer] + index.values("priceSpecification", of: offer).compactMap(\.node) {
        let own = holder.text("priceCurrency") ?? offer.text("priceCurrency")
        currency = currency ?? own
        guard own == nil || own == currency else { continue }
        for name in ["price", "lowPrice", "highPrice", "minPrice", "maxPrice"] {
          guard let text = holder.text(name) else { continue }
          if let amount = amount(text) { amounts.append(amount) } else { words.append(text) }
        }
      }
    }
    if let low = amounts.min(), let high = amounts.max(), high > 0 {
      let sum = low == high ? plain(low) : plain(low) + "–" + plain(high)
      return fields.line([currency, sum].compactMap(\.self).joined(separator: " "), of: "price")
    }
    if let word = words.first { return fields.htmlLine(word, of: "price") }
    let isFree = event.text("isAccessibleForFree").map(isYes) ?? false
    return isFree || !amounts.isEmpty ? "Free" : nil
  }

  /// Parses a number with a decimal point, or a decimal comma before at most two digits.
  private static func amount(_ text: String) -> Double? {
    var digits = FieldText.clean(text).text
    if !digits.contains("."), let comma = digits.lastIndex(of: ","),
      digits.distance(from: comma, to: digits.endIndex) <= 3
    {
      digits.replaceSubrange(comma...comma, with: ".")
    }
    guard let number = Double(digits.filter { $0 != "," }), number.isFinite,
      (0..<1e9).contains(number)
    else { return nil }
    return number
  }

  private static func plain(_ amount: Double) -> String {
    if let whole = Int(exactly: amount) { return String(whole) }
    let hundredths = Int((amount * 100).rounded())
    let cents = hundredths % 100
    return "\(hundredths / 100).\(cents < 10 ? "0" : "")\(cents)"
  }

  /// Parses a JSON boolean, or schema.org's Boolean as an address.
  private static func isYes(_ text: String) -> Bool {
    ["true", "yes", "1"].contains(SchemaType.local(text).lowercased())
  }
}
