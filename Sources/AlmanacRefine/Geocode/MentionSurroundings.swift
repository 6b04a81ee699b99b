/// How much what stands around a mention lets it mean the place.
///
/// Not copied, because it is made for every text.
struct MentionSurroundings: ~Copyable {
  let text: VenueText
  let mentions: [Mention]
  let context: VenueContext
  let index: GazetteerIndex
  /// What the mentions have of the text.
  let mentioned: Positions

  init(text: VenueText, mentions: [Mention], context: VenueContext, index: GazetteerIndex) {
    self.text = text
    self.mentions = mentions
    self.context = context
    self.index = index
    mentioned = mentions.positions
  }

  /// Less where the words only say what the place is near to, or belong to a street's name.
  func nearness(of mention: Mention) -> Float {
    let last = mention.range.upperBound - 1
    let next = mention.range.upperBound
    if text.words[mention.range.lowerBound].isLandmark { return PlacementWeights.landmark }
    if context.inAddress.contains(mention.range.lowerBound), !mention.has(.address),
      !text.words[last].traits.contains(.street)
    {
      return PlacementWeights.inStreet
    }
    if text.words.indices.contains(next), text.words[next].traits.contains(.street),
      text.adjoins(last, next), !mention.has(.address), !text.isNumber(last)
    {
      return PlacementWeights.inStreet
    }
    return 1
  }

  /// 1 where nothing speaks against it.
  func factor(_ mention: Mention, _ kind: PhraseIndex.Kind) -> Float {
    let isFirm =
      !mention.isCode && (mention.strength == .proper && kind <= .alias || kind == .roomCode)
    // A house number with its street is an address, whoever's name stands before it.
    if kind == .address { return 1 }
    return elsewhere(mention, isFirm) * adjoining(mention, isFirm) * byStrength(mention, kind)
      * (isNumberOfRoom(mention) ? PlacementWeights.numberOfRoom : 1)
  }

  /// Whether the words are a building's name that nothing else is called, and say where the venue is
  /// rather than what it is near to. An auditorium or gallery may be a room of what is named next.
  func namesBuilding(_ mention: Mention) -> Bool {
    (mention.has(.name) || mention.has(.alias)) && mention.strength == .proper && !mention.isCode
      && !text.words[mention.range.upperBound - 1].traits.contains(.room)
      && nearness(of: mention) == 1
  }

  /// Whether a number that is a building's code is a room's here: a building is named in full beside it,
  /// as in "Room 4012, Linden Hall" and "Linden Hall 4012", and no "Building" is before the number.
  private func isNumberOfRoom(_ mention: Mention) -> Bool {
    let first = mention.range.lowerBound
    guard mention.range.count == 1, text.isNumber(first) else { return false }
    if first > 0, text.words[first - 1].traits.contains(.house) { return false }
    return mentions.contains { other in
      other.namesPlaces && !other.range.overlaps(mention.range) && namesBuilding(other)
    }
  }

  private func elsewhere(_ mention: Mention, _ isFirm: Bool) -> Float {
    var factor: Float = 1
    if context.isElsewhere {
      let isSure = mention.range.count > 2 || context.namesCampus
      factor *=
        isFirm
        ? (isSure ? PlacementWeights.longNameElsewhere : PlacementWeights.nameElsewhere)
        : PlacementWeights.wordElsewhere
    }
    if context.hasForeignWord, !isFirm { factor *= PlacementWeights.foreignWord }
    return factor
  }

  private func adjoining(_ mention: Mention, _ isFirm: Bool) -> Float {
    let (first, next) = (mention.range.lowerBound, mention.range.upperBound)
    var factor: Float = 1
    if context.isUnexplained(next), text.adjoins(next - 1, next) {
      factor *=
        context.isElsewhere || context.hasOpenAddress
        ? PlacementWeights.unknownAfterElsewhere
        : isFirm ? PlacementWeights.unknownAfterName : PlacementWeights.unknownAfter
    }
    if first > 0, context.isRest(first - 1), text.adjoins(first - 1, first) {
      // "Windsor Town Green" may be another; a long name is itself whatever precedes it.
      factor *=
        mention.range.count > 2
        ? PlacementWeights.longAfterUnknown
        : isFirm
          ? PlacementWeights.nameAfterUnknown
          : isShared(mention)
            ? PlacementWeights.sharedAfterUnknown : PlacementWeights.afterUnknown
    }
    return factor
  }

  /// Whether the number is one of another building: "12-0401" in "S12-0401".
  private func followsOtherCode(_ mention: Mention) -> Bool {
    let first = mention.range.lowerBound
    guard first > 0, text.gap(before: first) == .mark, !isMentioned(first - 1) else { return false }
    return text.isNumber(first - 1) || text.length(first - 1) <= 4
  }

  /// Whether other places have the mention's only word in their names: the "new canteen" need not
  /// be the one that is called just "Canteen".
  private func isShared(_ mention: Mention) -> Bool {
    guard mention.range.count == 1, !mention.isCode,
      let word = text.words[mention.range.lowerBound].id
    else { return false }
    return index.vocabulary.uses(of: word) > 1
  }

  private func byStrength(_ mention: Mention, _ kind: PhraseIndex.Kind) -> Float {
    var factor: Float = 1
    let isOnlyNumber = Positions(mention.range).isSubset(of: text.numbers)
    if mention.isCode || isOnlyNumber {
      // Codes of two letters are everywhere: "BH 142" beside "Ballentine Hall" is Ballentine's.
      if context.namesOtherBuilding {
        factor *= PlacementWeights.codeBesideBuilding
      } else if context.rest > 0 {
        factor *= PlacementWeights.codeBesideRest
      }
      if isOnlyNumber, context.rest > 0 || followsOtherCode(mention) {
        factor *= PlacementWeights.numberBesideRest
      }
    }
    switch mention.strength {
    case .proper:
      if context.unknown >= 6 { factor *= PlacementWeights.manyUnknown }
      if kind == .tenant, context.unknown >= 3 { factor *= PlacementWeights.manyUnknown }
      if kind == .roomName, context.unknown >= 1 {
        factor *= PlacementWeights.roomBesideUnknown
      }
    case .single:
      if context.unknown >= 3 { factor *= PlacementWeights.singleAmongUnknown }
      if namesRoom(mention) { factor *= PlacementWeights.singleInDoubt }
      if !mention.isCode, hasUnexplainedPart(mention) {
        factor *= PlacementWeights.singleInDoubt
      }
      if kind == .tenant, !isPartExplained(mention) {
        factor *= PlacementWeights.singleInDoubt
      }
    case .numbered:
      if context.unknown >= 2, !context.namesCampus {
        factor *= PlacementWeights.numberedAmongUnknown
      } else if !context.namesCampus, !isJoined(mention),
        context.unknown >= 1 || isOfHouse(mention) && hasOtherName
      {
        // Every college has a "Block J": which one, the word that nothing explains may say.
        factor *= PlacementWeights.numberedOfOthers
      }
    case .common:
      if context.unknown >= 1 { factor *= PlacementWeights.commonBesideUnknown }
      if !isPartExplained(mention) { factor *= PlacementWeights.commonUnexplained }
    }
    return factor
  }

  /// Whether the number is one of several houses' rather than a room's.
  private func isOfHouse(_ mention: Mention) -> Bool {
    mention.range.contains { text.words[$0].traits.contains(.house) }
  }

  /// Whether a telling word is part of nothing mentioned, though many places have it: the court of
  /// "Linden Court, Block J".
  private var hasOtherName: Bool {
    text.words.indices.contains { position in
      let word = text.words[position]
      return !word.isNumber && word.length >= 4 && !word.isLandmark
        && word.traits.isDisjoint(with: [.general, .street]) && !isMentioned(position)
    }
  }

  /// Whether a letter and a number are written as one: "i3" is no house i.
  private func isJoined(_ mention: Mention) -> Bool {
    mention.range.dropFirst().contains { position in
      text.isNumber(position) && text.gap(before: position).isEmpty
        && text.words[position - 1].traits.isDisjoint(with: [.abbreviation, .general])
    }
  }

  private func hasUnexplainedPart(_ mention: Mention) -> Bool {
    let part = text.words[mention.range.lowerBound].part
    return text.words.indices.contains(where: {
      text.words[$0].part == part && context.isUnexplained($0)
    })
  }

  /// Whether a room follows that has the word in its name, as in "Founder's Room": the building
  /// of that name need not be meant.
  private func namesRoom(_ mention: Mention) -> Bool {
    let next = mention.range.upperBound
    guard text.words.indices.contains(next), text.words[next].traits.contains(.room),
      text.adjoins(next - 1, next), !text.isNumber(next + 1)
    else { return false }
    return text.word(at: mention.range.lowerBound)?.isUpper != true
  }

  /// Whether the part of the text says nothing but the mention and numbers.
  private func isPartExplained(_ mention: Mention) -> Bool {
    let part = text.words[mention.range.lowerBound].part
    return text.words.indices.allSatisfy { position in
      text.words[position].part != part || text.isNumber(position) || isMentioned(position)
    }
  }

  private func isMentioned(_ position: Int) -> Bool { mentioned.contains(position) }
}
