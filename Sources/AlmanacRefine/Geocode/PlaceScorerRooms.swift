import AlmanacModel

// Finds the rooms that a text mentions in the places, areas and scopes that it mentions.
extension PlaceScorer {
  /// "Seminar Room 12, School of Computing": the one place of the scope that has the room.
  func addRoomsInScopes(_ scores: inout [PlaceScore]) {
    for scopeMention in mentions where scopeMention.has(.scope) && !isPartOfName(scopeMention) {
      for scope in scopeMention.targets {
        guard scope.kind == .scope else { continue }
        let places = index.scope(scope.place)
        for mention in mentions where !mention.range.overlaps(scopeMention.range) {
          add(mention, in: places, .rooms, &scores)
        }
      }
    }
  }

  /// Whether the words are part of a longer name: the "Library" of "Music Library, Seminar Room" is one
  /// library, and the "Physics" of "Physics Annexe" one building.
  private func isPartOfName(_ mention: Mention) -> Bool {
    mentions.contains { name in
      name.namesPlaces && name.range.count > mention.range.count
        && name.range.contains(mention.range.lowerBound)
    }
  }

  /// "Seminar Room 5, University Town" and "MW 0001": the one place of the area with the room.
  func addRoomsInAreas(_ requested: inout RequestedRooms, _ scores: inout [PlaceScore]) {
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
        isSure || saysOnlyRoom(excluding: area) ? 1 : PlacementWeights.roomOfPossibleArea
      for found in rooms(requested.numbers(surroundings), in: places, of: area.place) {
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
  private func saysOnlyRoom(excluding area: PlaceScore) -> Bool {
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
    guard let scheme = index.roomNumbering[area] else { return [] }
    for position in text.words.indices where text.isNumber(position) {
      guard let word = text.word(at: position) else { continue }
      let (found, isSure) = scheme.buildings(ofRoom: text.folded.bytes[word.range])
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
          * surroundings.nearness(of: mention),
        method: only.room == nil ? .alias : .room, range: mention.range, room: only.room),
      to: &scores)
  }

  /// A place that is named and has the room that is named.
  func addRoomAgreement(_ requested: inout RequestedRooms, _ scores: inout [PlaceScore]) {
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
      let numbers = requested.numbers(surroundings)
      guard let room = numbers.room(of: scores[position].place, in: index) else { continue }
      scores[position].room = room
      scores[position].agreement += 1
      scores[position].method = .room
    }
  }
}
