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
      // "LindenHall107" is a room of the Linden Hall, "LectureTheatre12" a name.
      let isKnown = [position..<position + 1, joined(to: position, in: text)].contains { range in
        var name = text.part(range)
        name.split(wordAt: position - range.lowerBound, at: starts)
        return isName(VenueText(name, index), index)
      }
      if isKnown { result.split(wordAt: position, at: starts) }
    }
    return result
  }

  /// The words around a position that are written as one with it: "LectureTheatre12", "12OakStreet".
  private static func joined(to position: Int, in text: FoldedText) -> Range<Int> {
    let next = position + 1
    let start = text.words[..<next].lastIndex { !$0.gap.isEmpty } ?? 0
    return start..<(text.words[next...].firstIndex { !$0.gap.isEmpty } ?? text.words.count)
  }

  /// Whether the words are a name of a place or of the campus.
  private static func isName(_ text: VenueText, _ index: GazetteerIndex) -> Bool {
    MentionFinder(index: index).mentions(in: text).contains { mention in
      mention.range == text.words.indices
        && (mention.has(.stop) || mention.has(upTo: .short))
    }
  }
}
