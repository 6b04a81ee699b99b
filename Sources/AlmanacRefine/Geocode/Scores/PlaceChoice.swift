import AlmanacModel

/// The coordinates of a source, and what they may be used for.
struct SourcePoint: Sendable {
  /// Provided, and no placeholder.
  let isGiven: Bool
  /// Inside the bounds and no placeholder, however rough.
  let own: Coordinate?
  /// The same if it is exact enough to choose a place.
  let usable: Coordinate?
  /// Given, exact, and off the campus.
  let isOutside: Bool

  init(_ coordinate: Coordinate?, _ index: GazetteerIndex) {
    guard let coordinate, !Self.isPlaceholder(coordinate, index.bounds) else {
      isGiven = false
      own = nil
      usable = nil
      isOutside = false
      return
    }
    isGiven = true
    guard let bounds = index.bounds else {
      own = nil
      usable = nil
      isOutside = false
      return
    }
    let isInside = bounds.contains(coordinate)
    // Two decimals are up to 800 m off: on the campus, but beside any of its buildings.
    let isRough = Self.isMultiple(of: 0.01, coordinate)
    own = isInside ? coordinate : nil
    usable = isRough ? nil : own
    isOutside = !isInside && !isRough
  }

  /// The point of every Squarespace event without a geocoded address (2026).
  private static let squarespace = Coordinate(latitude: 40.7207559, longitude: -74.0007613)

  /// Null Island, a platform's default, whole degrees, and the middle of the campus.
  private static func isPlaceholder(_ coordinate: Coordinate, _ bounds: BoundingBox?) -> Bool {
    if coordinate.isNullIsland || coordinate == squarespace { return true }
    if isMultiple(of: 1, coordinate) { return true }
    guard let center = bounds?.center else { return false }
    return center.distance(to: coordinate) < 2
  }

  private static func isMultiple(of step: Double, _ coordinate: Coordinate) -> Bool {
    [coordinate.latitude, coordinate.longitude].allSatisfy { value in
      abs((value / step).rounded() * step - value) < 1e-8
    }
  }
}

/// Chooses among the places that a text may mean.
struct PlaceChoice {
  private(set) var ranked: [PlaceScore]
  private(set) var best: PlaceScore?
  /// Whether two places that exclude each other are equally likely.
  private(set) var isAmbiguous = false
  /// Whether it is ambiguous because it names two buildings in full, so that no likeness of words decides.
  private(set) var namesTwo = false

  init(_ scores: [PlaceScore], _ index: GazetteerIndex, _ point: SourcePoint) {
    ranked = scores
    if point.isGiven { weigh(point, index) }
    ranked.sort { one, other in
      let (first, second) = (one.confidence, other.confidence)
      if first != second { return first > second }
      let isArea = index.isArea(other.place)
      if index.isArea(one.place) != isArea { return isArea }
      return (one.range.lowerBound, one.place) < (other.range.lowerBound, other.place)
    }
    choose(index)
    rejectTwo(index)
  }

  /// Rejects one of two buildings that are named: "Linden Hall, Oak Hall" and "between Linden Hall and Oak Hall" are
  /// neither, and "Linden Hall car park (rain: Oak Hall 2)" may be both.
  private mutating func rejectTwo(_ index: GazetteerIndex) {
    guard let best else { return }
    let isNamed = ranked.contains {
      $0.place == best.place && ($0.named != nil || $0.isOrganization)
    }
    namesTwo = ranked.contains { other in
      guard
        other.named.map({ $0 < best.range.lowerBound || isNamed && !other.isOfGrounds }) ?? false
          || Self.areCodes(other, best, index),
        other.place != best.place, other.agreement >= best.agreement,
        !other.range.overlaps(best.range), !index.isArea(other.place), !index.isArea(best.place)
      else { return false }
      return !index.isPlace(other.place, within: best.place)
        && !index.isPlace(best.place, within: other.place)
        && !Self.isOwner(other, of: best, index) && !Self.isOwner(best, of: other, index)
        && (Self.distance(other.place, best.place, index) ?? .infinity) > Self.longest
    }
    if namesTwo {
      isAmbiguous = true
      self.best = nil
    }
  }

  /// Whether both are known by a code with a room's number ("OH 1130; LH 103"), and not the one as a numbered room,
  /// which may be a part of the other: "LT 18, OH 2".
  private static func areCodes(
    _ one: PlaceScore, _ other: PlaceScore, _ index: GazetteerIndex
  ) -> Bool {
    func isRoom(_ score: PlaceScore) -> Bool {
      gathers(score.place, index)
        && index.name(of: score.place).last.map(index.vocabulary.isNumber) ?? false
    }
    return isRoom(one) == isRoom(other)
      && one.isRoomCode && other.isRoomCode
      && Double(one.confidence) >= GazetteerMatcher.threshold
  }

  /// Raises a similar name to the threshold if it scores 1.5 times as high as any other and explains the
  /// whole text: people type a part of a name into a search.
  mutating func raiseOnly(in text: VenueText, _ index: GazetteerIndex) {
    guard var only = best, only.method == .fuzzy, only.room == nil, only.value >= Self.likely,
      Double(only.value) < GazetteerMatcher.threshold, text.words.count <= Self.mostSearched,
      !text.informative.isDisjoint(with: only.range)
    else { return }
    // The area of a place doesn't exclude it.
    let rival =
      ranked.first {
        $0.place != only.place && !index.isPlace(only.place, within: $0.place)
      }?.confidence ?? 0
    guard rival * 1.5 < only.value,
      text.words.indices.allSatisfy({ position in
        only.range.contains(position) || text.isNumber(position)
      })
    else { return }
    only.value = Float(GazetteerMatcher.threshold)
    best = only
  }

  /// A lower value is never raised.
  private static let likely: Float = 0.5
  /// The most words of such a text.
  private static let mostSearched = 4

  private mutating func weigh(_ point: SourcePoint, _ index: GazetteerIndex) {
    for position in ranked.indices {
      if let usable = point.usable, let own = index.place(ranked[position].place).coordinate {
        if usable.distance(to: own) < 150 { ranked[position].agreement += 1 }
      } else if point.isOutside {
        // Many sources use the city's center as a default, so that a point outside is weak evidence.
        ranked[position].value *=
          ranked[position].value > PlacementWeights.sureOutside
          ? PlacementWeights.someDoubt : PlacementWeights.unlikely
      }
    }
  }

  private mutating func choose(_ index: GazetteerIndex) {
    guard let top = ranked.first else { return }
    if top.method == .fuzzy {
      chooseSimilar(top, index)
      return
    }
    let least = Float(GazetteerMatcher.threshold)
    let floor = max(top.confidence - PlacementWeights.contender, least)
    // A place inside the best is more specific, however much less sure: "Library, Harrow Campus".
    let all = ranked.filter { score in
      score.confidence >= floor
        || score.confidence >= least && !score.range.overlaps(top.range)
          && index.isPlace(score.place, within: top.place)
    }
    guard all.count > 1 else {
      best = top
      if let second = ranked.dropFirst().first(where: { $0.place != top.place }) {
        isAmbiguous = Self.isClose(top, second)
      }
      return
    }
    // As is a building compared with an area.
    var contenders = all
    contenders.removeAll { outer in
      all.contains { inner in
        inner.place != outer.place
          && (index.isPlace(inner.place, within: outer.place)
            || Self.isArea(outer, around: inner, index)
            || Self.isOwner(outer, of: inner, index))
      }
    }
    // People name the venue first and what it belongs to later.
    contenders.sort {
      ($0.range.lowerBound, -$0.confidence, $0.place)
        < ($1.range.lowerBound, -$1.confidence, $1.place)
    }
    guard var first = contenders.first else { return }
    let rivals = contenders.dropFirst().filter { $0.place != first.place }
    let isTied = rivals.contains { rival in
      rival.range.overlaps(first.range)
        && abs(rival.confidence - first.confidence) < GazetteerMatcher.margin / 4
    }
    if isTied {
      isAmbiguous = true
      return
    }
    let isDoubtful =
      rivals.contains { Self.isFar($0.place, from: first.place, index) }
      || all.contains { owner in
        Self.isOwner(owner, of: first, index) && !index.isArea(owner.place)
          && !index.isPlace(first.place, within: owner.place)
          && Self.isFar(owner.place, from: first.place, by: Self.longest, index)
      }
    if isDoubtful {
      first.value *= PlacementWeights.someDoubt
      first.agreement = 0
    }
    best = first
  }

  /// Similar names have no order of mention, so that the best must lead by the margin.
  private mutating func chooseSimilar(_ first: PlaceScore, _ index: GazetteerIndex) {
    // The place inside an area rather than the area.
    let inner = ranked.first {
      first.confidence - $0.confidence < PlacementWeights.contender
        && Double($0.confidence) >= GazetteerMatcher.threshold
        && index.isPlace($0.place, within: first.place)
    }
    let top = inner ?? first
    isAmbiguous = ranked.contains { rival in
      rival.place != top.place && Self.isClose(top, rival)
        && !index.isPlace(top.place, within: rival.place)
        && !Self.isArea(rival, around: top, index)
    }
    best = isAmbiguous ? nil : top
  }

  /// Whether the second score is within the margin of the first, and the first is no noise.
  private static func isClose(_ first: PlaceScore, _ second: PlaceScore) -> Bool {
    first.confidence >= PlacementWeights.possibleArea
      && first.confidence - second.confidence < GazetteerMatcher.margin
  }

  /// Whether an area is named beside a building: in which area it is, the gazetteer need not know.
  private static func isArea(
    _ outer: PlaceScore, around inner: PlaceScore, _ index: GazetteerIndex
  ) -> Bool {
    index.isArea(outer.place) && !index.isArea(inner.place) && inner.range != outer.range
  }

  /// Whether the first is what the second is in or belongs to, though the gazetteer doesn't say so: an
  /// institution or grounds, or the building of a room in which people gather ("Oak Building, Linden Theatre").
  private static func isOwner(
    _ outer: PlaceScore, of inner: PlaceScore, _ index: GazetteerIndex
  ) -> Bool {
    if inner.range.overlaps(outer.range) || index.isArea(inner.place)
      || index.isPlace(outer.place, within: inner.place)
    {
      return false
    }
    if inner.named != nil, !inner.isOrganization, !isGround(inner.place, index),
      outer.isOrganization || isGround(outer.place, index)
    {
      return !isFar(inner.place, from: outer.place, index)
    }
    return gathers(inner.place, index) && !gathers(outer.place, index)
      && !isFar(inner.place, from: outer.place, by: longest, index)
  }

  /// Whether buildings stand in the place, by the last word of its name: gardens, a square.
  private static func isGround(_ place: Int32, _ index: GazetteerIndex) -> Bool {
    index.name(of: place).last.map(index.vocabulary.spelling).map(VenueWords.surroundings.contains)
      ?? false
  }

  /// Whether the name is one of a room, by its last word: "Linden Theatre", "Lecture Theatre 15". Most halls are
  /// buildings.
  private static func gathers(_ place: Int32, _ index: GazetteerIndex) -> Bool {
    index.name(of: place).last { !index.vocabulary.isNumber($0) }.map {
      !index.vocabulary.traits(of: $0).isDisjoint(with: [.room, .gathering])
        && index.vocabulary.spelling(of: $0) != "hall"
    } ?? false
  }

  /// The most meters from the middle of a building to that of a part of it.
  private static let longest = 75.0

  private static func isFar(
    _ one: Int32, from other: Int32, by distance: Double = 500, _ index: GazetteerIndex
  ) -> Bool {
    (Self.distance(one, other, index) ?? 0) > distance
  }

  /// In meters; nil unless both places have a point.
  private static func distance(_ one: Int32, _ other: Int32, _ index: GazetteerIndex) -> Double? {
    guard let first = index.place(one).coordinate, let second = index.place(other).coordinate
    else { return nil }
    return first.distance(to: second)
  }
}
