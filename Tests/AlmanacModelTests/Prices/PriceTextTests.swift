import AlmanacModel
import Testing

@Suite struct PriceTextTests {
  @Test(
    "A price text is free, not free or unknown",
    arguments: [
      ("Free", true), ("free admission", true), ("$0", true), ("0.00", true), ("S$12.50", false),
      ("10 EUR / 8 EUR", false), ("Free for members, $5 for guests", nil), ("see website", nil),
      ("", nil),
      ("Kostenlos", true), ("Entrée gratuite", true), ("Free and open to the public", true),
      ("This event is free of charge.", true), ("No charge", true), ("no cost to attend", true),
      ("Free, no registration required", true), ("Free with RSVP", true), ("S$0", true),
      ("0,00 EUR", true), ("Free for members", nil), ("not free", nil),
      ("sugar-free snacks", nil), ("no free admission", nil), ("Free with admission", nil),
      ("Free parking", nil), ("$0 for members", nil), ("1,200 SGD", false), ("$.", nil),
      ("0 kr", true), ("$0 USD", true),
    ] as [(String, Bool?)])
  func readsWhetherFree(text: String, isFree: Bool?) {
    #expect(PriceText(text).isFree == isFree)
  }

  @Test(
    "The lowest amount is parsed with any decimal and thousands separators",
    arguments: [
      ("$12", 12), ("S$10–S$25", 10), ("1,200 SGD", 1_200), ("1.200,50 €", 1_200.5),
      ("12,50 EUR", 12.5), ("€7,50", 7.5), ("€ 7,50 / € 9", 7.5), ("1 200 kr", 1_200),
      ("1 200,00 €", 1_200), ("CHF 1'200.–", 1_200), ("CHF 1’200", 1_200), ("20,- €", 20),
      ("€1.200", 1_200), ("$1,234,567.80", 1_234_567.8), ("KWD 1.500", 1.5), ("$0.125", 0.125),
      ("12€/8€", 8), ("12/8 €", 8), ("10–20 €", 10), ("10 to 20 euros", 10), ("$10-20", 10),
      ("von 10 bis 20 EUR", 10), ("Rs. 500", 500), ("RM 20", 20), ("RM20 / RM15", 15),
      ("50 TRY", 50), ("US$ 15", 15), ("15 US$", 15), ("2000円", 2_000),
      ("Members $5; others $8", 5),
      ("€12 20 people at most", 12), ("usd 9", 9), ("Eintritt: 5,00 Euro", 5),
    ])
  func readsAmounts(text: String, amount: Double) {
    #expect(PriceText(text).lowest == amount)
  }

  @Test(
    "A number without a currency is a price only if it is the whole text",
    arguments: [
      ("8.00", 8), ("15", 15), ("1,200.50", 1_200.5), ("1.200.000", 1_200_000), ("1 200", 1_200),
      ("12,5", 12.5), (" 5. ", 5), ("1.200", nil), ("10, 8", nil), ("20 people", nil),
      ("18+", nil), ("room 12", nil), ("1,,2", nil), ("99999999999999999999", nil),
    ] as [(String, Double?)])
  func readsPlainNumbers(text: String, amount: Double?) {
    #expect(PriceText(text).lowest == amount)
  }

  @Test(
    "Times, dates, rooms, counts and ages next to an amount are not amounts",
    arguments: [
      ("Tickets at 7pm: $20", 20), ("19:30 EUR 12", 12), ("3 concerts for $45", 45),
      ("Ages 5-8, $12", 12), ("6 May, 14 €", 14), ("$20 - 2 hours", 20), ("$15 (room 3)", 15),
      ("Level 2 - 15 €", 15), ("$20/2 people", 20), ("20 € (10% off for groups of 5)", 20),
      ("$5-7pm", 5), ("LT27 €5", 5), ("2 for $30", 30),
    ])
  func readsNoOtherNumbers(text: String, amount: Double) {
    #expect(PriceText(text).lowest == amount)
  }

  @Test(
    "An ambiguous amount makes the whole price unknown",
    arguments: [
      "$5,10,15", "€1,23,4", "$1 200 people", "10 € 20", "$1.2.3", "$", "€.,", "EUR twelve",
      "PHP 8 for beginners", "RM 112 is the ticket office", "the 5 pounds of apples",
    ])
  func abstains(text: String) {
    #expect(PriceText(text).lowest == nil)
    #expect(PriceText(text).isFree == nil)
  }

  @Test(
    "Discounts, prizes and sums of millions are not prices",
    arguments: [
      ("Tickets $20, $5 off for members", 20), ("$30, win $500", 30),
      ("a $2 million hall", nil), ("save $10", nil), ("$10k", nil), ("a $25 gift card", nil),
    ] as [(String, Double?)])
  func readsNoOtherSums(text: String, amount: Double?) {
    #expect(PriceText(text).lowest == amount)
  }

  @Test("Amounts have the currency and the notation of their text")
  func keepsWriting() {
    let text = "Adults €7,50 – students 5 US$, 10–20 kr or SGD 12, CHF 5.–"
    let amounts = MoneyAmount.all(in: text)
    #expect(amounts.map(\.text) == ["€7,50", "5 US$", "10 kr", "20 kr", "SGD 12", "CHF 5.–"])
    #expect(amounts.map(\.currency) == ["EUR", "USD", "kr", "kr", "SGD", "CHF"])
    #expect(amounts.map(\.value) == [7.5, 5, 10, 20, 12, 5])
    #expect(amounts.map { String(text[$0.range]) }.first == "€7,50")
  }

  @Test(
    "Random texts of digits, separators and currencies never trap and give equal results each time")
  func survivesRandomTexts() {
    var generator = SystemRandomNumberGenerator()
    let pieces = [
      "1", "20", "300", ",", ".", " ", "'", "–", "-", "/", "$", "€", "kr", "EUR", "S$", "é", "£",
    ]
    for _ in 0..<2_000 {
      let text = (0..<8).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      let amounts = MoneyAmount.all(in: text)
      #expect(amounts == MoneyAmount.all(in: text))
      #expect(amounts.allSatisfy { $0.value.isFinite && $0.value >= 0 }, "\(text)")
      #expect(
        zip(amounts, amounts.dropFirst()).allSatisfy { $0.range.upperBound <= $1.range.lowerBound },
        "\(text)")
    }
  }
}
