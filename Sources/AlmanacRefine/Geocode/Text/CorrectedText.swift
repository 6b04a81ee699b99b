/// A venue text with its unknown words read as the nearest known ones.
struct CorrectedText {
  let text: VenueText
  /// The words that were read otherwise.
  let corrected: WordSet

  /// - Parameter changingFirst: Read words as those that differ from them in the first letter, too.
  init(_ venue: VenueText, _ index: GazetteerIndex, changingFirst: Bool = false) {
    var words = venue.words
    var corrected = WordSet()
    for position in venue.unknown {
      guard let meant = Self.meant(byWordAt: position, venue, index, changingFirst) else {
        continue
      }
      words[position].correct(to: meant, index)
      corrected.insert(position)
    }
    text = corrected.isEmpty ? venue : VenueText(venue, readAs: words)
    self.corrected = corrected
  }

  /// Whether a word of the range was read otherwise.
  func hasCorrected(_ range: Range<Int>) -> Bool { !corrected.isDisjoint(with: range) }

  private static let numerals = Array("ivx".utf8)

  /// The only nearest word, or among several the one that some name has beside the same neighbor:
  /// "Lorth Campus" is rather the North Campus than anything of the Lorch Hall.
  private static func meant(
    byWordAt position: Int, _ venue: VenueText, _ index: GazetteerIndex, _ changingFirst: Bool
  ) -> Int32? {
    guard let word = venue.word(at: position) else { return nil }
    let spelling = Vocabulary.spelling(word, venue.folded)
    var nearest = index.spelling.nearest(to: spelling[...])
    if nearest.count > 1 {
      let neighbors = [position - 1, position + 1].compactMap { neighbor in
        venue.words.indices.contains(neighbor) ? venue.words[neighbor].id : nil
      }
      nearest.removeAll { candidate in
        !index.postings[Int(candidate)].contains { number in
          neighbors.contains(where: index.phrases.phrases[Int(number)].words.contains)
        }
      }
    }
    guard nearest.count == 1, let only = nearest.first else { return nil }
    // "partnersii" is no slip of "partners".
    let meant = index.vocabulary.spelling(of: only).utf8
    if spelling.starts(with: meant),
      spelling.dropFirst(meant.count).allSatisfy(Self.numerals.contains)
    {
      return nil
    }
    // Misspellings seldom change the first letter: a Grand Hall is no Brand Hall.
    return changingFirst || meant.first == spelling.first ? only : nil
  }
}
