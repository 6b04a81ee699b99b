import AlmanacModel

/// A venue text in the words of a vocabulary, with what stands between them.
///
/// A class, because all who judge the text hold it, and copying it cost more than reading it.
final class VenueText: Sendable {
  struct Word: Sendable {
    /// nil for a word the vocabulary doesn't have.
    var id: Int32?
    let traits: WordTraits
    /// Position among the folded words; the two words of `lt` have the same.
    let source: Int
    /// Parts are numbered from 0; commas, brackets, `@` and ` - ` part them.
    let part: Int
    /// Whether it only tells what the place is near to.
    let isLandmark: Bool
    /// Read from a similar spelling.
    var isCorrected = false
    /// The first part of a word that joins two.
    var kin: Int32?
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

  init(_ text: String, _ vocabulary: Vocabulary) {
    let folded = FoldedText(text)
    var words: [Word] = []
    words.reserveCapacity(folded.words.count + 4)
    var hasMeetingLink = false
    var part = 0
    var isLandmark = false
    var isAddress = false
    for (source, word) in folded.words.prefix(Self.mostWords).enumerated() {
      if source > 0, Self.parts(word.gap) {
        part += 1
        isLandmark = false
      }
      // A web address names no place: it is passed over up to the next blank.
      if word.gap.contains(.space) { isAddress = false }
      if word.hash == Self.http || word.hash == Self.https { isAddress = true }
      if isAddress {
        if Self.meetingHosts.contains(word.hash) { hasMeetingLink = true }
        continue
      }
      let entry = vocabulary.entry(of: word, in: folded)
      let traits = entry?.traits ?? []
      // The letter of "12A" is no article.
      if traits.contains(.dropped), source == 0 || !word.gap.isEmpty { continue }
      if traits.contains(.breaks) {
        part += 1
        isLandmark = false
        continue
      }
      if traits.contains(.landmark) {
        isLandmark = true
        continue
      }
      guard words.count + 2 <= Positions.most else { break }
      words.append(
        Word(id: entry?.first, traits: traits, source: source, part: part, isLandmark: isLandmark))
      if let second = entry?.second {
        words.append(
          Word(
            id: second, traits: vocabulary.traits(of: second).union(traits), source: source,
            part: part, isLandmark: isLandmark))
      }
    }
    self.folded = folded
    self.words = words
    self.hasMeetingLink = hasMeetingLink
  }

  /// What stood before the word at a position.
  func gap(before position: Int) -> FoldedText.Gap {
    guard words.indices.contains(position), let word = word(at: position) else { return [] }
    return word.gap
  }

  func word(at position: Int) -> FoldedText.Word? {
    guard words.indices.contains(position) else { return nil }
    let source = words[position].source
    return folded.words.indices.contains(source) ? folded.words[source] : nil
  }

  func isNumber(_ position: Int) -> Bool { word(at: position)?.isNumber ?? false }

  func length(_ position: Int) -> Int { word(at: position)?.range.count ?? 0 }

  /// Whether the next word follows directly, in the same part, with nothing but a blank or nothing.
  func adjoins(_ position: Int, _ next: Int) -> Bool {
    guard words.indices.contains(position), words.indices.contains(next) else { return false }
    guard words[position].part == words[next].part else { return false }
    return gap(before: next).subtracting(.space).isEmpty
  }

  /// Whether nothing in the text says what the word is.
  func isUnknown(_ position: Int) -> Bool {
    guard words.indices.contains(position) else { return false }
    let word = words[position]
    guard word.traits.intersection([.general, .local, .street]).isEmpty else { return false }
    let traits = word.traits.subtracting([.addressOnly, .storey])
    guard word.id == nil || traits.contains(.foreign) || traits.isEmpty else {
      return false
    }
    return !isNumber(position) && length(position) >= 3
  }

  private static func parts(_ gap: FoldedText.Gap) -> Bool {
    gap.contains(.part) || (gap.contains([.mark, .space]) && !gap.contains(.dot))
  }

  private static let meetingHosts = Set(VenueWords.meetingHosts.map { StableHash.bytes($0.utf8) })
  private static let http = StableHash.bytes("http".utf8)
  private static let https = StableHash.bytes("https".utf8)
}
