import AlmanacModel

/// A venue text in the words of a vocabulary, with what stands between them.
///
/// A class, because all who judge the text hold it, and copying it cost more than reading it.
final class VenueText: Sendable {
  struct Word: Sendable {
    /// nil for a word the vocabulary doesn't have.
    var id: Int32?
    var traits: WordTraits
    /// Position among the folded words; the two words of `lt` have the same.
    let source: Int
    /// Parts are numbered from 0; commas, brackets, `@` and ` - ` part them.
    let part: Int
    /// Whether it only tells what the place is near to.
    var isLandmark = false
    /// Read from a similar spelling.
    var isCorrected = false
    /// The first part of a word that joins two.
    var kin: Int32?
    /// What stood before it.
    let gap: FoldedText.Gap
    let isNumber: Bool
    /// Bytes.
    let length: Int
    let hash: UInt64

    init(_ entry: Vocabulary.Entry?, _ word: FoldedText.Word, source: Int, part: Int) {
      id = entry?.first
      traits = entry?.traits ?? []
      self.source = source
      self.part = part
      gap = word.gap
      isNumber = word.isNumber
      length = word.range.count
      hash = word.hash
    }
  }

  /// Longer texts are descriptions; what comes after so many words is not looked at.
  static let mostWords = 48

  let folded: FoldedText
  /// Without the dropped words.
  let words: [Word]
  /// A web address of a service for meetings or broadcasts: where to join.
  let hasMeetingLink: Bool

  /// The text with other readings of its words.
  init(_ text: VenueText, readAs words: [Word]) {
    folded = text.folded
    hasMeetingLink = text.hasMeetingLink
    self.words = words
  }

  init(_ text: String, _ index: GazetteerIndex) {
    let folded = FoldedText(text)
    var words: [Word] = []
    words.reserveCapacity(min(folded.words.count, Self.mostWords) + 4)
    var hasMeetingLink = false
    var part = 0
    var isLandmark = false
    var isAddress = false
    for source in 0..<min(folded.words.count, Self.mostWords) {
      let word = folded.words[source]
      if source > 0, Self.parts(word.gap) {
        part += 1
        isLandmark = false
      }
      // A web address names no place: it is passed over up to the next blank.
      if word.gap.contains(.space) { isAddress = false }
      if Self.beginsAddress(word) { isAddress = true }
      if isAddress {
        if Self.meetingHosts.contains(word.hash) { hasMeetingLink = true }
        continue
      }
      let entry = index.vocabulary.entry(of: word, in: folded)
      let traits = entry?.traits ?? []
      if !traits.isDisjoint(with: [.dropped, .breaks, .landmark]) {
        // The letter of "12A" is no article.
        if traits.contains(.dropped), source == 0 || !word.gap.isEmpty,
          !index.vocabulary.isLetter(at: source, in: folded)
        {
          continue
        }
        if traits.contains(.breaks) {
          part += 1
          isLandmark = false
          continue
        }
        if traits.contains(.landmark) {
          isLandmark = true
          continue
        }
      }
      guard words.count + 2 <= Positions.most else { break }
      var read = Word(entry, word, source: source, part: part)
      read.isLandmark = isLandmark
      words.append(read)
      if let second = entry?.second {
        read.id = second
        read.traits = index.vocabulary.traits(of: second).union(traits)
        words.append(read)
      }
    }
    self.folded = folded
    self.words = words
    self.hasMeetingLink = hasMeetingLink
  }

  /// What stood before the word at a position.
  func gap(before position: Int) -> FoldedText.Gap {
    words.indices.contains(position) ? words[position].gap : []
  }

  func word(at position: Int) -> FoldedText.Word? {
    guard words.indices.contains(position) else { return nil }
    let source = words[position].source
    return folded.words.indices.contains(source) ? folded.words[source] : nil
  }

  /// The word at a position as it stands in the text, folded, with what is joined to it.
  func written(_ position: Int) -> String {
    guard let word = word(at: position) else { return "" }
    var end = words[position].source + 1
    var text = String(decoding: folded.bytes[word.range], as: UTF8.self)
    while folded.words.indices.contains(end), folded.words[end].gap.isEmpty {
      text += String(decoding: folded.bytes[folded.words[end].range], as: UTF8.self)
      end += 1
    }
    return text
  }

  func isNumber(_ position: Int) -> Bool {
    words.indices.contains(position) && words[position].isNumber
  }

  /// In bytes; 0 where there is no word.
  func length(_ position: Int) -> Int {
    words.indices.contains(position) ? words[position].length : 0
  }

  /// Whether the next word follows directly, in the same part, with nothing but a blank or nothing.
  func adjoins(_ position: Int, _ next: Int) -> Bool {
    guard words.indices.contains(position), words.indices.contains(next) else { return false }
    return words[position].part == words[next].part && words[next].gap.isSubset(of: .space)
  }

  /// Whether nothing in the text says what the word is.
  func isUnknown(_ position: Int) -> Bool {
    guard words.indices.contains(position) else { return false }
    let word = words[position]
    guard word.traits.isDisjoint(with: [.general, .local, .street]) else { return false }
    let traits = word.traits.subtracting([.addressOnly, .storey])
    guard word.id == nil || traits.contains(.foreign) || traits.isEmpty else {
      return false
    }
    return !word.isNumber && word.length >= 3
  }

  private static func beginsAddress(_ word: FoldedText.Word) -> Bool {
    (4...5).contains(word.range.count) && (word.hash == http || word.hash == https)
  }

  private static func parts(_ gap: FoldedText.Gap) -> Bool {
    gap.contains(.part) || (gap.contains([.mark, .space]) && !gap.contains(.dot))
  }

  private static let meetingHosts = Set(VenueWords.meetingHosts.map { StableHash.bytes($0.utf8) })
  private static let http = StableHash.bytes("http".utf8)
  private static let https = StableHash.bytes("https".utf8)
}
