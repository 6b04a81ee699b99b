/// The currency symbols, codes and words by which a number is an amount of money.
enum Currencies {
  static let symbols: [(bytes: [UInt8], currency: String)] = [
    ("$", "$"), ("€", "EUR"), ("£", "GBP"), ("¥", "¥"), ("￥", "¥"), ("₩", "KRW"), ("₹", "INR"),
    ("₫", "VND"), ("₺", "TRY"), ("₽", "RUB"), ("฿", "THB"), ("₱", "PHP"), ("₪", "ILS"),
    ("₴", "UAH"), ("₦", "NGN"), ("₡", "CRC"), ("元", "CNY"), ("円", "JPY"), ("원", "KRW"),
  ].map { (Array($0.0.utf8), $0.1) }

  /// Letters directly before a dollar sign.
  static let dollars = [
    "US": "USD", "S": "SGD", "SG": "SGD", "A": "AUD", "AU": "AUD", "C": "CAD", "CA": "CAD",
    "NZ": "NZD", "HK": "HKD", "NT": "TWD", "R": "BRL", "MX": "MXN",
  ]

  /// Words before or after a number, in lower case.
  private static let words = [
    "euro": "EUR", "eur": "EUR", "usd": "USD", "gbp": "GBP", "chf": "CHF", "sfr": "CHF",
    "sgd": "SGD", "aud": "AUD", "nzd": "NZD", "hkd": "HKD", "rs": "rupees", "rp": "IDR", "kr": "kr",
  ]
  /// Words after a number only. "Pounds" is missing because it is a weight, too.
  private static let wordsAfter = [
    "euros": "EUR", "dollar": "$", "dollars": "$", "franken": "CHF", "francs": "francs",
    "yen": "JPY", "yuan": "CNY", "rupees": "rupees", "pesos": "pesos", "baht": "THB",
    "ringgit": "MYR", "kronor": "SEK", "kroner": "kr", "zł": "PLN", "kč": "CZK", "lei": "lei",
  ]
  /// Words that may be followed by a full stop before the number.
  static let abbreviations: Set = ["rs", "rp", "kr", "sfr"]

  /// Codes of ISO 4217. They match in capitals only: in lower case many are words of a language.
  private static let codes = Set(
    """
    AED AFN AMD AOA ARS AWG AZN BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF
    CLP CNY CRC CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GHS GIP GMD GNF GTQ GYD HKD HNL
    HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LBP LKR LRD LSL
    LYD MDL MGA MKD MMK MNT MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PGK PKR PLN
    PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SRD SSP STN SVC SYP SZL THB TJS TMT TND
    TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Codes and symbols that are also words or names, such as "PEN" or "RM" for a room. They match
  /// only in a text that contains nothing but amounts.
  private static let ambiguous = [
    "ALL": "ALL", "BAM": "BAM", "COP": "COP", "CUP": "CUP", "GEL": "GEL", "LAK": "LAK",
    "MAD": "MAD", "MOP": "MOP", "PEN": "PEN", "PHP": "PHP", "RM": "MYR", "SOS": "SOS",
    "TOP": "TOP", "TRY": "TRY",
  ]

  /// Currencies whose amounts have three decimals.
  static let threeDecimals: Set = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]

  /// The currency of a word before a number; nil for other words.
  static func currency(before word: String, isAlone: Bool) -> String? {
    if codes.contains(word) { return word }
    if isAlone, let currency = ambiguous[word] { return currency }
    return words[word.lowercased()]
  }

  /// The currency of a word after a number; nil for other words.
  static func currency(after word: String, isAlone: Bool) -> String? {
    currency(before: word, isAlone: isAlone) ?? wordsAfter[word.lowercased()]
  }
}
