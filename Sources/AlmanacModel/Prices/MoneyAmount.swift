/// An amount of money in a text: a number next to a currency's symbol, code or word.
public struct MoneyAmount: Hashable, Sendable {
  /// The currency's ISO 4217 code; its symbol or word if several currencies share it, such as `$`.
  public let currency: String
  public let value: Double
  /// As written, without repeated spaces: `€7,50`, `1 200 kr`, `SGD 12`. In a range such as
  /// `$5–10`, both amounts have the currency.
  public let text: String
  /// The position in the scanned text.
  public let range: Range<String.Index>

  /// The amounts in a text, in order, without discounts, prizes and sums such as `$2 million`.
  ///
  /// - Complexity: O(length of the text).
  public static func all(in text: String) -> [MoneyAmount] { MoneyScanner(text).amounts }
}
