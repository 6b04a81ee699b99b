import AlmanacModel

/// Whether the text means a sibling of a place: "Linden Hall 7" is not Linden Hall 5, even if the
/// gazetteer lacks Linden Hall 7.
enum SiblingConflict {
  /// The word of the text that contradicts the place's names; nil where none does.
  ///
  /// - Parameters:
  ///   - range: Where the place is named.
  ///   - kind: What it is named by. Of a tenant's name only codes are read: what else follows it
  ///     is the tenant's.
  static func contradiction(
    to place: Int32, named range: Range<Int>, by kind: PhraseIndex.Kind, in text: VenueText,
    _ index: GazetteerIndex
  ) -> Int? {
    guard kind <= .tenant, let own = index.designators(of: place) else { return nil }
    if let position = otherCode(than: own, text) { return position }
    if kind == .tenant { return nil }
    if own.directions != 0, let position = otherDirection(than: own, range, text) {
      return position
    }
    guard !own.designators.isEmpty, let position = designator(after: range, text),
      let designator = Designators.Designator(folded(position, text), in: text.folded)
    else { return nil }
    let isOwn =
      own.designators.contains(where: designator.isLike) || isOwnDesignator(in: range, own, text)
    return isOwn || isRoom(position, of: place, text, index) ? nil : position
  }

  private static func folded(_ position: Int, _ text: VenueText) -> FoldedText.Word {
    text.folded.words[text.words[position].source]
  }

  /// A code of the place's series, if its own is not in the text: N15 for N14.
  private static func otherCode(than own: Designators, _ text: VenueText) -> Int? {
    guard !own.codes.isEmpty else { return nil }
    var other: Int?
    for number in text.numbers where number > 0 {
      let position = number - 1
      let word = text.words[position]
      guard !word.isLandmark, !word.isNumber, word.length <= 4,
        let code = Designators.code(at: word.source, in: text.folded)
      else { continue }
      if own.codes.contains(code) { return nil }
      if other == nil, own.codes.contains(where: { $0.letters == code.letters }) {
        other = position
      }
    }
    return other
  }

  /// A direction in the name, or before or after it, that is none of the place's.
  private static func otherDirection(
    than own: Designators, _ range: Range<Int>, _ text: VenueText
  ) -> Int? {
    var other: Int?
    let near = range.lowerBound - 1..<range.upperBound + 1
    for position in near.clamped(to: text.words.indices)
    where range.contains(position) || isBeside(position, range, text) {
      let direction = Designators.direction(folded(position, text))
      if direction & own.directions != 0 { return nil }
      if direction != 0, other == nil { other = position }
    }
    return other
  }

  private static func isBeside(
    _ position: Int, _ range: Range<Int>, _ text: VenueText
  ) -> Bool {
    let nearest = position < range.lowerBound ? range.lowerBound : range.upperBound - 1
    return text.words[position].part == text.words[nearest].part
  }

  /// A letter or number that follows the name, or the word for a building that follows it.
  private static func designator(after range: Range<Int>, _ text: VenueText) -> Int? {
    let words = text.words
    var position = range.upperBound
    guard words.indices.contains(position) else { return nil }
    let last = words[position - 1]
    var isAnnounced = last.traits.contains(.building)
    if words[position].traits.contains(.building), !words[position].gap.contains(.at) {
      isAnnounced = true
      position += 1
    }
    guard words.indices.contains(position), words[position].part == words[position - 1].part,
      words[position].source != words[position - 1].source,
      words[position].gap.isSubset(of: [.space, .mark]), !words[position].gap.isEmpty,
      Designators.isFree(words[position].source, in: text.folded)
    else { return nil }
    guard words[position].isNumber || isAnnounced || folded(position, text).isUpper else {
      return nil
    }
    // "2-12" is a room's number.
    let next = words[position].source + 1
    if text.folded.words.indices.contains(next), text.folded.words[next].isNumber,
      text.folded.words[next].gap.isSubset(of: .mark)
    {
      return nil
    }
    return position
  }

  private static func isOwnDesignator(
    in range: Range<Int>, _ own: Designators, _ text: VenueText
  ) -> Bool {
    range.contains { position in
      Designators.Designator(folded(position, text), in: text.folded).map { designator in
        own.designators.contains(where: designator.isLike)
      } ?? false
    }
  }

  private static func isRoom(
    _ position: Int, of place: Int32, _ text: VenueText, _ index: GazetteerIndex
  ) -> Bool {
    let source = text.words[position].source
    let key = RoomCode.key(text.folded, from: source, upTo: source + 1)
    return index.rooms[GazetteerIndex.roomKey(place, key)] != nil
  }
}
