/// A venue text with its unknown words read as the nearest known ones, and with the parts of joined
/// ones.
struct CorrectedText {
  let text: VenueText
  /// The words that were read otherwise.
  let corrected: WordSet

  /// - Parameter changingFirst: Read words as those that differ from them in the first letter, too.
  init(_ venue: VenueText, _ index: GazetteerIndex, changingFirst: Bool = false) {
    var words = venue.words
    var corrected = WordSet()
    var hasParts = false
    for position in words.indices {
      guard let word = venue.word(at: position), !word.isNumber else { continue }
      let known = words[position]
      let isUnknown = venue.isUnknown(position)
      if isUnknown, let meant = Self.meant(by: word, at: position, venue, index, changingFirst) {
        words[position].correct(to: meant, index)
        corrected.insert(position)
      } else if isUnknown || known.traits.isDisjoint(with: [.general, .abbreviation]) {
        guard
          let compoundHead = index.vocabulary.beginning(ofCompound: venue.folded.bytes[word.range])
        else { continue }
        words[position].compoundHead = compoundHead
        hasParts = true
      }
    }
    text = corrected.isEmpty && !hasParts ? venue : VenueText(venue, readAs: words)
    self.corrected = corrected
  }

  /// The only nearest word, or among several the one that some name has beside the same neighbor.
  private static func meant(
    by word: FoldedText.Word, at position: Int, _ venue: VenueText, _ index: GazetteerIndex,
    _ changingFirst: Bool
  ) -> Int32? {
    let spelling = Vocabulary.spelling(word, venue.folded)
    // Misspellings seldom change the first letter: a Grand Hall is no Brand Hall.
    let all = index.spelling.nearest(to: spelling[...])
    let nearest = all.filter { candidate in
      changingFirst || index.vocabulary.spelling(of: candidate).utf8.first == spelling.first
    }
    if all.count < 2 { return nearest.first }
    let neighbors = [position - 1, position + 1].compactMap { neighbor in
      venue.words.indices.contains(neighbor) ? venue.words[neighbor].id : nil
    }
    // "Lorth Campus" is rather the North Campus than anything of the Lorch Hall.
    let fitting = all.filter { candidate in
      index.postings[Int(candidate)].contains { number in
        neighbors.contains(where: index.phrases.phrases[Int(number)].words.contains)
      }
    }
    if fitting.isEmpty, nearest.count == 1 { return nearest.first }
    return fitting.count == 1 && nearest.contains(fitting[0]) ? fitting.first : nil
  }
}
