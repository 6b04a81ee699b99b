import Foundation

/// Converts the words of an event to features of a linear model: words, pairs of adjacent words and
/// character n-grams, hashed into a fixed number of buckets.
///
/// A word of the title or venue is two features, one shared with the text and one only for that field.
/// Numbers differ only by their length.
///
/// In Han and kana each character is a word, so word pairs are character pairs. Words of Hangul
/// include particles, so pairs of syllables are features as well. These three scripts (CJK) have
/// their own buckets: few labeled events use them, and an unlabeled character must not share the
/// weight of an English word.
struct FeatureReader {
  /// The field of a feature, in the order of `ends`.
  enum Field: Int, CaseIterable, Sendable {
    case title, titlePieces, text, textStems, venue, organizer

    /// The factor of the field's features, found by cross-validation on labeled events.
    var weight: Float {
      switch self {
      case .title: 1
      case .titlePieces: 0.65
      case .text: 1.2
      case .textStems: 1.3
      case .venue: 0.75
      case .organizer: 0.75
      }
    }
  }

  /// Incremented if the same text gives other features or the file layout changes. A model of
  /// another version is rejected.
  static let version = 6

  /// In bytes. The end of a long description contains little about its category.
  static let textLength = 600
  /// In bytes; longer than any title.
  static let titleLength = 300

  /// The last 1/`cjkShare` of the buckets is for CJK.
  static let cjkShare = 9

  let bucketCount: Int
  struct Feature {
    var bucket: UInt32
    /// The index of its first word in the words of its field.
    var word: UInt16
  }

  /// One for each distinct feature of a field, in the order of the fields.
  private(set) var features: [Feature] = []
  /// Where each field ends in `features`.
  private(set) var ends: [Int] = []
  private(set) var title = FoldedTextBuilder(capacity: Self.titleLength)
  private(set) var text = FoldedTextBuilder(capacity: Self.textLength)
  /// Holds the venue, then the organizer.
  private var other = FoldedTextBuilder(capacity: Self.titleLength)
  private var stamps: [UInt32]
  private var stamp: UInt32 = 0

  init(bucketCount: Int) {
    self.bucketCount = bucketCount
    stamps = Array(repeating: 0, count: bucketCount)
  }

  mutating func read(_ sample: CategorySample) {
    features.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    title.read(sample.title, upTo: Self.titleLength)
    text.read(sample.text, upTo: Self.textLength)
    begin()
    addWords(of: title, salt: Salt.word)
    addWords(of: title, salt: Salt.title)
    end()
    begin()
    addPieces(of: title)
    end()
    begin()
    addWords(of: text, salt: Salt.word)
    end()
    begin()
    addStems(of: text)
    end()
    begin()
    other.read(sample.venue, upTo: Self.titleLength)
    addWords(of: other, salt: Salt.word)
    addWords(of: other, salt: Salt.venue)
    end()
    begin()
    other.read(sample.organizer, upTo: Self.titleLength)
    addWords(of: other, salt: Salt.organizer)
    end()
  }

  private enum Salt {
    static let word: UInt64 = 0x9E37_79B9_7F4A_7C15
    static let title: UInt64 = 0xC2B2_AE3D_27D4_EB4F
    static let venue: UInt64 = 0x1656_67B1_9E37_79F9
    static let organizer: UInt64 = 0x27D4_EB2F_1656_67C5
    static let pair: UInt64 = 0xD6E8_FEB8_6659_FD93
    static let piece: UInt64 = 0xA076_1D64_78BD_642F
    static let stem: UInt64 = 0xE703_7ED1_A0B4_28DB
    static let syllables: UInt64 = 0x8EBC_6AF0_9C88_C6E3
  }

  private mutating func begin() {
    stamp &+= 1
    if stamp == 0 {
      for index in stamps.indices { stamps[index] = 0 }
      stamp = 1
    }
  }

  /// The features of a field.
  func range(of field: Field) -> Range<Int> {
    (field.rawValue == 0 ? 0 : ends[field.rawValue - 1])..<ends[field.rawValue]
  }

  /// Whether most words of the title are in Han, kana or Hangul.
  var isCJK: Bool {
    let cjk = title.words.count {
      WordScript(lead: title.bytes[$0.range.lowerBound]) != .alphabet
    }
    return 2 * cjk > title.words.count
  }

  /// The value of each of a field's features. It falls with their number.
  static func value(of field: Field, count: Int) -> Float {
    field.weight * dampening[min(count, dampening.count - 1)]
  }

  private static let dampening: [Float] = (0...2_000).map { powf(Float(max($0, 1)), -0.42) }

  private mutating func end() { ends.append(features.count) }

  /// Adds a feature, unless its field has its bucket already.
  @inline(__always)
  private mutating func add(_ hash: UInt64, isCJK: Bool = false, word: Int) {
    // Fold in the high half, because the multiplication mixes only upwards.
    let mixed = (hash ^ hash >> 32) &* 0x9FB2_1C65_1E98_DF25
    let cjk = bucketCount / Self.cjkShare
    let buckets = isCJK ? cjk : bucketCount - cjk
    let place = Int(((mixed >> 32) &* UInt64(buckets)) >> 32)
    let bucket = isCJK ? bucketCount - cjk + place : place
    guard stamps[bucket] != stamp else { return }
    stamps[bucket] = stamp
    features.append(
      Feature(bucket: UInt32(bucket), word: UInt16(truncatingIfNeeded: word)))
  }

  private mutating func addWords(of text: FoldedTextBuilder, salt: UInt64) {
    var before: UInt64 = 0
    for (index, word) in text.words.enumerated() {
      let hash = word.isNumber ? UInt64(min(word.range.count, 5)) : word.hash
      let script = WordScript(lead: text.bytes[word.range.lowerBound])
      let isCJK = script != .alphabet
      add(hash &* salt, isCJK: isCJK, word: index)
      if index > 0 {
        add((before &* Salt.pair ^ hash) &* salt, isCJK: isCJK, word: index - 1)
      }
      if script == .syllables { addSyllables(of: text.bytes[word.range], salt: salt, word: index) }
      before = hash
    }
  }

  /// The pairs of neighboring syllables of a word of Hangul, of three bytes each.
  private mutating func addSyllables(of word: ArraySlice<UInt8>, salt: UInt64, word index: Int) {
    guard word.count >= 6 else { return }
    for first in stride(from: word.startIndex, through: word.endIndex - 6, by: 3) {
      let pair = Self.number(of: word[first..<first + 6])
      add((pair &* Salt.syllables) &* salt, isCJK: true, word: index)
    }
  }

  /// The three to five adjacent bytes at each position of each word, whose ends count as one byte
  /// each.
  private mutating func addPieces(of text: FoldedTextBuilder) {
    for (index, word) in text.words.enumerated() where isLetters(word, in: text) {
      var window: UInt64 = 0
      var length = 0
      for position in word.range.lowerBound - 1...word.range.upperBound {
        window = window << 8 | (word.range ~= position ? UInt64(text.bytes[position]) : 0x20)
        length += 1
        for count in 3..<6 where length >= count {
          let count = UInt64(count)
          add((window & (1 << (count * 8) - 1) | count << 56) &* Salt.piece, word: index)
        }
      }
    }
  }

  /// The first five bytes of each longer word, which its inflected forms share.
  private mutating func addStems(of text: FoldedTextBuilder) {
    for (index, word) in text.words.enumerated()
    where word.range.count >= 5 && isLetters(word, in: text) {
      let stem = Self.number(of: text.bytes[word.range.prefix(5)])
      add(stem &* Salt.stem, word: index)
    }
  }

  private func isLetters(_ word: FoldedText.Word, in text: FoldedTextBuilder) -> Bool {
    !word.isNumber && WordScript(lead: text.bytes[word.range.lowerBound]) == .alphabet
  }

  /// At most eight bytes as one number.
  private static func number(of bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reduce(0) { $0 << 8 | UInt64($1) }
  }
}
