import AlmanacModel

/// Scores the places that a text mentions.
struct PlaceScorer {
  let surroundings: MentionSurroundings

  var index: GazetteerIndex { surroundings.index }
  var text: VenueText { surroundings.text }
  var mentions: [Mention] { surroundings.mentions }
  var context: VenueContext { surroundings.context }

  /// Every place that the text may mean, best first.
  func scores() -> [PlaceScore] {
    var scores: [PlaceScore] = []
    for mention in mentions where mention.namesPlaces { add(mention, to: &scores) }
    addRoomsInScopes(&scores)
    if scores.isEmpty { return [] }
    let numbers = RoomNumbers(text, context)
    addRoomsInAreas(numbers, &scores)
    addRoomAgreement(numbers, &scores)
    lowerRoomsOutside(&scores)
    lowerAreas(numbers, &scores)
    return scores.sorted { one, other in
      let (first, second) = (one.confidence, other.confidence)
      if first != second { return first > second }
      return (one.range.lowerBound, one.place) < (other.range.lowerBound, other.place)
    }
  }

  private func add(_ mention: Mention, to scores: inout [PlaceScore]) {
    // If the words are a place's whole name, places with longer names are not meant.
    let best = mention.kinds.first ?? .address
    for target in mention.targets where target.kind <= .address {
      if best <= .alias, target.kind == .part || target.kind == .tenant { continue }
      var value = value(of: target.kind, mention)
      if best == .name, target.kind == .alias { value *= PlacementWeights.slightDoubt }
      if target.kind == .roomName, isOfAnother(mention) { value *= PlacementWeights.inDoubt }
      guard value > 0 else { continue }
      value += nameBonus(target, mention) + roomBonus(target)
      // The number of a lecture hall and of offices in other buildings is the hall's.
      if text.words.count == 1, text.length(0) >= 4, gathers(target) {
        value = max(value, PlacementWeights.singleInner)
      }
      var score = PlaceScore(
        target, value: value, method: method(of: target.kind, mention), range: mention.range, index)
      if let against = SiblingConflict.contradiction(
        to: target.place, named: mention.range, by: target.kind, in: text, index)
      {
        score.value *= PlacementWeights.unlikely
        score.against = against
      }
      let share =
        target.kind <= .short && !mention.isCode
        ? TypeConflict.share(
          of: target.place, mention, isAcronym: surroundings.isTypedAcronym(mention), in: text,
          index) : 1
      score.value *= share
      if target.kind <= .alias, index.isWholeCampus(target.place) || mention.has(.stop),
        !surroundings.saysOnly(mention)
      {
        score.value *= PlacementWeights.unlikely
      }
      if target.kind <= .part, score.against == nil, share > PlacementWeights.unlikely,
        surroundings.namesBuilding(mention)
      {
        score.named = mention.range.lowerBound
      }
      score.isOfGrounds = share < 1
      score.isRoomCode = surroundings.namesRoom(mention, target.kind)
      score.isOrganization = target.kind == .tenant || surroundings.namesOrganization(mention)
      Self.add(score, to: &scores)
    }
  }

  /// Lowers rooms by name outside the area of the text: "Studio, North Campus" is no studio elsewhere.
  private func lowerRoomsOutside(_ scores: inout [PlaceScore]) {
    let areas = scores.filter {
      $0.value >= PlacementWeights.sureArea && index.hasDescendants($0.place)
    }
    if areas.isEmpty { return }
    for (position, score) in scores.enumerated()
    where score.method == .room && score.agreement == 0
      && score.value < PlacementWeights.generalWord
    {
      let isInside = areas.contains { area in
        area.place == score.place || index.isPlace(score.place, within: area.place)
      }
      if !isInside { scores[position].value *= PlacementWeights.inDoubt }
    }
  }

  /// Lowers areas: a room in an area is in one of its buildings; which one, the gazetteer doesn't know.
  private func lowerAreas(_ numbers: RoomNumbers, _ scores: inout [PlaceScore]) {
    for position in scores.indices where index.isArea(scores[position].place) {
      if text.words.contains(where: Self.namesRoom) {
        addMainBuilding(of: scores[position], &scores)
        scores[position].value *= PlacementWeights.inDoubt
      } else if !numbers.isEmpty {
        scores[position].value *= PlacementWeights.someDoubt
      } else if context.rest > 0 {
        // Words that nothing explains may be the name of the building.
        scores[position].value *=
          context.namesOtherBuilding ? PlacementWeights.inDoubt : PlacementWeights.someDoubt
      }
    }
  }

  /// Adds the building that an area is named after if the text has a room; the largest of several. Its share of the
  /// area's rooms is how likely the room is in it.
  private func addMainBuilding(of area: PlaceScore, _ scores: inout [PlaceScore]) {
    let name = index.name(of: area.place)
    let inner = index.descendants(of: area.place)
    let rooms = { (place: Int32) in index.place(place).rooms.count }
    let named = inner.filter { !index.isArea($0) && index.name(of: $0).starts(with: name) }
    guard let main = named.max(by: { rooms($0) < rooms($1) }), rooms(main) > 0 else { return }
    let share = Float(rooms(main)) / Float(inner.reduce(0) { $0 + rooms($1) })
    Self.add(
      PlaceScore(
        place: main, value: area.value * share, method: area.method, range: area.range),
      to: &scores)
  }

  /// Whether a word names rooms of the gazetteer and none of its places.
  private static func namesRoom(_ word: VenueText.Word) -> Bool {
    word.isInformative && word.length >= 4 && word.traits.contains(.ofRooms)
  }

  /// Whether words that nothing explains precede a room's name and name its owner: every campus has a
  /// "Dance Studio", and that of the Student Centre is not ours.
  private func isOfAnother(_ room: Mention) -> Bool {
    text.words.indices.prefix(room.range.lowerBound).contains { position in
      text.words[position].part == text.words[room.range.lowerBound].part
        && !text.isNumber(position) && !surroundings.mentioned.contains(position)
    }
  }

  static func add(_ score: PlaceScore, to scores: inout [PlaceScore]) {
    if let known = scores.firstIndex(where: { $0.place == score.place }) {
      scores[known].merge(score)
    } else {
      scores.append(score)
    }
  }

  private func method(of kind: PhraseIndex.Kind, _ mention: Mention) -> Placement.Method {
    switch kind {
    case .roomCode, .roomName: .room
    default: mention.isCode || mention.strength == .numbered ? .code : .alias
    }
  }

  // MARK: One mention

  private func value(of kind: PhraseIndex.Kind, _ mention: Mention) -> Float {
    let base = base(of: kind, mention)
    guard base > 0 else { return 0 }
    return base * surroundings.nearness(of: mention) * surroundings.factor(mention, kind)
      * (mention.namedPlaces > 1 ? PlacementWeights.slightDoubt : 1)
  }

  private func base(of kind: PhraseIndex.Kind, _ mention: Mention) -> Float {
    let isUnique = mention.isOfOnePlace
    switch (kind, mention.strength) {
    case (.name, .proper), (.alias, .proper):
      return mention.isCode ? PlacementWeights.code : PlacementWeights.properName
    case (.name, .numbered), (.alias, .numbered): return PlacementWeights.code
    case (.name, .single), (.alias, .single): return PlacementWeights.singleName
    // Several general words in a row are a name all the same: "University Hall".
    case (.name, .common), (.alias, .common):
      return mention.range.count > 1 ? PlacementWeights.singleName : PlacementWeights.generalWord
    case (.short, _), (.part, .proper), (.tenant, .proper): return PlacementWeights.properPart
    case (.tenant, .single): return PlacementWeights.singleInner
    case (.part, _), (.tenant, _): return PlacementWeights.weakPart
    case (.roomCode, .proper): return PlacementWeights.code
    case (.roomCode, .numbered):
      if hasLetters(mention) { return PlacementWeights.code }
      if isUnique, isLongNumber(mention) { return PlacementWeights.singleName }
      return PlacementWeights.weakPart
    case (.roomName, .numbered) where !isUnique: return PlacementWeights.weakPart
    // A room is named by its full code: "3505.EG.017, Lecture Hall A".
    case (.roomName, .numbered) where isLongNumber(mention): return PlacementWeights.singleName
    case (.roomCode, .single), (.roomName, .proper):
      return isUnique ? PlacementWeights.roomName : 0
    case (.roomName, .single): return isUnique ? PlacementWeights.singleInner : 0
    case (.roomCode, _), (.roomName, _): return isUnique ? PlacementWeights.weakPart : 0
    // The whole text is a code of three letters and more, typed into a search in small letters.
    case (.hint, .single) where isUnique && text.words.count == 1 && text.length(0) >= 3:
      return PlacementWeights.properPart
    case (.hint, _): return PlacementWeights.weakPart
    case (.address, _): return PlacementWeights.properPart
    default: return 0
    }
  }

  /// Of several places of one address the one whose name the street has: "7 Hart House Circle".
  private func nameBonus(_ target: PhraseIndex.Target, _ mention: Mention) -> Float {
    guard target.kind == .address else { return 0 }
    let isNamed = index.name(of: target.place).allSatisfy { word in
      mention.range.contains { text.words[$0].id == word }
    }
    return isNamed ? PlacementWeights.streetOfTheName : 0
  }

  /// Of rooms with one number the one in which people gather is the first candidate, then one with a name.
  private func roomBonus(_ target: PhraseIndex.Target) -> Float {
    guard target.kind == .roomCode, name(ofRoom: target) != nil else { return 0 }
    return gathers(target) ? 2 * PlacementWeights.namedRoom : PlacementWeights.namedRoom
  }

  private func name(ofRoom target: PhraseIndex.Target) -> String? {
    target.room.flatMap { index.place(target.place).rooms[Int($0)].name }
  }

  /// Whether people gather in the room with the code, by its name.
  private func gathers(_ target: PhraseIndex.Target) -> Bool {
    guard target.kind == .roomCode, let name = name(ofRoom: target) else { return false }
    return FoldedText(name).words.contains { word in
      let entry = index.vocabulary.entry(word.hash)
      return entry.map { index.vocabulary.traits(of: $0.first) }?.contains(.gathering) ?? false
    }
  }

  /// Whether the numbers have six digits in all, such as room and building "0178@5501": no coincidence.
  private func isLongNumber(_ mention: Mention) -> Bool {
    mention.range.count > 1
      && mention.range.reduce(0) { $0 + (text.isNumber($1) ? text.length($1) : 0) } >= 6
  }

  private func hasLetters(_ mention: Mention) -> Bool {
    !WordSet(mention.range).isSubset(of: text.numbers)
  }
}
