import AlmanacModel

/// Finds the language of an event by its script, or by its function words.
struct LanguageFacet: Sendable {
  /// Minimum number of words.
  private static let fewest = 12
  /// Minimum number of function words; fewer may be part of a name.
  private static let fewestSmall = 3

  private static let smallWords: [(String, String)] = [
    ("en", "the and of to for with is are you your this that will from at by be our on join"),
    ("de", "der die das und ist mit fur von zum zur ein eine einer den dem im wir sie auf nicht"),
    ("fr", "le les des et est une pour avec dans du sur nous vous par au aux ce cette ses qui"),
    ("es", "el los las y para con una del por que se su en es nuestra nuestro esta como mas"),
    ("it", "il gli di e per con una della del che nel alla sono dei delle questo piu anche al"),
    ("pt", "os as e para com uma do da dos das no na que em por voce nosso mais ao sua"),
    ("nl", "het een en van voor met zijn op aan bij de wij onze naar deze worden ook om te je"),
    ("ms", "dan yang untuk dengan di ini itu dari pada akan adalah anda kami oleh dalam ke"),
    ("sv", "och att det som en ett pa for med av ar till den vi inte om har kan du fran"),
  ]

  /// A word of several languages counts for each.
  private static let languages: [UInt64: [Int]] = {
    var languages: [UInt64: [Int]] = [:]
    for (index, (_, words)) in smallWords.enumerated() {
      for word in FoldedText(words).words { languages[word.hash, default: []].append(index) }
    }
    return languages
  }()

  func read(_ texts: [FacetText]) -> EventFacet? {
    let scripts = Scripts(texts)
    if let tag = scripts.tag {
      return EventFacet(.language, tag, source: "text: its script")
    }
    var counts = [Int](repeating: 0, count: Self.smallWords.count)
    var total = 0
    for text in texts {
      for word in text.folded.words {
        total += 1
        for language in Self.languages[word.hash] ?? [] { counts[language] += 1 }
      }
    }
    guard total >= Self.fewest, scripts.isLatin,
      let best = counts.indices.max(by: { (counts[$0], $1) < (counts[$1], $0) })
    else { return nil }
    let second = counts.indices.filter { $0 != best }.map { counts[$0] }.max() ?? 0
    guard counts[best] >= Self.fewestSmall, counts[best] * 6 >= total, counts[best] >= second * 2
    else { return nil }
    return EventFacet(
      .language, Self.smallWords[best].0,
      source: "text: \(counts[best]) of \(total) words")
  }
}

/// The number of letters of each script in texts.
private struct Scripts {
  private var latin = 0
  private var han = 0
  private var kana = 0
  private var hangul = 0
  private var others = 0

  init(_ texts: [FacetText]) {
    for scalar in texts.lazy.flatMap(\.raw.unicodeScalars) where scalar.value > 0x40 {
      switch scalar.value {
      case 0x41...0x5A, 0x61...0x7A, 0xC0...0x24F: latin += 1
      case 0x3040...0x30FF: kana += 1
      case 0x4E00...0x9FFF, 0x3400...0x4DBF: han += 1
      case 0xAC00...0xD7A3: hangul += 1
      case 0x370...0x1FFF: others += 1
      default: break
      }
    }
  }

  var isLatin: Bool { latin > 10 * (han + kana + hangul + others) }

  /// Languages with a script of their own. A Han character counts as two letters.
  var tag: String? {
    let rest = latin + others
    if hangul >= 10, hangul > rest + 2 * han + kana { return "ko" }
    if kana >= 6, 2 * (kana + han) > rest + hangul { return "ja" }
    if han >= 8, kana * 20 < han, 2 * han > rest + hangul { return "zh" }
    return nil
  }
}
