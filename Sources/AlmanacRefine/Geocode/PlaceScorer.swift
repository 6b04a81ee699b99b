import AlmanacModel

/// Weighs what a text mentions, place by place.
struct PlaceScorer: ~Copyable {
  private let surroundings: MentionSurroundings

  init(_ surroundings: consuming MentionSurroundings) { self.surroundings = surroundings }

  private var index: GazetteerIndex { surroundings.index }
  private var text: VenueText { surroundings.text }
  private var mentions: [Mention] { surroundings.mentions }
  private var context: VenueContext { surroundings.context }

  /// Every place that the text may mean, best first.
  func scores() -> [PlaceScore] {
    var scores: [PlaceScore] = []
    for mention in mentions where mention.namesPlaces {
      if scores.isEmpty { scores.reserveCapacity(4) }
      add(mention, to: &scores)
    }
    addRoomsInScopes(&scores)
    if scores.isEmpty { return [] }
    var asked = AskedRooms()
    addRoomsInAreas(&asked, &scores)
    addRoomAgreement(&asked, &scores)
    doubtRoomsElsewhere(&scores)
    doubtAreas(&asked, &scores)
    scores.sort { one, other in
      let (first, second) = (one.confidence, other.confidence)
      if first != second { return first > second }
      return (one.range.lowerBound, one.place) < (other.range.lowerBound, other.place)
    }
    return scores
  }

  /// The numbers of the text that may be a room's, read when they are asked for.
  private struct AskedRooms {
    private var read: RoomNumbers?

    mutating func numbers(_ surroundings: borrowing MentionSurroundings) -> RoomNumbers {
      if let read { return read }
      let numbers = RoomNumbers(surroundings.text, surroundings.context)
      read = numbers
      return numbers
    }
  }

  private func add(_ mention: Mention, to scores: inout [PlaceScore]) {
    // Where the words are a place's name, it is not meant who else has them in theirs.
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
        let against = SiblingDoubt.contradiction(
          to: target.place, named: mention.range, by: target.kind, in: text, index)
      {
        score.value *= SiblingDoubt.share
        score.against = against
      }
      if target.kind <= .alias, !mention.isCode {
        score.value *= TypeDoubt.share(
          of: target.place, mention, isAcronym: surroundings.isTypedAcronym(mention), in: text,
          index)
      }
      if target.kind <= .alias, surroundings.namesBuilding(mention) {
        score.named = mention.range.lowerBound
      }
      Self.add(score, to: &scores)
    }
  }

  /// A room in an area is in one of its buildings; which one, the gazetteer doesn't know.
  private func doubtAreas(_ asked: inout AskedRooms, _ scores: inout [PlaceScore]) {
    for position in scores.indices where index.isArea(scores[position].place) {
      let area = scores[position]
      guard asksForRoom(besides: area.place) else {
        if !asked.numbers(surroundings).isEmpty {
          scores[position].value *= PlacementWeights.areaWithNumber
        }
        // Words that nothing explains may be the name of the building.
        else if context.rest > 0 {
          scores[position].value *= PlacementWeights.areaWithRest
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

  /// A room's name says little where the text names an area in which that room is not.
  private func doubtRoomsElsewhere(_ scores: inout [PlaceScore]) {
    guard scores.contains(where: Self.isDoubtfulRoom) else { return }
    let areas = scores.filter {
      $0.value >= PlacementWeights.sureArea && index.hasDescendants($0.place)
    }
    guard !areas.isEmpty else { return }
    for position in scores.indices where Self.isDoubtfulRoom(scores[position]) {
      let score = scores[position]
      guard
        !areas.contains(where: { index.lies(score.place, within: $0.place) })
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
    let kin = index.vocabulary.beginning(ofCompound: text.folded.bytes[spelling.range])
    return kin.map { index.vocabulary.traits(of: $0).contains(.ofRooms) } ?? false
  }

  /// Whether the text has a word that names rooms, but no known room of the area.
  private func asksForRoom(besides area: Int32) -> Bool {
    text.words.indices.contains { position in
      guard isOfRooms(position), !context.inAddress.contains(position) else { return false }
      return !mentions.contains { mention in
        mention.range.contains(position)
          && mention.targets.contains {
            $0.kind >= .online || $0.place == area || index.lies($0.place, within: area)
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

  private static func add(_ score: PlaceScore, to scores: inout [PlaceScore]) {
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
    case (.tenant, .single):
      return mention.isCode
        ? PlacementWeights.tenantCode : PlacementWeights.singleTenant
    case (.part, _), (.tenant, _): return PlacementWeights.weakPart
    case (.roomCode, .proper): return PlacementWeights.roomCode
    case (.roomCode, .numbered):
      if hasLetters(mention) { return PlacementWeights.letteredRoom }
      return isUnique && isLongNumber(mention)
        ? PlacementWeights.longNumber : PlacementWeights.shortNumber
    case (.roomCode, .single): return isUnique ? PlacementWeights.singleRoomCode : 0
    case (.roomName, .numbered) where !isUnique:
      return mention.targets.count <= 16 ? PlacementWeights.sharedRoomName : 0
    case (.roomName, .proper): return isUnique ? PlacementWeights.properRoomName : 0
    case (.roomName, .single): return isUnique ? PlacementWeights.singleRoomName : 0
    case (.roomCode, _), (.roomName, _): return isUnique ? PlacementWeights.weakRoom : 0
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

  /// Several numbers of six digits in all are no accident: "0178@5501", room and building.
  private func isLongNumber(_ mention: Mention) -> Bool {
    mention.range.count > 1 && mention.range.reduce(0) { $0 + text.length($1) } >= 6
  }

  private func hasLetters(_ mention: Mention) -> Bool {
    !Positions(mention.range).isSubset(of: text.numbers)
  }

  // MARK: Rooms

  /// "Seminar Room 12, School of Computing": the one place of the scope that has the room.
  private func addRoomsInScopes(_ scores: inout [PlaceScore]) {
    for scopeMention in mentions where scopeMention.has(.scope) {
      for scope in scopeMention.targets {
        guard scope.kind == .scope else { continue }
        let places = index.scope(scope.place)
        for mention in mentions where !mention.range.overlaps(scopeMention.range) {
          add(mention, in: places, .rooms, &scores)
        }
      }
    }
  }

  /// "Seminar Room 5, University Town" and "MW 0001": the one place of the area with the room.
  private func addRoomsInAreas(_ asked: inout AskedRooms, _ scores: inout [PlaceScore]) {
    guard
      scores.contains(where: {
        $0.value >= PlacementWeights.possibleArea && index.hasDescendants($0.place)
      })
    else {
      return
    }
    for area in scores where area.value >= PlacementWeights.possibleArea {
      guard index.hasDescendants(area.place) else { continue }
      let places = index.descendants(of: area.place)
      let isSure = area.value >= PlacementWeights.sureArea
      if isSure {
        for mention in mentions where !mention.range.overlaps(area.range) {
          add(mention, in: places, .parts, &scores)
        }
      }
      let share: Float =
        isSure || saysOnlyRoom(besides: area) ? 1 : PlacementWeights.roomOfPossibleArea
      for found in rooms(asked.numbers(surroundings), in: places, of: area.place) {
        Self.add(
          PlaceScore(
            place: index.successor(of: found.place), value: found.value * share, method: .room,
            range: area.range, room: found.room),
          to: &scores)
      }
    }
  }

  /// Whether all other words say which room of the area is meant, as in "Room 0337 mw": then letters are a
  /// code although they are small.
  private func saysOnlyRoom(besides area: PlaceScore) -> Bool {
    text.words.contains { $0.traits.contains(.room) }
      && text.words.indices.allSatisfy { position in
        area.range.contains(position) || text.isNumber(position)
          || text.words[position].traits.contains(.room)
      }
  }

  /// Where in an area a room with one of the numbers is: where it is listed, else where its number
  /// ends the same, else where the numbering of the area has it.
  private func rooms(_ numbers: RoomNumbers, in places: [Int32], of area: Int32)
    -> [(place: Int32, room: Int32?, value: Float)]
  {
    guard !numbers.isEmpty else { return [] }
    let listed = places.compactMap { place in
      numbers.room(of: place, in: index).map { (place: place, room: $0 as Int32?) }
    }
    if !listed.isEmpty {
      return listed.map {
        (
          $0.place, $0.room,
          listed.count == 1
            ? PlacementWeights.onlyListedRoom : PlacementWeights.listedRoom
        )
      }
    }
    let ending = places.compactMap { place in
      numbers.roomEnding(of: place, in: index).map { _ in place }
    }
    if !ending.isEmpty {
      // Which floor's room it is stays open.
      return ending.map {
        (
          $0, nil,
          ending.count == 1
            ? PlacementWeights.roomByEnding : PlacementWeights.roomByEndingOfSeveral
        )
      }
    }
    guard let wings = index.wings[area] else { return [] }
    for position in text.words.indices where text.isNumber(position) {
      guard let word = text.word(at: position) else { continue }
      let (found, isSure) = wings.buildings(ofRoom: text.folded.bytes[word.range])
      if !found.isEmpty {
        return found.map {
          (
            $0, nil,
            isSure
              ? PlacementWeights.roomByEnding : PlacementWeights.roomByEndingOfSeveral
          )
        }
      }
    }
    return []
  }

  /// Adds the place where only one of these is meant.
  private func add(
    _ mention: Mention, in places: [Int32], _ kinds: PhraseIndex.Kinds,
    _ scores: inout [PlaceScore]
  ) {
    var first: PhraseIndex.Target?
    for target in mention.targets {
      guard kinds.contains(.init(target.kind)), SortedSets.contains(places, target.place) else {
        continue
      }
      if let first, first.place != target.place { return }
      if first == nil { first = target }
    }
    guard let only = first else { return }
    Self.add(
      PlaceScore(
        place: index.successor(of: only.place),
        value: (mention.strength >= .single
          ? PlacementWeights.distinctInScope : PlacementWeights.commonInScope)
          * surroundings.nearness(of: mention)
          * (context.isElsewhere ? PlacementWeights.scopeElsewhere : 1),
        method: only.room == nil ? .alias : .room, range: mention.range, room: only.room),
      to: &scores)
  }

  /// A place that is named and has the room that is named.
  private func addRoomAgreement(_ asked: inout AskedRooms, _ scores: inout [PlaceScore]) {
    // "Hall" or "Room" is a room of nearly every place.
    for mention in mentions
    where !mention.kinds.isDisjoint(with: .rooms)
      && (mention.strength > .common || mention.range.count > 1)
    {
      for target in mention.targets {
        guard target.kind == .roomName || target.kind == .roomCode,
          let known = scores.firstIndex(where: { $0.place == target.place }),
          !scores[known].range.overlaps(mention.range)
        else { continue }
        scores[known].agreement += 1
        if scores[known].room == nil { scores[known].room = target.room }
      }
    }
    for position in scores.indices
    where scores[position].room == nil && index.hasRooms(scores[position].place) {
      let numbers = asked.numbers(surroundings)
      guard let room = numbers.room(of: scores[position].place, in: index) else { continue }
      scores[position].room = room
      scores[position].agreement += 1
      scores[position].method = .room
    }
  }
}
