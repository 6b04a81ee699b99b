import AlmanacModel

/// Whether a word after a name makes it another place: "Alder Park" and "Alder Theater" are no Alder
/// Hall.
enum TypeConflict {
  /// So many words may be between a name and its type: "Wells Screening Room".
  private static let farthest = 3

  /// The factor of a place that a text names.
  ///
  /// - Parameter isAcronym: It is written in capitals at the head of the text: what follows is a room of it,
  ///   whatever its type, unless it is in the open air.
  static func share(
    of place: Int32, _ mention: Mention, isAcronym: Bool, in text: VenueText,
    _ index: GazetteerIndex
  ) -> Float {
    if isOrganization(mention.range, in: text, index, place) { return PlacementWeights.unlikely }
    guard mention.strength == .single else {
      return isGroundOf(mention.range, in: text, index, place)
        ? PlacementWeights.inDoubt : 1
    }
    guard let type = type(after: mention.range, in: text, index),
      !agrees(type.word, with: place, index),
      !isAcronym || VenueWords.openAir.contains(index.vocabulary.spelling(of: type.word))
    else { return 1 }
    if type.isAdjoining { return PlacementWeights.unlikely }
    return text.words[type.position].traits.contains(.room)
      ? PlacementWeights.someDoubt : PlacementWeights.inDoubt
  }

  /// Whether a word directly after the range gives it another type than a name of these words.
  static func isOther(
    after range: Range<Int>, of name: [Int32], in text: VenueText, _ index: GazetteerIndex
  ) -> Bool {
    guard let type = type(after: range, in: text, index), type.isAdjoining else { return false }
    return !name.contains(type.word) && !isBuildingWord(type.word, index)
  }

  /// The last of the words for a type that follow a range.
  private static func type(
    after range: Range<Int>, in text: VenueText, _ index: GazetteerIndex
  ) -> (word: Int32, position: Int, isAdjoining: Bool)? {
    var position = range.upperBound
    while position < text.words.count, position - range.upperBound <= farthest,
      text.words[position].part == text.words[range.upperBound - 1].part,
      !text.isNumber(position), !isOf(position, in: text)
    {
      guard !text.words[position].traits.isDisjoint(with: [.type, .addressOnly]) else {
        position += 1
        continue
      }
      let isAdjoining = position == range.upperBound
      while position + 1 < text.words.count, text.words[position + 1].traits.contains(.type),
        text.adjoins(position, position + 1)
      {
        position += 1
      }
      // The number of "Alder Room 12" is a room's of the building.
      if isRoom(position, in: text) { return nil }
      return text.words[position].id.map { ($0, position, isAdjoining) }
    }
    return nil
  }

  /// Whether what follows is what the name is of: the Alder of "Alder of the University" is no university.
  private static func isOf(_ position: Int, in text: VenueText) -> Bool {
    let source = text.words[position].source
    return VenueWords.ofWords.contains(text.folded.words[source].hash)
      || source > 0 && VenueWords.ofWords.contains(text.folded.words[source - 1].hash)
  }

  /// Whether the word is "room", or what rooms are called by number, and a number follows.
  private static func isRoom(_ position: Int, in text: VenueText) -> Bool {
    let traits = text.words[position].traits
    guard traits.contains(.room) || traits.contains(.gathering), !traits.contains(.kind) else {
      return false
    }
    let next = position + 1
    return text.words.indices.contains(next)
      && text.words[next].part == text.words[position].part && !text.floors.contains(next)
      && (text.isNumber(next) || text.length(next) == 1)
  }

  private static func agrees(_ type: Int32, with place: Int32, _ index: GazetteerIndex) -> Bool {
    if index.hasInItsNames(type, place) || isBuildingWord(type, index) { return true }
    return VenueWords.buildingTypes.contains(index.vocabulary.spelling(of: type))
      && !index.hasTypeInItsNames[Int(place)]
  }

  /// People call anything a "building".
  private static func isBuildingWord(_ type: Int32, _ index: GazetteerIndex) -> Bool {
    index.vocabulary.spelling(of: type) == "building"
  }

  /// Whether the part goes on behind a name and ends as an organization's name does: the "Hunt Library Advisory
  /// Board" and the "Duke Chapel Choir Association" are not where they meet.
  private static func isOrganization(
    _ range: Range<Int>, in text: VenueText, _ index: GazetteerIndex, _ place: Int32
  ) -> Bool {
    let part = text.words[range.upperBound - 1].part
    guard let last = text.words[range.upperBound...].prefix(while: { $0.part == part }).last else {
      return false
    }
    return VenueWords.organizations.contains(last.hash)
      && !(last.id.map { index.hasInItsNames($0, place) } ?? false)
  }

  /// Whether a ground follows a whole name: the quadrangle of a chapel is not the chapel.
  private static func isGroundOf(
    _ range: Range<Int>, in text: VenueText, _ index: GazetteerIndex, _ place: Int32
  ) -> Bool {
    let next = range.upperBound
    guard text.words.indices.contains(next), text.adjoins(next - 1, next),
      let word = text.words[next].id
    else { return false }
    return VenueWords.openAir.contains(index.vocabulary.spelling(of: word))
      && !index.hasInItsNames(word, place)
  }
}
