/// An amount of money in a text: a number beside a currency's sign, code or word.
public struct MoneyAmount: Hashable, Sendable {
  /// The currency's ISO 4217 code; its sign or word where several currencies share it, as `$`.
  public let currency: String
  public let value: Double
  /// As written, without repeated spaces: `€7,50`, `1 200 kr`, `SGD 12`. The far end of a range has
  /// the currency of its near end.
  public let text: String
  /// In the text that was read.
  public let range: Range<String.Index>

  /// The amounts of a text in their order, without discounts, prizes and round sums such as
  /// `$2 million`. Linear in the length of the text.
  public static func all(in text: String) -> [MoneyAmount] { MoneyScanner(text).amounts }
}
