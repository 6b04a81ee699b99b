import AlmanacModel

/// Scores the places that a text mentions.
struct PlaceScorer: ~Copyable {
  let surroundings: MentionSurroundings

  init(_ surroundings: consuming MentionSurroundings) { self.surroundings = surroundings }

  var index: GazetteerIndex { surroundings.index }
  var text: VenueText { surroundings.text }
  var mentions: [Mention] { surroundings.mentions }
  var context: VenueContext { surroundings.context }

  /// Every place that the text may mean, best first.
  func scores() -> [PlaceScore] {
    var scores: [PlaceScore] = []
    for mention in mentions where mention.namesPlaces {
      if scores.isEmpty { scores.reserveCapacity(4) }
      add(mention, to: &scores)
    }
    addRoomsInScopes(&scores)
    if scores.isEmpty { return [] }
    var requested = RequestedRooms()
    addRoomsInAreas(&requested, &scores)
    addRoomAgreement(&requested, &scores)
    lowerRoomsElsewhere(&scores)
    lowerAreas(&requested, &scores)
    scores.sort { one, other in
      let (first, second) = (one.confidence, other.confidence)
      if first != second { return first > second }
      return (one.range.lowerBound, one.place) < (other.range.lowerBound, other.place)
    }
    return scores
  }

  /// The numbers of the text that may be a room's, read on first use.
  struct RequestedRooms {
    private var read: RoomNumbers?

    mutating func numbers(_ surroundings: borrowing MentionSurroundings) -> RoomNumbers {
      if let read { return read }
      let numbers = RoomNumbers(surroundings.text, surroundings.context)
      read = numbers
      return numbers
    }
  }

  private func add(_ mention: Mention, to scores: inout [PlaceScore]) {
    // If the words are a place's whole name, places with longer names are not meant.
    let best = mention.kinds.first ?? .address
    var known: (kind: PhraseIndex.Kind, value: Float)?
    for target in mention.targets {
      guard target.kind <= .address else { continue }
      if best <= .alias, target.kind == .part || target.kind == .tenant { continue }
      var value: Float
      if let known, known.kind == target.kind {
        value = known.value
      } else {
        value = self.value(of: target.kind, mention, sharedBy: mention.namedPlaces)
        if best == .name, target.kind == .alias {
          value *= PlacementWeights.aliasBesideName
        }
        if target.kind == .roomName, isOfAnother(mention) {
          value *= PlacementWeights.roomOfAnother
        }
        known = (target.kind, value)
      }
      guard value > 0 else { continue }
      value += nameBonus(target, mention) + roomBonus(target)
      var score = PlaceScore(
        place: index.successor(of: target.place), value: value,
        method: method(of: target.kind, mention), range: mention.range, room: target.room)
      if index.hasDesignators(target.place),
        let against = SiblingConflict.contradiction(
          to: target.place, named: mention.range, by: target.kind, in: text, index)
      {
        score.value *= SiblingConflict.share
        score.against = against
      }
      if target.kind <= .short, !mention.isCode {
        score.value *= TypeConflict.share(
          of: target.place, mention, isAcronym: surroundings.isTypedAcronym(mention), in: text,
          index)
      }
      if target.kind <= .alias, index.isWholeCampus(target.place) || mention.has(.stop),
        !surroundings.saysOnly(mention)
      {
        score.value *= PlacementWeights.wholeCampus
      }
      if target.kind <= .alias, surroundings.namesBuilding(mention) {
        score.named = mention.range.lowerBound
      }
      Self.add(score, to: &scores)
    }
  }

  /// A room in an area is in one of its buildings; which one, the gazetteer doesn't know.
  private func lowerAreas(_ requested: inout RequestedRooms, _ scores: inout [PlaceScore]) {
    for position in scores.indices where index.isArea(scores[position].place) {
      let area = scores[position]
      guard asksForRoom(excluding: area.place) else {
        if !requested.numbers(surroundings).isEmpty {
          scores[position].value *= PlacementWeights.areaWithNumber
        }
        // Words that nothing explains may be the name of the building.
        else if context.rest > 0 {
          scores[position].value *=
            context.namesOtherBuilding
            ? PlacementWeights.areaOfOther : PlacementWeights.areaWithRest
        }
        continue
      }
      scores[position].value *= PlacementWeights.areaWithRoom
      // The likeliest is the building that the area is named after, the largest of several.
      guard let main = index.mainBuilding(of: area.place) else { continue }
      Self.add(
        PlaceScore(
          place: main, value: area.value * PlacementWeights.mainBuilding, method: area.method,
          range: area.range),
        to: &scores)
    }
  }

  /// Lowers a room's name if the text names an area that doesn't contain the room.
  private func lowerRoomsElsewhere(_ scores: inout [PlaceScore]) {
    guard scores.contains(where: Self.isDoubtfulRoom) else { return }
    let areas = scores.filter {
      $0.value >= PlacementWeights.sureArea && index.hasDescendants($0.place)
    }
    guard !areas.isEmpty else { return }
    for position in scores.indices where Self.isDoubtfulRoom(scores[position]) {
      let score = scores[position]
      guard
        !areas.contains(where: { index.isPlace(score.place, within: $0.place) })
      else { continue }
      scores[position].value *= PlacementWeights.roomOutsideArea
    }
  }

  private static func isDoubtfulRoom(_ score: PlaceScore) -> Bool {
    score.method == .room && score.value < PlacementWeights.doubtfulRoom && score.agreement == 0
  }

  private func isOfRooms(_ position: Int) -> Bool {
    let word = text.words[position]
    guard !text.isNumber(position), text.length(position) >= 4,
      word.traits.isDisjoint(with: [.general, .street])
    else { return false }
    if word.id != nil { return word.traits.contains(.ofRooms) }
    guard let spelling = text.word(at: position) else { return false }
    let compoundHead = index.vocabulary.beginning(ofCompound: text.folded.bytes[spelling.range])
    return compoundHead.map { index.vocabulary.traits(of: $0).contains(.ofRooms) } ?? false
  }

  /// Whether the text has a word that names rooms, but no known room of the area.
  private func asksForRoom(excluding area: Int32) -> Bool {
    text.words.indices.contains { position in
      guard isOfRooms(position), !context.inAddress.contains(position) else { return false }
      return !mentions.contains { mention in
        mention.range.contains(position)
          && mention.targets.contains {
            $0.kind >= .online || $0.place == area || index.isPlace($0.place, within: area)
          }
      }
    }
  }

  /// Whether words that mean nothing here precede a room's name and say whose room it is:
  /// every campus has a "Dance Studio", and that of the Student Centre is not ours.
  private func isOfAnother(_ room: Mention) -> Bool {
    guard
      let first = text.words.indices.contains(room.range.lowerBound)
        ? text.words[room.range.lowerBound] : nil
    else { return false }
    return text.words.indices.prefix(room.range.lowerBound).contains { position in
      text.words[position].part == first.part && !text.isNumber(position)
        && !surroundings.mentioned.contains(position)
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

  private func value(of kind: PhraseIndex.Kind, _ mention: Mention, sharedBy places: Int) -> Float {
    let base = base(of: kind, mention)
    guard base > 0 else { return 0 }
    var value = base * surroundings.nearness(of: mention) * surroundings.factor(mention, kind)
    if places > 1 { value *= PlacementWeights.sharedByPlaces }
    return value
  }

  private func base(of kind: PhraseIndex.Kind, _ mention: Mention) -> Float {
    let isUnique = mention.isOfOnePlace
    switch (kind, mention.strength) {
    case (.name, .proper), (.alias, .proper):
      return mention.isCode ? PlacementWeights.code : PlacementWeights.properName
    case (.name, .numbered), (.alias, .numbered): return PlacementWeights.code
    case (.name, .single), (.alias, .single):
      return mention.isCode ? PlacementWeights.bareCode : PlacementWeights.singleName
    // Several general words in a row are a name all the same: "University Hall".
    case (.name, .common), (.alias, .common):
      return mention.range.count > 1
        ? PlacementWeights.generalName : PlacementWeights.generalWord
    case (.short, .proper): return PlacementWeights.properShort
    case (.short, _): return PlacementWeights.singleShort
    case (.part, .proper), (.tenant, .proper): return PlacementWeights.properPart
    case (.tenant, .single): return PlacementWeights.singleTenant
    case (.part, _), (.tenant, _): return PlacementWeights.weakPart
    case (.roomCode, .proper): return PlacementWeights.roomCode
    case (.roomCode, .numbered):
      if hasLetters(mention) { return PlacementWeights.letteredRoom }
      return isUnique && isLongNumber(mention)
        ? PlacementWeights.longNumber : PlacementWeights.shortNumber
    case (.roomCode, .single): return isUnique ? PlacementWeights.singleRoomCode : 0
    // A room is named by its full code: "3505.EG.017, Lecture Hall A".
    case (.roomName, .numbered) where isUnique && isLongNumber(mention):
      return PlacementWeights.longNumber
    case (.roomName, .numbered) where !isUnique:
      return mention.targets.count <= 16 ? PlacementWeights.sharedRoomName : 0
    case (.roomName, .proper): return isUnique ? PlacementWeights.properRoomName : 0
    case (.roomName, .single): return isUnique ? PlacementWeights.singleRoomName : 0
    case (.roomCode, _), (.roomName, _): return isUnique ? PlacementWeights.weakRoom : 0
    // The whole text is a code of three letters and more, typed into a search in small letters.
    case (.hint, .single) where isUnique && text.words.count == 1 && text.length(0) >= 3:
      return PlacementWeights.codeAlone
    case (.hint, _): return PlacementWeights.hint
    case (.address, _): return PlacementWeights.address
    default: return 0
    }
  }

  /// Of several places of one address the one whose name the street has: "7 Hart House Circle".
  private func nameBonus(_ target: PhraseIndex.Target, _ mention: Mention) -> Float {
    guard target.kind == .address else { return 0 }
    let name = index.name(of: target.place)
    let isNamed =
      !name.isEmpty
      && name.allSatisfy { word in mention.range.contains { text.words[$0].id == word } }
    return isNamed ? PlacementWeights.streetOfTheName : 0
  }

  /// Of rooms with one number the one that has a name is likelier to be where people meet.
  private func roomBonus(_ target: PhraseIndex.Target) -> Float {
    guard target.kind == .roomCode, let room = target.room else { return 0 }
    return index.roomBonus(room, of: target.place)
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
