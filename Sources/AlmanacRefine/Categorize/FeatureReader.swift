import Foundation

/// The words of an event as numbers, for a linear model: words, pairs of neighbors and pieces of words,
/// hashed into a fixed number of buckets.
///
/// A title's words count as words of the text do and once more as a title's. Numbers differ by
/// their length alone.
///
/// Han and kana have one word to a character, so that their pairs are the pairs of characters; of Hangul,
/// whose words carry their particles with them, the pairs of syllables are features, too. All these
/// signs have buckets of their own: there are few labeled events in such scripts, and a sign that nobody
/// has labeled must not say what some word of an alphabet does.
struct FeatureReader {
  /// Where a feature was found, in the order of `ends`.
  enum Field: Int, CaseIterable, Sendable {
    case title, titlePieces, text, textStems, venue, organizer

    /// How much a field says, found by cross-validation on labeled events.
    var loudness: Float {
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

  /// Raised when the same text gives other features, or a model's file has other parts, so that no model
  /// is read that was made for others.
  static let version = 4

  /// Descriptions wander: what comes late says little. In bytes.
  static let textLength = 600
  /// Nobody's title is longer. In bytes.
  static let titleLength = 300

  /// Of so many buckets one is for signs: the last ones.
  static let signShare = 9

  let bucketCount: Int
  struct Feature {
    var bucket: UInt32
    /// The index of the word that it begins with, in the words of its field.
    var word: UInt16
  }

  /// One for each distinct feature of a field, in the order of the fields.
  private(set) var features: [Feature] = []
  /// Where each field ends in `features`.
  private(set) var ends: [Int] = []
  private(set) var title = FoldedTextBuilder(capacity: Self.titleLength)
  private(set) var text = FoldedTextBuilder(capacity: Self.textLength)
  /// Of venue and organizer in turn.
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
    Self.addWords(of: title, salt: Salt.word, stamp: stamp, &stamps, &features)
    Self.addWords(of: title, salt: Salt.title, stamp: stamp, &stamps, &features)
    end()
    begin()
    Self.addPieces(of: title, stamp: stamp, &stamps, &features)
    end()
    begin()
    Self.addWords(of: text, salt: Salt.word, stamp: stamp, &stamps, &features)
    end()
    begin()
    Self.addStems(of: text, stamp: stamp, &stamps, &features)
    end()
    begin()
    other.read(sample.venue, upTo: Self.titleLength)
    Self.addWords(of: other, salt: Salt.venue, stamp: stamp, &stamps, &features)
    Self.addWhole(of: other, stamp: stamp, &stamps, &features)
    end()
    begin()
    other.read(sample.organizer, upTo: Self.titleLength)
    Self.addWords(of: other, salt: Salt.organizer, stamp: stamp, &stamps, &features)
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

  /// Most words of the title are written in signs.
  var isOfSigns: Bool {
    let signs = title.words.count {
      WordScript(lead: title.bytes[$0.range.lowerBound]) != .alphabet
    }
    return 2 * signs > title.words.count
  }

  /// What each of a field's features counts: the more there are, the less.
  static func value(of field: Field, count: Int) -> Float {
    field.loudness * dampening[min(count, dampening.count - 1)]
  }

  private static let dampening: [Float] = (0...2_000).map { powf(Float(max($0, 1)), -0.42) }

  private mutating func end() { ends.append(features.count) }

  /// Adds a feature, unless its field has its bucket already. There must be room for it.
  @inline(__always)
  private static func add(
    _ hash: UInt64, isSign: Bool = false, word: Int, stamp: UInt32,
    _ stamps: inout MutableSpan<UInt32>, _ features: inout OutputSpan<Feature>
  ) {
    // Fold the high half in: the multiplication mixes upwards only.
    let mixed = (hash ^ hash >> 32) &* 0x9FB2_1C65_1E98_DF25
    let (signs, count) = (stamps.count / signShare, stamps.count)
    let buckets = UInt64(truncatingIfNeeded: isSign ? signs : count &- signs)
    let place = Int(truncatingIfNeeded: ((mixed >> 32) &* buckets) >> 32)
    let bucket = isSign ? count &- signs &+ place : place
    // A product of 32 bits and the count is below the count, 32 bits up.
    guard unsafe stamps[unchecked: bucket] != stamp else { return }
    unsafe stamps[unchecked: bucket] = stamp
    features.append(
      Feature(
        bucket: UInt32(truncatingIfNeeded: bucket), word: UInt16(truncatingIfNeeded: word)))
  }

  private static func addWords(
    of text: FoldedTextBuilder, salt: UInt64, stamp: UInt32,
    _ stamps: inout [UInt32], _ features: inout [Feature]
  ) {
    var stamps = stamps.mutableSpan
    let bytes = text.bytes.span
    features.append(addingCapacity: 2 * text.words.count + text.bytes.count / 3) { features in
      var before: UInt64 = 0
      for (index, word) in text.words.enumerated() {
        let hash = Self.hash(of: word)
        let script = WordScript(lead: bytes[word.range.lowerBound])
        let isSign = script != .alphabet
        Self.add(hash &* salt, isSign: isSign, word: index, stamp: stamp, &stamps, &features)
        if index > 0 {
          Self.add(
            (before &* Salt.pair ^ hash) &* salt, isSign: isSign, word: index - 1, stamp: stamp,
            &stamps, &features)
        }
        if script == .syllables {
          Self.addSyllables(
            of: word, bytes, salt: salt, index: index, stamp: stamp, &stamps, &features)
        }
        before = hash
      }
    }
  }

  /// The pairs of neighboring syllables of a word of Hangul, of three bytes each.
  private static func addSyllables(
    of word: FoldedText.Word, _ bytes: Span<UInt8>, salt: UInt64, index: Int, stamp: UInt32,
    _ stamps: inout MutableSpan<UInt32>, _ features: inout OutputSpan<Feature>
  ) {
    guard word.range.count >= 6 else { return }
    for first in stride(from: word.range.lowerBound, through: word.range.upperBound - 6, by: 3) {
      var pair: UInt64 = 0
      for position in first..<first + 6 { pair = pair << 8 | UInt64(bytes[position]) }
      Self.add(
        (pair &* Salt.syllables) &* salt, isSign: true, word: index, stamp: stamp, &stamps,
        &features)
    }
  }

  private static func hash(of word: FoldedText.Word) -> UInt64 {
    word.isNumber ? UInt64(min(word.range.count, 5)) : word.hash
  }

  /// Three to five neighboring bytes of each word, its two ends counting as one each.
  private static func addPieces(
    of text: FoldedTextBuilder, stamp: UInt32, _ stamps: inout [UInt32], _ features: inout [Feature]
  ) {
    var stamps = stamps.mutableSpan
    let bytes = text.bytes.span
    let room = text.words.reduce(0) { $0 + 3 * ($1.range.count + 2) }
    features.append(addingCapacity: room) { features in
      for (index, word) in text.words.enumerated()
      where !word.isNumber && WordScript(lead: bytes[word.range.lowerBound]) == .alphabet {
        var window: UInt64 = 0
        var length = 0
        for position in word.range.lowerBound - 1...word.range.upperBound {
          window = window << 8 | (word.range ~= position ? UInt64(bytes[position]) : 0x20)
          length += 1
          for count in 3..<6 where length >= count {
            let count = UInt64(truncatingIfNeeded: count)
            let piece = (window & (1 << (count * 8) - 1) | count << 56) &* Salt.piece
            Self.add(piece, word: index, stamp: stamp, &stamps, &features)
          }
        }
      }
    }
  }

  /// The first five bytes of each longer word: what its forms have in common.
  private static func addStems(
    of text: FoldedTextBuilder, stamp: UInt32, _ stamps: inout [UInt32], _ features: inout [Feature]
  ) {
    var stamps = stamps.mutableSpan
    let bytes = text.bytes.span
    features.append(addingCapacity: text.words.count) { features in
      for (index, word) in text.words.enumerated()
      where !word.isNumber && word.range.count >= 5
        && WordScript(lead: bytes[word.range.lowerBound]) == .alphabet
      {
        var stem: UInt64 = 0
        for position in word.range.prefix(5) { stem = stem << 8 | UInt64(bytes[position]) }
        Self.add(stem &* Salt.stem, word: index, stamp: stamp, &stamps, &features)
      }
    }
  }

  /// All words of a field as one feature.
  private static func addWhole(
    of text: FoldedTextBuilder, stamp: UInt32, _ stamps: inout [UInt32], _ features: inout [Feature]
  ) {
    guard let last = text.words.last else { return }
    var stamps = stamps.mutableSpan
    features.append(addingCapacity: 1) { features in
      Self.add(
        text.words.reduce(last.hash) { ($0 ^ $1.hash) &* Salt.pair },
        isSign: WordScript(lead: text.bytes[last.range.lowerBound]) != .alphabet, word: 0,
        stamp: stamp, &stamps, &features)
    }
  }
}
