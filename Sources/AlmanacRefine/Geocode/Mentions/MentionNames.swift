/// What a mention names by itself.
extension MentionSurroundings {
  /// Whether the words are a building's name that nothing else is called, or a shorter one that is a whole part of
  /// the text ("Linden, Oak Hall"), and are where the venue is rather than what it is near to.
  func namesBuilding(_ mention: Mention) -> Bool {
    (mention.has(upTo: .short) && mention.strength == .proper && !mention.isCode
      || mention.has(upTo: .part)
        && (mention.strength >= .single || mention.strength == .common && mention.range.count > 1)
        && isWholePart(mention))
      && nearness(of: mention) == 1
  }

  /// Whether the words are a code with a room's number and a whole part of the text: "OH 1130".
  func namesRoom(_ mention: Mention, _ kind: PhraseIndex.Kind) -> Bool {
    (kind == .roomCode || mention.isCode && mention.strength == .proper)
      && isWholePart(mention, withNumber: true)
  }

  /// Whether its part of the text has nothing else but words for buildings and rooms, and a room's number behind a
  /// name.
  private func isWholePart(_ mention: Mention, withNumber: Bool? = nil) -> Bool {
    let part = text.words[mention.range.lowerBound].part
    return text.words.indices.allSatisfy { position in
      mention.range.contains(position) || text.words[position].part != part
        || !text.words[position].traits.isDisjoint(with: [.type, .general])
        || text.isNumber(position) && withNumber ?? !mention.isCode
    }
  }

  /// Whether the words are those of a college or school rather than of its house: "University Hall" is a house.
  func namesOrganization(_ mention: Mention) -> Bool {
    let spellings = mention.range.compactMap { text.words[$0].id.map(index.vocabulary.spelling) }
    return spellings.contains(where: VenueWords.institutions.contains)
      && !(spellings.last.map(VenueWords.buildingTypes.contains) ?? false)
  }
}
