/// The signs, codes and words that make a number an amount of money.
enum Currencies {
  static let signs: [(bytes: [UInt8], currency: String)] = [
    ("$", "$"), ("€", "EUR"), ("£", "GBP"), ("¥", "¥"), ("￥", "¥"), ("₩", "KRW"), ("₹", "INR"),
    ("₫", "VND"), ("₺", "TRY"), ("₽", "RUB"), ("฿", "THB"), ("₱", "PHP"), ("₪", "ILS"),
    ("₴", "UAH"), ("₦", "NGN"), ("₡", "CRC"), ("元", "CNY"), ("円", "JPY"), ("원", "KRW"),
  ].map { (Array($0.0.utf8), $0.1) }

  /// What stands directly before a dollar sign.
  static let dollars = [
    "US": "USD", "S": "SGD", "SG": "SGD", "A": "AUD", "AU": "AUD", "C": "CAD", "CA": "CAD",
    "NZ": "NZD", "HK": "HKD", "NT": "TWD", "R": "BRL", "MX": "MXN",
  ]

  /// Words before or behind a number, in lower case.
  private static let words = [
    "euro": "EUR", "eur": "EUR", "usd": "USD", "gbp": "GBP", "chf": "CHF", "sfr": "CHF",
    "sgd": "SGD", "aud": "AUD", "nzd": "NZD", "hkd": "HKD", "rs": "rupees", "rp": "IDR", "kr": "kr",
  ]
  /// Words behind a number only. Pounds are weights as well.
  private static let wordsBehind = [
    "euros": "EUR", "dollar": "$", "dollars": "$", "franken": "CHF", "francs": "francs",
    "yen": "JPY", "yuan": "CNY", "rupees": "rupees", "pesos": "pesos", "baht": "THB",
    "ringgit": "MYR", "kronor": "SEK", "kroner": "kr", "zł": "PLN", "kč": "CZK", "lei": "lei",
  ]
  /// Words that may have a full stop before the number.
  static let abbreviations: Set = ["rs", "rp", "kr", "sfr"]

  /// ISO 4217, in capitals only: in lower case many are words of some language.
  private static let codes = Set(
    """
    AED AFN AMD AOA ARS AWG AZN BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF
    CLP CNY CRC CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GHS GIP GMD GNF GTQ GYD HKD HNL
    HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LBP LKR LRD LSL
    LYD MDL MGA MKD MMK MNT MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PGK PKR PLN
    PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SRD SSP STN SVC SYP SZL THB TJS TMT TND
    TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWG
    """.split(whereSeparator: \.isWhitespace).map(String.init))

  /// Codes and signs that are words or names as well, such as a conference, a language or a room:
  /// they count only in a text of nothing but amounts.
  private static let ambiguous = [
    "ALL": "ALL", "BAM": "BAM", "COP": "COP", "CUP": "CUP", "GEL": "GEL", "LAK": "LAK",
    "MAD": "MAD", "MOP": "MOP", "PEN": "PEN", "PHP": "PHP", "RM": "MYR", "SOS": "SOS",
    "TOP": "TOP", "TRY": "TRY",
  ]

  /// Currencies whose amounts have three decimals.
  static let threeDecimals: Set = ["BHD", "IQD", "JOD", "KWD", "LYD", "OMR", "TND"]

  /// The currency of a word before a number; nil for another word.
  static func currency(before word: String, isAlone: Bool) -> String? {
    if codes.contains(word) { return word }
    if isAlone, let currency = ambiguous[word] { return currency }
    return words[word.lowercased()]
  }

  /// The currency of a word behind a number; nil for another word.
  static func currency(behind word: String, isAlone: Bool) -> String? {
    currency(before: word, isAlone: isAlone) ?? wordsBehind[word.lowercased()]
  }
}
