import Foundation

/// The term weights (IDF, in bits) of the words of a table's titles and venues.
final class TermWeights: Sendable {
  /// Bits that a title must have to be rare.
  static let rareTitle: Float = 12

  /// Bits of a stop word in a last part of nothing but stop words.
  private static let wordOfPart: Float = 3

  /// By token: bits of information in a title.
  let bits: [Float]
  /// By index in `RecordTable.words`: bits of information; low for boilerplate of the source.
  let words: [Float]
  /// By index in `RecordTable.words`: whether the source opens or ends many titles so.
  let isBoilerplate: [Bool]
  /// By token: bits of information in a venue text.
  let venueWords: [Float]
  /// Bits of a title of one word and a half that no other title has.
  let severalWords: Float
  /// Bits of a word that one venue text alone has.
  let mostVenueBits: Float
  /// By token: how many titles contain it.
  let counts: [Int32]
  /// By title variant: hash of its words without boilerplate and stop words, in any order.
  let cores: [UInt64]
  /// By title variant: all its bits.
  let sums: [Float]
  /// By title variant: hash of the word with most bits in venue texts if all words of the title occur
  /// in some; else 0.
  let placeNames: [UInt64]

  init(_ table: RecordTable, _ statistics: CorpusStatistics) {
    let bits = table.tokens.map { Self.bits(of: $0, statistics) }
    venueWords = table.tokens.map { Self.venueBits(of: $0.hash, statistics) }
    severalWords = Float(1.5 * log2(Double(statistics.titleCount + 200)))
    mostVenueBits = Float(log2(Double(statistics.venueCount + 10) / 2))
    counts = table.tokens.map { statistics.titleFrequency[$0.hash] ?? 0 }
    var words = table.words.map { bits[Int($0.token)] }
    var isBoilerplate = [Bool](repeating: false, count: words.count)
    var cores: [UInt64] = []
    var sums: [Float] = []
    for titleVariant in table.titleVariants {
      let source = table.sourceHashes[Int(titleVariant.source)]
      if let ends = Self.ends(of: titleVariant, in: table) {
        let boilerplate = [ends.first, ends.last].filter {
          statistics.boilerplate.contains(Self.boilerplatePart($0, of: source, in: table))
        }
        // A program and its speaker may both be frequent: a title is never all boilerplate.
        for end in boilerplate
        where boilerplate.count == 1 || ends.first.upperBound < ends.last.lowerBound {
          for index in end {
            // Boilerplate keeps a tenth of its weight.
            words[index] *= 0.1
            isBoilerplate[index] = true
          }
        }
        // "Film Club: Of Us" and "Film Club: On and On" are two.
        if ends.last.count > 1,
          ends.last.allSatisfy({ table.tokens[Int(table.words[$0].token)].isStopWord })
        {
          for index in ends.last { words[index] = Self.wordOfPart }
        }
      }
      var core: UInt64 = 0
      var sum: Float = 0
      for index in titleVariant.words.range where !isBoilerplate[index] {
        let token = table.tokens[Int(table.words[index].token)]
        sum += words[index]
        // A sum, so that the order of the words doesn't matter.
        if !token.isStopWord { core &+= token.hash &* 0xff51_afd7_ed55_8ccd }
      }
      cores.append(core)
      sums.append(sum)
    }
    let venueWords = venueWords
    self.bits = bits
    placeNames = table.titleVariants.map { titleVariant in
      let tokens = titleVariant.words.range.map { Int(table.words[$0].token) }
        .filter { !table.tokens[$0].isStopWord }
      guard tokens.allSatisfy({ statistics.venueFrequency[table.tokens[$0].hash] != nil }) else {
        return 0
      }
      return tokens.max {
        (venueWords[$0], table.tokens[$0].hash) < (venueWords[$1], table.tokens[$1].hash)
      }
      .map { table.tokens[$0].hash } ?? 0
    }
    self.words = words
    self.isBoilerplate = isBoilerplate
    self.cores = cores
    self.sums = sums
  }

  /// 0 for "the", about 13 for a name that occurs once in 10,000 titles.
  private static func bits(
    of word: RecordTable.Token, _ statistics: CorpusStatistics
  ) -> Float {
    if word.isStopWord { return 0.2 }
    let count = Double(statistics.titleFrequency[word.hash] ?? 0)
    let bits = log2(Double(statistics.titleCount + 200) / (count + 1))
    let isCommon = TitleWords.commonWords.contains(word.hash)
    return Float(max(0.5, isCommon ? min(3, bits * 0.5) : bits))
  }

  /// The city, its region and its postal code, which titles seldom have, are in most venue texts
  /// and are no evidence about two venues.
  private static func venueBits(of word: UInt64, _ statistics: CorpusStatistics) -> Float {
    let count = Double(statistics.venueFrequency[word] ?? 0)
    return Float(max(0.2, log2(Double(statistics.venueCount + 10) / (count + 1))))
  }

  /// The first and the last part of a title of several; places in `RecordTable.words`.
  static func ends(
    of titleVariant: RecordTable.TitleVariant, in table: RecordTable
  ) -> (first: Range<Int>, last: Range<Int>)? {
    let range = titleVariant.words.range
    guard
      let second = range.dropFirst().first(where: { table.words[$0].marks.contains(.opensPart) }),
      let last = range.last(where: { table.words[$0].marks.contains(.opensPart) })
    else { return nil }
    return (range.lowerBound..<second, last..<range.upperBound)
  }

  static func boilerplatePart(_ part: Range<Int>, of source: UInt64, in table: RecordTable)
    -> UInt64
  {
    part.reduce(source) { PhraseHash.combine($0, table.tokens[Int(table.words[$1].token)].hash) }
  }
}
