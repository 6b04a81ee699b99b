import AlmanacModel

/// The factor of a mention by the words around it.
struct MentionSurroundings {
  let text: VenueText
  let mentions: [Mention]
  let context: VenueContext
  let index: GazetteerIndex
  /// The positions of all mentions.
  let mentioned: WordSet
  /// Those of the campus's own name.
  private let campus: WordSet

  init(text: VenueText, mentions: [Mention], context: VenueContext, index: GazetteerIndex) {
    self.text = text
    self.mentions = mentions
    self.context = context
    self.index = index
    mentioned = mentions.positions
    campus = mentions.campus
  }

  /// Lower if the words are a landmark near the venue, or part of a street's name.
  func nearness(of mention: Mention) -> Float {
    let last = mention.range.upperBound - 1
    let next = mention.range.upperBound
    if text.words[mention.range.lowerBound].isLandmark { return PlacementWeights.unlikely }
    if context.inAddress.contains(mention.range.lowerBound), !mention.has(.address),
      !text.words[last].traits.contains(.street)
    {
      return PlacementWeights.unlikely
    }
    if text.words.indices.contains(next), text.words[next].traits.contains(.street),
      text.adjoins(last, next), !mention.has(.address), !text.isNumber(last)
    {
      return PlacementWeights.unlikely
    }
    return 1
  }

  /// Whether the text has nothing but the mention, the campus's own name and its town.
  func saysOnly(_ mention: Mention) -> Bool {
    text.words.indices.allSatisfy { mention.range.contains($0) || campus.contains($0) }
  }

  /// 1 if there is no evidence against it.
  func factor(_ mention: Mention, _ kind: PhraseIndex.Kind) -> Float {
    let isFirm =
      !mention.isCode && (mention.strength == .proper && kind <= .short || kind == .roomCode)
    // A house number with its street is an address, whatever name precedes it.
    if kind == .address { return 1 }
    let isSure = isFirm || isTypedAcronym(mention)
    return elsewhere(mention, isSure) * adjoining(mention, isSure)
      * byStrength(mention, kind)
      * (isNumberOfRoom(mention, kind) ? PlacementWeights.unlikely : 1)
  }

  /// Whether a number that is a building's code is a room's here: another place is named beside it, as in
  /// "Room 4012, Linden Hall" and "Linden Hall 4012", and no "Building" is before the number. One of three
  /// digits or less is a building's only by itself: "214", not "Room 214" or "Zoom 214".
  private func isNumberOfRoom(_ mention: Mention, _ kind: PhraseIndex.Kind) -> Bool {
    let first = mention.range.lowerBound
    guard mention.range.count == 1, text.isNumber(first), !saysOnly(mention) else { return false }
    let before = first > 0 ? text.words[first - 1].traits : []
    if before.contains(.building) { return false }
    let isAfterRoom = before.contains(.room) && text.adjoins(first - 1, first)
    if kind <= .alias, text.length(first) <= 3 || isAfterRoom { return true }
    return mentions.contains { other in
      (other.has(.name) || other.has(.alias) || other.has(.short)) && !other.isCode
        && other.strength >= .single && !other.range.overlaps(mention.range)
    }
  }

  private func elsewhere(_ mention: Mention, _ isFirm: Bool) -> Float {
    var factor: Float = 1
    if context.isElsewhere {
      let isSure = mention.range.count > 2 || context.namesCampus
      // A postal address behind a known name is ignored, unless the gazetteer has another.
      let isOfName = isFirm && isBeforeAddress(mention)
      factor *=
        isOfName
        ? PlacementWeights.someDoubt
        : isFirm
          ? (isSure ? PlacementWeights.someDoubt : PlacementWeights.inDoubt)
          : PlacementWeights.unlikely
    }
    if context.namesInstitution { factor *= PlacementWeights.unlikely }
    if isOfStrangers(mention) { factor *= PlacementWeights.inDoubt }
    // Many towns have a "Memorial Stadium".
    if context.hasTown, !isFirm || !hasOwnName(mention) { factor *= PlacementWeights.unlikely }
    // A town that the gazetteer doesn't have may be another: "Linden Hall, Glasgow".
    if isFirm, context.hasTown || isBeforeTown(mention, upTo: 2) {
      factor *= PlacementWeights.someDoubt
    }
    return factor
  }

  /// Whether the name of an institution, or a name of common words, is beside a part of unknown words: "University
  /// College, Dublin", "IIT Delhi, Central Library".
  private func isOfStrangers(_ mention: Mention) -> Bool {
    guard !mention.isCode, mention.has(upTo: .short) else { return false }
    let part = text.words[mention.range.upperBound - 1].part
    let strangers = text.words.indices.count { position in
      text.words[position].part != part && context.isUnexplained(position)
        && !context.inAddress.contains(position) && !isOfRoom(text.words[position].part)
    }
    if strangers > 1, !hasOwnName(mention) { return true }
    return isBeforeTown(mention) && isTownOfInstitution(mention.range.upperBound)
  }

  /// Whether so many unknown words are the last part of the text and follow directly: "Real Jardín Botánico,
  /// Madrid".
  private func isBeforeTown(_ mention: Mention, upTo most: Int = 1) -> Bool {
    let rest = mention.range.upperBound..<text.words.count
    return (1...most).contains(rest.count) && rest.allSatisfy(context.isUnexplained)
      && text.words[rest.lowerBound].part != text.words[rest.lowerBound - 1].part
  }

  /// Whether a part of the text has a word for a room or a floor.
  private func isOfRoom(_ part: Int) -> Bool {
    text.words.contains {
      $0.part == part && !$0.traits.isDisjoint(with: [.room, .gathering, .floor])
    }
  }

  /// Whether an unknown word behind the name of a college, school or church may be its town: "Trinity College
  /// Dublin", "Christ Church, Oxford".
  private func isTownOfInstitution(_ next: Int) -> Bool {
    guard let last = text.words[next - 1].id,
      VenueWords.institutions.contains(index.vocabulary.spelling(of: last))
    else { return false }
    return text.words[next].traits.isDisjoint(with: [.type, .subject])
  }

  /// Whether a word is more than the building's type and its purpose.
  private func hasOwnName(_ mention: Mention) -> Bool {
    mention.range.contains { position in
      text.words[position].traits.isDisjoint(with: [.type, .subject, .general])
        && !text.isNumber(position)
    }
  }

  /// Whether the name is the first of its part, the address follows in another, and the gazetteer has
  /// no address of the place.
  private func isBeforeAddress(_ mention: Mention) -> Bool {
    guard let address = context.inAddress.range.first, mention.range.upperBound <= address,
      text.words[mention.range.upperBound - 1].part < text.words[address].part,
      mention.isOfOnePlace
    else { return false }
    let first = mention.range.lowerBound
    let isHead = text.words.indices.prefix(first).allSatisfy { position in
      text.words[position].part != text.words[first].part || !context.isRest(position)
    }
    let place = mention.targets[0].place
    return isHead && index.places[Int(place)].address == nil
  }

  private func adjoining(_ mention: Mention, _ isFirm: Bool) -> Float {
    let (first, next) = (mention.range.lowerBound, mention.range.upperBound)
    var factor: Float = 1
    // The "Linden Museum-Oakville" is another.
    if context.isUnexplained(next), text.gap(before: next) == .mark {
      factor *= PlacementWeights.inDoubt
    }
    if context.isUnexplained(next), text.adjoins(next - 1, next) {
      factor *=
        (context.isElsewhere || context.hasOpenAddress)
          && !(isBeforeAddress(mention) && text.words[next].traits.contains(.type))
        ? PlacementWeights.inDoubt
        : isFirm && !isFollowedByOf(next) && !isTownOfInstitution(next)
          ? PlacementWeights.someDoubt : PlacementWeights.inDoubt
    }
    if first > 0, VenueWords.old.contains(text.words[first - 1].hash),
      text.adjoins(first - 1, first)
    {
      factor *= PlacementWeights.unlikely
    }
    if mention.range.count <= 3, !hasOwnName(mention), followsRest(first) {
      // The "Carling County Public Law Library" is not the one that is called just "Law Library".
      factor *= isShared(mention) ? PlacementWeights.otherOfTheName : PlacementWeights.inDoubt
    } else if first > 0, context.isRest(first - 1), text.adjoins(first - 1, first) {
      // "Windsor Town Green" may be another; a long name is itself whatever precedes it.
      factor *=
        mention.range.count > 2
        ? PlacementWeights.slightDoubt
        : isFirm && hasOwnName(mention) && !isBeforeTown(mention)
          ? PlacementWeights.nameAfterUnknown
          : isShared(mention) ? PlacementWeights.otherOfTheName : PlacementWeights.inDoubt
    }
    return factor
  }

  /// Whether a word that nothing explains precedes, directly or before types and general words, but for a donor's:
  /// "Carling School of Music".
  private func followsRest(_ first: Int) -> Bool {
    let before = text.words[first].source - 1
    if before >= 0, VenueWords.ofWords.contains(text.folded.words[before].hash) { return false }
    return text.words.indices.prefix(first).reversed().first { before in
      context.isRest(before) || !text.adjoins(before, before + 1) || isMentioned(before)
    }.map { context.isRest($0) && text.adjoins($0, $0 + 1) } ?? false
  }

  /// Whether other places have the mention's only word in their names: the "new canteen" need not be the one
  /// that is called just "Canteen".
  private func isShared(_ mention: Mention) -> Bool {
    let word = text.words[mention.range.lowerBound].id
    return mention.range.count == 1 && word.map { index.vocabulary.uses(of: $0) > 1 } ?? false
  }

  /// Whether a name with "of" goes on to something else: the "International House of Japan" is another than
  /// the campus's International House.
  private func isFollowedByOf(_ next: Int) -> Bool {
    let source = text.words[next].source - 1
    return source > text.words[next - 1].source
      && VenueWords.ofWords.contains(text.folded.words[source].hash)
  }

  private func byStrength(_ mention: Mention, _ kind: PhraseIndex.Kind) -> Float {
    var factor: Float = 1
    let isGeneral = !hasOwnName(mention)
    // "Village of Carling, Assembly Hall" has another than ours.
    if isGeneral || mention.strength == .single, !mention.isCode,
      text.word(at: mention.range.lowerBound)?.isUpper == false,
      (0..<mention.range.lowerBound).contains(where: context.isRest)
    {
      factor *= PlacementWeights.someDoubt
    }
    let isInner = kind == .short || context.isRoom(mention.range, text, index) || isGeneral
    if isInner,
      context.namesOtherBuilding(than: mention.range, text, index)
    {
      // The "Brown Gallery" of "Stone Center, Brown Gallery" is the one in that center, as is its visitor center.
      factor *= PlacementWeights.inDoubt
    }
    let isOnlyNumber = WordSet(mention.range).isSubset(of: text.numbers)
    if mention.isCode || isOnlyNumber {
      // Codes of two letters are everywhere: "BH 142" beside "Ballentine Hall" is Ballentine's.
      if context.namesOtherBuilding {
        factor *= PlacementWeights.unlikely
      } else if context.rest > 0, !isTypedAcronym(mention) {
        factor *= PlacementWeights.someDoubt
      }
      if isOnlyNumber, context.rest > 0 { factor *= PlacementWeights.inDoubt }
    }
    switch mention.strength {
    case .proper:
      let isOfAnother =
        kind == .tenant && context.unknown >= 3 || kind == .roomName && context.unknown > 0
      if isOfAnother || kind == .roomName && isFollowedByRoom(mention) {
        factor *= PlacementWeights.inDoubt
      }
    case .single:
      if isTypedAcronym(mention) { return factor }
      if namesRoom(mention) { factor *= PlacementWeights.inDoubt }
      // "Carling Maritime Museum in Linden" is in the town.
      if !mention.isCode,
        hasUnexplainedPart(mention)
          || context.namesOtherBuilding(than: mention.range, text, index)
      {
        factor *= PlacementWeights.inDoubt
      }
      if kind == .tenant, !isPartExplained(mention) {
        factor *= PlacementWeights.inDoubt
      }
    case .common: return factor * byCommonness(mention, kind)
    case .numbered:
      // Every college has a "Block J"; the unexplained word may name the college.
      if context.unknown >= 2
        || !isJoined(mention) && (context.unknown == 1 || numbersBuilding(mention) && hasOtherName)
      {
        factor *= PlacementWeights.inDoubt
      }
    }
    return factor
  }

  /// Whether the text begins with an alias in capitals and is not all in capitals: what follows is about
  /// a room, as in "UMMA Stern Auditorium".
  func isTypedAcronym(_ mention: Mention) -> Bool {
    let first = mention.range.lowerBound
    guard mention.range.count == 1, let word = text.word(at: first), word.isUpper,
      word.range.count >= 3, text.isHead(first, campus: campus)
    else { return false }
    return !text.isNumber(first + 1) && text.hasSmallLetters(behind: first)
  }

  private func byCommonness(_ mention: Mention, _ kind: PhraseIndex.Kind) -> Float {
    // What follows a whole name is about a room, however common the words of the name.
    if isWholeName(mention) { return context.unknown > 0 ? PlacementWeights.someDoubt : 1 }
    // The "Franklin Theater" need not be the one that is called just "Theater".
    return (followsName(mention) || context.unknown > 0 ? PlacementWeights.inDoubt : 1)
      * (isPartExplained(mention) ? 1 : PlacementWeights.inDoubt)
  }

  /// Whether the words are a whole name of several words at the head of their part, with nothing but
  /// a room behind them there: "West Hall, Room 411", "East Quad - Keene Theater".
  private func isWholeName(_ mention: Mention) -> Bool {
    !mention.isCode && mention.range.count > 1 && mention.isOfOnePlace && !context.hasForeignWord
      && mention.has(upTo: .alias) && beginsPart(mention.range.lowerBound)
      && !context.namesOtherBuilding(than: mention.range, text, index)
  }

  /// Whether nothing of its part is before it but a room's number or the campus's own name: "B844 West Hall".
  private func beginsPart(_ first: Int) -> Bool {
    text.words.indices.prefix(first).allSatisfy { position in
      text.words[position].part != text.words[first].part || text.isNumber(position)
        || text.length(position) == 1 || campus.contains(position)
    }
  }

  /// Whether an informative word that doesn't name the campus directly precedes it.
  private func followsName(_ mention: Mention) -> Bool {
    let before = mention.range.lowerBound - 1
    guard before >= 0, text.adjoins(before, before + 1), text.words[before].isInformative else {
      return false
    }
    return !campus.contains(before)
  }

  /// Whether the number is one of several buildings' rather than a room's.
  private func numbersBuilding(_ mention: Mention) -> Bool {
    mention.range.contains { text.words[$0].traits.contains(.building) }
  }

  /// Whether an informative word is part of no mention, although many places have it: the court of
  /// "Linden Court, Block J".
  private var hasOtherName: Bool {
    text.words.indices.contains { position in
      let word = text.words[position]
      return !word.isNumber && word.length >= 4 && !word.isLandmark
        && word.traits.isDisjoint(with: [.general, .street]) && !isMentioned(position)
    }
  }

  /// Whether a letter and a number are written as one: "i3" is no building i.
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

  /// Whether the number of a room follows that the place doesn't list: what has rooms is a building, not
  /// the room of that name, as in "Auer Hall 217" and "Orr Theatre, Room 12".
  private func isFollowedByRoom(_ mention: Mention) -> Bool {
    var next = mention.range.upperBound
    if text.words.indices.contains(next), text.words[next].traits.contains(.room) { next += 1 }
    guard text.isNumber(next), text.length(next) >= 2, !text.floors.contains(next),
      text.gap(before: next).contains(.space)
    else { return false }
    let source = text.words[next].source
    let key = RoomCode.key(text.folded, from: source, upTo: source + 1)
    return mention.targets.allSatisfy {
      index.rooms[GazetteerIndex.roomKey($0.place, key)] == nil
    }
  }

  /// Whether its part of the text has only mentions and numbers.
  private func isPartExplained(_ mention: Mention) -> Bool {
    let part = text.words[mention.range.lowerBound].part
    return text.words.indices.allSatisfy { position in
      text.words[position].part != part || text.isNumber(position) || isMentioned(position)
    }
  }

  private func isMentioned(_ position: Int) -> Bool { mentioned.contains(position) }
}
