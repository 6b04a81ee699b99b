import AlmanacModel

/// Splits names that are written together: "LindenHall 107", "OakLibrary".
enum JoinedNames {
  /// Shorter words are others by chance.
  private static let shortest = 7

  /// The text with each unknown word split if its parts are a whole name. Other compounds stay.
  static func split(_ text: FoldedText, _ index: GazetteerIndex) -> FoldedText {
    var result = text
    for (position, word) in text.words.enumerated().reversed()
    where word.range.count >= shortest && !word.isNumber {
      guard index.vocabulary.entry(of: word, in: text) == nil else { continue }
      let starts = index.vocabulary.parts(of: text.bytes[word.range]).map(\.start)
      guard starts.count > 1 else { continue }
      var name = FoldedText(String(decoding: text.bytes[word.range], as: UTF8.self))
      name.split(wordAt: 0, at: starts)
      if isName(VenueText(name, index), index) { result.split(wordAt: position, at: starts) }
    }
    return result
  }

  /// Whether the words are a name of a place or of the campus.
  private static func isName(_ text: VenueText, _ index: GazetteerIndex) -> Bool {
    MentionFinder(index: index).mentions(in: text).contains { mention in
      mention.range == text.words.indices
        && (mention.has(.stop) || mention.kinds.first.map { $0 <= .short } ?? false)
    }
  }
}
