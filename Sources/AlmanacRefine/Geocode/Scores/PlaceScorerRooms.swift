import AlmanacModel

// Finds the rooms that a text mentions in the places and areas that it mentions.
extension PlaceScorer {
  /// "Seminar Room 12, School of Computing": the one place of the scope that has the room.
  func addRoomsInScopes(_ scores: inout [PlaceScore]) {
    for scopeMention in mentions where scopeMention.has(.scope) && !isPartOfName(scopeMention) {
      for scope in scopeMention.targets where scope.kind == .scope {
        for mention in mentions where !mention.range.overlaps(scopeMention.range) {
          add(mention, in: index.scopes[Int(scope.place)], .rooms, &scores)
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
  func addRoomsInAreas(_ numbers: RoomNumbers, _ scores: inout [PlaceScore]) {
    for area in scores
    where area.value >= PlacementWeights.possibleArea && index.hasDescendants(area.place) {
      let places = index.descendants(of: area.place)
      let isSure = area.value >= PlacementWeights.sureArea
      if isSure {
        for mention in mentions where !mention.range.overlaps(area.range) {
          add(mention, in: places, .parts, &scores)
        }
      }
      let share = isSure || saysOnlyRoom(excluding: area) ? 1 : PlacementWeights.inDoubt
      for found in rooms(numbers, in: places, of: area.place) {
        Self.add(
          PlaceScore(
            PhraseIndex.Target(place: found.place, room: found.room, kind: .roomCode),
            value: found.value * share, method: .room, range: area.range, index),
          to: &scores)
      }
    }
  }

  /// Whether all other words identify the room of the area, as in "Room 0337 mw": then letters are a
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
  private func rooms(
    _ numbers: RoomNumbers, in places: [Int32], of area: Int32
  ) -> [(place: Int32, room: Int32?, value: Float)] {
    guard !numbers.isEmpty else { return [] }
    let listed = places.compactMap { place in
      numbers.room(of: place, in: index).map { (place: place, room: $0 as Int32?) }
    }
    if !listed.isEmpty {
      let value = listed.count == 1 ? PlacementWeights.properPart : PlacementWeights.weakPart
      return listed.map { ($0.place, $0.room, value) }
    }
    // Which floor's room it is stays open.
    var found = places.filter { numbers.roomEnding(of: $0, in: index) != nil }
    if found.isEmpty, let scheme = index.roomNumbering[area] {
      found =
        text.numbers.lazy.compactMap { text.word(at: $0) }
        .map { scheme.buildings(ofRoom: text.folded.bytes[$0.range]) }.first { !$0.isEmpty } ?? []
    }
    let value = found.count == 1 ? PlacementWeights.roomName : PlacementWeights.weakPart
    return found.map { ($0, nil, value) }
  }

  /// Adds the place where only one of these is meant.
  private func add(
    _ mention: Mention, in places: [Int32], _ kinds: PhraseIndex.Kinds,
    _ scores: inout [PlaceScore]
  ) {
    let targets = mention.targets.filter { target in
      kinds.contains(.init(target.kind))
        && SortedSets.contains(places, target.place)
    }
    guard let only = targets.first, targets.isOfOnePlace else { return }
    Self.add(
      PlaceScore(
        only, value: PlacementWeights.properPart * surroundings.nearness(of: mention),
        method: only.room == nil ? .alias : .room, range: mention.range, index),
      to: &scores)
  }

  /// Raises places that are named and have the room that is named.
  func addRoomAgreement(_ numbers: RoomNumbers, _ scores: inout [PlaceScore]) {
    // "Hall" or "Room" is a room of nearly every place.
    for mention in mentions where mention.strength > .common || mention.range.count > 1 {
      for target in mention.targets where target.kind == .roomName || target.kind == .roomCode {
        guard let known = scores.firstIndex(where: { $0.place == target.place }),
          !scores[known].range.overlaps(mention.range)
        else { continue }
        scores[known].agreement += 1
        if scores[known].room == nil { scores[known].room = target.room }
      }
    }
    for position in scores.indices where scores[position].room == nil {
      guard let room = numbers.room(of: scores[position].place, in: index) else { continue }
      scores[position].room = room
      scores[position].agreement += 1
      scores[position].method = .room
    }
  }
}
