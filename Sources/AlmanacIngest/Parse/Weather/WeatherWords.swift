import AlmanacModel

/// Derives a condition from a provider's text if there is no known code.
enum WeatherWords {
  /// The most severe condition in a text; nil if it contains none.
  static func condition(_ text: String) -> WeatherCondition? {
    let text = PlainWords(text)
    func has(_ words: String...) -> Bool { words.contains(where: text.contains) }
    if has("tornado", "hurricane", "tropical storm", "typhoon", "squall", "waterspout") {
      return .storm
    }
    if has("hail") { return .hail }
    if has("thunder", "tstm", "t-storm") { return .thunder }
    if has("freezing rain", "freezing drizzle", "ice storm") { return .freezingRain }
    if has("sleet", "ice pellets", "wintry mix") || (has("snow") && has("rain")) { return .sleet }
    if has("blizzard") { return .snowHeavy }
    if has("snow", "flurries") { return snow(isHeavy: has("heavy"), isLight: isLight(text)) }
    if has("drizzle") { return .drizzle }
    if has("rain", "shower") {
      return rain(isHeavy: has("heavy", "torrential"), isLight: isLight(text))
    }
    if has("fog", "mist") { return .fog }
    if has("haze", "hazy", "smoke") { return .haze }
    if has("dust", "sand", "volcanic ash") { return .dust }
    if has("wind", "breez", "blustery", "gale") { return .windy }
    return sky(text)
  }

  /// The condition of the cloud cover alone.
  static func sky(_ text: String) -> WeatherCondition? { sky(PlainWords(text)) }

  private static func sky(_ text: PlainWords) -> WeatherCondition? {
    func has(_ words: String...) -> Bool { words.contains(where: text.contains) }
    if has("partly", "scattered clouds") { return .partlyCloudy }
    if has("mostly clear", "mostly sunny", "mainly clear", "few clouds", "fair") {
      return .mostlyClear
    }
    if has("cloud", "overcast") { return .overcast }
    if has("clear", "sunny") { return .clear }
    return nil
  }

  private static func isLight(_ text: PlainWords) -> Bool {
    ["light", "patchy", "flurries", "passing", "isolated"].contains(where: text.contains)
  }

  private static func snow(isHeavy: Bool, isLight: Bool) -> WeatherCondition {
    isHeavy ? .snowHeavy : isLight ? .snowLight : .snow
  }

  private static func rain(isHeavy: Bool, isLight: Bool) -> WeatherCondition {
    isHeavy ? .rainHeavy : isLight ? .rainLight : .rain
  }
}

/// The lower-case words of a text without negated ones: "No rain, but windy" becomes "but windy".
private struct PlainWords {
  private let words: [Substring]

  init(_ text: String) {
    let text = text.lowercased()
    var words: [Substring] = []
    // A negation ends with its part of the sentence.
    for part in text.split(whereSeparator: { ",.;:()/".contains($0) || $0.isNewline }) {
      var isDenied = false
      for word in part.split(whereSeparator: { !$0.isLetter && $0 != "-" }) {
        switch word {
        case "no", "not", "without", "never", "nil", "zero": isDenied = true
        case "but", "then", "with", "becoming", "turning": isDenied = false
        default: if !isDenied { words.append(word) }
        }
      }
    }
    self.words = words
  }

  /// Whether the text contains consecutive words. The last one may be inflected: "rains", "rainy"
  /// and "showers" match, but "windows" does not match "wind".
  func contains(_ text: String) -> Bool {
    let wanted = text.split(separator: " ")
    guard let last = wanted.indices.last, words.count >= wanted.count else { return false }
    return (0...(words.count - wanted.count)).contains { start in
      wanted.indices.allSatisfy { index in
        let word = words[start + index]
        return index == last ? Self.isForm(word, of: wanted[index]) : word == wanted[index]
      }
    }
  }

  private static func isForm(_ word: Substring, of wanted: Substring) -> Bool {
    guard word.hasPrefix(wanted) else {
      // Codes such as `extremerain` are joined words.
      if modifiers.contains(where: {
        word.hasPrefix($0) && isForm(word.dropFirst($0.count), of: wanted)
      }) {
        return true
      }
      return word.split(separator: "-").contains { $0 != word && isForm($0, of: wanted) }
    }
    return endings.contains(String(word.dropFirst(wanted.count)))
      || compounds.contains(String(word))
  }

  private static let endings: Set = [
    "", "s", "es", "y", "ies", "ing", "ed", "e", "er", "fall", "falls", "storm", "storms", "iness",
    "ly", "ier", "iest", "d", "stones", "stone",
  ]

  /// Words that start with another one and imply it.
  private static let compounds: Set = [
    "thundershower", "thundershowers", "thundery", "thunderstorm", "thunderstorms", "cloudiness",
    "drizzly", "breezes", "rainshower", "rainshowers", "snowshower", "snowshowers", "sandstorm",
    "windstorm", "snowflakes", "foggy", "tstms",
  ]

  private static let modifiers = [
    "extreme", "heavy", "light", "moderate", "freezing", "partly", "mostly", "very", "blowing",
    "thunder", "snow", "rain",
  ]
}
