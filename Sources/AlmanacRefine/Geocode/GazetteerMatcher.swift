public import AlmanacModel

/// Says which place of a gazetteer a venue text means, or why it doesn't say.
///
/// What is named outright decides: codes, rooms, names, tenants, addresses, the rarer the surer.
/// Where nothing is, names that share rare words and similar spellings are weighed. An answer below
/// the threshold, or as good as another that excludes it, is not given.
public struct GazetteerMatcher: Sendable {
  /// Answers less sure than this are withheld.
  public static let threshold = 0.6
  /// Answers that are better than the next by less are withheld as ambiguous.
  static let margin: Float = 0.08
  /// Of an answer as sure as this no other reading is looked for.
  static let sure: Float = 0.9
  /// Meters within which a source's coordinates mean the place.
  static let reach = 60.0
  /// Places that venues with one point must name far from it to make it a placeholder.
  static let leastContradictions = 3
  /// Meters from which on a place contradicts the point that is given for it: beyond any building.
  static let contradiction = 300.0
  /// Texts that are read of one point; a building has few names and many rooms.
  static let mostTexts = 100

  let index: GazetteerIndex

  public init(_ gazetteer: Gazetteer) { index = GazetteerIndexBuilder.build(gazetteer) }

  /// Whether the coordinates lie on the campus when latitude and longitude change places, and only
  /// then. They are never used.
  public func isSwapped(_ coordinate: Coordinate) -> Bool {
    guard let bounds = index.bounds, !bounds.contains(coordinate),
      let swapped = Coordinate(latitude: coordinate.longitude, longitude: coordinate.latitude)
    else { return false }
    return bounds.contains(swapped)
  }

  /// The answer; without a place, or with one that has no point, it has the source's own point where
  /// that is inside the bounds and nothing says that the event is elsewhere.
  public func place(_ query: VenueQuery) -> Placement {
    let point = SourcePoint(query.coordinate, index)
    var placement = answer(to: query, point)
    guard placement.coordinate == nil, query.strategy != .none, let own = point.own else {
      return placement
    }
    switch placement.reason {
    case .online, .toBeAnnounced, .offCampus: break
    case .noPoint:
      placement.coordinate = own
      placement.reason = nil
    case .ambiguous, .unknown, Placement.Abstention.none?, nil: placement.coordinate = own
    }
    return placement
  }

  /// The points among queries that are placeholders: given for venues whose texts name three or more
  /// places, each far from the point, and more than name a place near it.
  public func placeholders(among queries: [VenueQuery]) -> Set<Coordinate> {
    var texts: [Coordinate: Set<String>] = [:]
    for query in queries where query.strategy != .none {
      guard let point = query.coordinate, let text = query.text else { continue }
      texts[point, default: []].insert(text)
    }
    return Set(texts.lazy.filter { $0.value.count >= Self.leastContradictions }.map(\.key)).filter {
      isContradicted($0, by: texts[$0, default: []])
    }
  }

  private func isContradicted(_ point: Coordinate, by texts: Set<String>) -> Bool {
    var (near, far): (Set<String>, Set<String>) = ([], [])
    for text in texts.sorted().prefix(Self.mostTexts) {
      let placement = place(VenueQuery(campus: "", text: text))
      guard let place = placement.place, let own = placement.coordinate else { continue }
      if own.distance(to: point) < Self.contradiction {
        near.insert(place)
      } else {
        far.insert(place)
      }
    }
    return far.count >= Self.leastContradictions && far.count > near.count
  }

  private func answer(to query: VenueQuery, _ point: SourcePoint) -> Placement {
    switch query.strategy {
    case .none: return Placement(abstaining: .none)
    case .preferCoordinates:
      let told = placement(of: query.text, point)
      // Where the text means the same place it knows more: the room.
      guard let nearest = nearest(to: point, confidence: PlacementWeights.pointPreferred),
        nearest.place != told.place
      else { return told }
      return nearest
    case .text: return placement(of: query.text, point)
    case .place(let id): return pinned(id, by: .alias) ?? placement(of: query.text, point)
    case .fallback(let id):
      let placement = placement(of: query.text, point)
      guard let reason = placement.reason,
        reason == Placement.Abstention.none || reason == .unknown,
        let position = index.positions[id]
      else { return placement }
      return answer(
        PlaceScore(
          place: index.successor(of: position), value: PlacementWeights.fallbackPlace,
          method: .default, range: 0..<0),
        candidates: placement.candidates)
    }
  }

  /// The answer an operator pinned; nil for an unknown place.
  func pinned(_ id: String, by method: Placement.Method = .decision) -> Placement? {
    guard let position = index.positions[id] else { return nil }
    let score = PlaceScore(
      place: index.successor(of: position), value: 1, method: method, range: 0..<0)
    return answer(score, candidates: [], confidence: 1)
  }

  // MARK: The text

  private func placement(of text: String?, _ point: SourcePoint) -> Placement {
    guard let text, !text.isEmpty else { return withoutText(point) }
    let venue = VenueText(text, index)
    guard !venue.folded.words.isEmpty else { return withoutText(point) }
    let reading = reading(of: venue)
    var choice = PlaceChoice(reading.scores, index, point)
    if choice.best == nil, choice.isAmbiguous, reading.isExact {
      choice = PlaceChoice(broken(reading, venue), index, point)
    }
    choice.raiseOnly(in: venue)
    if let best = choice.best, !reading.context.isOffCampus,
      Double(best.confidence) >= Self.threshold
    {
      return answer(
        best, candidates: candidates(choice.ranked, venue, after: best), in: venue.folded)
    }
    let reason = reason(reading.context, venue, choice)
    if reason == .unknown || reason == .ambiguous, reading.context.unknown <= 2,
      let nearest = nearest(to: point, confidence: PlacementWeights.pointBesideText)
    {
      return nearest
    }
    return Placement(abstaining: reason, candidates: candidates(choice.ranked, venue))
  }

  /// Not copied, because it is made for every text.
  private struct Reading: ~Copyable {
    var mentioned: Positions
    var context: VenueContext
    var scores: [PlaceScore]
    var isExact = true
  }

  /// The scores with a little more for those that similar spellings and shared words favor.
  private func broken(_ reading: borrowing Reading, _ venue: VenueText) -> [PlaceScore] {
    let loosened = LoosenedText(venue, index).text
    let loose = LooseMatcher(index: index, text: loosened, context: reading.context).scores()
    return reading.scores.map { score in
      var score = score
      let likeness = loose.first { $0.place == score.place }?.value ?? 0
      score.value = min(
        PlacementWeights.tieMost,
        score.value * (PlacementWeights.tieBase + PlacementWeights.tieBreak * likeness))
      return score
    }
  }

  private func reading(of venue: VenueText) -> Reading {
    var exact = exactReading(of: venue)
    let context = exact.context
    let isElsewhere = context.isOffCampus || context.isElsewhere || context.hasForeignWord
    if let best = exact.scores.first, Double(best.confidence) >= Self.threshold {
      if context.unknown > 0, best.confidence < Self.sure, !isElsewhere,
        correct(&exact, best, venue)
      {
        return exact
      }
      if index.hasDescendants(best.place) {
        addLikeness(index.descendants(of: best.place), venue, &exact)
      }
      return exact
    }
    exact.isExact = false
    // Likeness alone places nothing that is said to be elsewhere, or when all is said.
    let isNowhere = context.isOnline || context.isToBeAnnounced
    if isElsewhere || isNowhere && context.unknown == 0 && context.rest == 0 { return exact }
    let loosened = LoosenedText(venue, index)
    if !loosened.corrected.isEmpty {
      exact.scores += scores(of: loosened, judged: exact.scores)
    }
    let loose = LooseMatcher(
      index: index, text: loosened.text, context: context,
      areas: exact.scores.filter {
        $0.value >= PlacementWeights.likeArea && index.hasDescendants($0.place)
      })
    exact.scores.append(contentsOf: loose.scores())
    return exact
  }

  /// What a text with corrected words names. What was named without them is judged already, with the
  /// words as they are written; unless an area is read otherwise, and with it which of its rooms is meant.
  private func scores(of loosened: LoosenedText, judged: [PlaceScore]) -> [PlaceScore] {
    let scores = exactReading(of: loosened.text).scores
    let areas = scores.filter { score in
      !loosened.corrected.isDisjoint(with: score.range) && index.hasDescendants(score.place)
    }
    return scores.compactMap { score in
      let isNew =
        !loosened.corrected.isDisjoint(with: score.range) || score.agreement > 0
        || !judged.contains { $0.place == score.place }
        || areas.contains { index.lies(score.place, within: $0.place) }
      guard isNew else { return nil }
      var score = score
      score.value *= PlacementWeights.corrected
      score.method = .fuzzy
      return score
    }
  }

  /// "Woodsworth College Residnce": a longer name that only a slip hides, rather than the shorter.
  /// - Returns: whether there is one.
  private func correct(
    _ reading: inout Reading, _ best: PlaceScore, _ venue: VenueText
  ) -> Bool {
    let loosened = LoosenedText(venue, index)
    guard !loosened.corrected.isEmpty else { return false }
    let longer = exactReading(of: loosened.text).scores.filter { score in
      score.range.count > best.range.count && score.range.overlaps(best.range)
        && score.value >= best.value && !loosened.corrected.isDisjoint(with: score.range)
    }
    guard !longer.isEmpty else { return false }
    reading.isExact = false
    for position in reading.scores.indices
    where longer.contains(where: { $0.range.overlaps(reading.scores[position].range) }) {
      reading.scores[position].value *= PlacementWeights.hiddenBySlip
    }
    for score in longer {
      var score = score
      score.value *= PlacementWeights.longerBySlip
      score.method = .fuzzy
      reading.scores.append(score)
    }
    return true
  }

  /// "Physics Container": of an area's places the one that the rest of the text resembles.
  private func addLikeness(_ places: [Int32], _ venue: VenueText, _ reading: inout Reading) {
    var rest = Positions()
    for (position, word) in venue.words.enumerated()
    where word.traits.contains(.local) && word.traits.isDisjoint(with: [.general, .street]) {
      rest.insert(position)
    }
    rest.subtract(venue.numbers)
    rest.subtract(reading.mentioned)
    guard !rest.isEmpty else { return }
    let inner = Set(places)
    for score in LooseMatcher(index: index, text: venue, context: reading.context).scores()
    where score.value >= PlacementWeights.innerLikeness && inner.contains(score.place)
      && !rest.isDisjoint(with: score.range)
    {
      var score = score
      score.value = min(
        PlacementWeights.innerMost, score.value + PlacementWeights.innerBonus)
      reading.scores.append(score)
    }
  }

  private func exactReading(of venue: VenueText) -> Reading {
    let mentions = MentionFinder(index: index).mentions(in: venue)
    let context = VenueContext(venue, mentions, index)
    let surroundings = MentionSurroundings(
      text: venue, mentions: mentions, context: context, index: index)
    let mentioned = surroundings.mentioned
    return Reading(
      mentioned: mentioned, context: context, scores: PlaceScorer(surroundings).scores())
  }

  private func reason(
    _ context: VenueContext, _ venue: VenueText, _ choice: PlaceChoice
  ) -> Placement.Abstention {
    if context.isOffCampus { return .offCampus }
    if context.isOnline || venue.hasMeetingLink { return .online }
    if context.isToBeAnnounced { return .toBeAnnounced }
    if context.hasForeignAddress || context.hasUnfamiliarAddress || context.hasForeignWord {
      return .offCampus
    }
    return choice.isAmbiguous ? .ambiguous : .unknown
  }

  // MARK: Coordinates

  private func withoutText(_ point: SourcePoint) -> Placement {
    nearest(to: point, confidence: PlacementWeights.pointAlone)
      ?? Placement(abstaining: point.isGiven ? .unknown : .none)
  }

  private func nearest(to point: SourcePoint, confidence: Float) -> Placement? {
    guard let coordinate = point.usable,
      let neighbor = index.nearest.nearest(to: coordinate, within: Self.reach),
      let position = index.positions[neighbor.place]
    else { return nil }
    let score = PlaceScore(
      place: position, value: confidence, method: .coordinates, range: 0..<0)
    return answer(score, candidates: [])
  }

  // MARK: The answer

  /// The best three places; the answer comes first.
  private func candidates(
    _ scores: [PlaceScore], _ venue: VenueText, after best: PlaceScore? = nil
  ) -> [Placement.Candidate] {
    var places = (Int32(-1), Int32(-1), Int32(-1))
    var result: [Placement.Candidate] = []
    if let best, best.place != scores.first?.place {
      places.0 = best.place
      append(best, against: nil, venue, to: &result)
    }
    for score in scores {
      if result.count == 3 { break }
      if score.place == places.0 || score.place == places.1 || score.place == places.2 { continue }
      append(score, against: score.against, venue, to: &result)
      places = (score.place, places.0, places.1)
    }
    return result
  }

  private func append(
    _ score: PlaceScore, against: Int?, _ venue: VenueText,
    to candidates: inout [Placement.Candidate]
  ) {
    guard let id = index.id(of: score.place) else { return }
    if candidates.isEmpty { candidates.reserveCapacity(4) }
    candidates.append(
      Placement.Candidate(
        place: id, score: Self.rounded(Double(score.confidence)),
        against: against.map(venue.written)))
  }

  /// - Parameter candidates: With the place itself, where there are any, first; else it is added.
  private func answer(
    _ score: PlaceScore, candidates: [Placement.Candidate], in text: FoldedText? = nil,
    confidence: Double? = nil
  ) -> Placement {
    let position = Int(score.place)
    guard index.places.indices.contains(position) else { return Placement(abstaining: .unknown) }
    let id = index.places[position].id
    let confidence = confidence ?? Self.rounded(Double(score.confidence))
    var candidates = candidates
    if candidates.first?.place != id {
      candidates.removeAll { $0.place == id }
      candidates.insert(Placement.Candidate(place: id, score: confidence), at: 0)
      if candidates.count > 3 { candidates.removeLast() }
    }
    let room = score.room.map(Int.init).flatMap { room in
      index.places[position].rooms.indices.contains(room) ? room : nil
    }
    var placement = Placement(
      place: id, name: index.places[position].name,
      room: room.map { index.places[position].rooms[$0].code },
      floor: room.flatMap { index.places[position].rooms[$0].floor }
        ?? text.flatMap { index.floors?.floor(in: $0) },
      coordinate: room.flatMap { index.places[position].rooms[$0].coordinate }
        ?? index.places[position].coordinate,
      confidence: confidence, method: score.method, candidates: candidates)
    if placement.coordinate == nil { placement.reason = .noPoint }
    return placement
  }

  /// Three decimals: more would only pretend.
  private static func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
}
