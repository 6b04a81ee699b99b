public import AlmanacModel

/// Finds the place of a gazetteer that a venue text means, or abstains with a reason.
///
/// Exact mentions decide: codes, rooms, names, tenants, addresses; rarer ones give more confidence. If
/// there are none, names with rare words in common and similar spellings are compared. It abstains if
/// the best answer is below the threshold, or if another that excludes it is as good.
public struct GazetteerMatcher: Sendable {
  /// With less confidence the matcher abstains.
  public static let threshold = 0.6
  /// If the best answer leads by less, it is ambiguous and the matcher abstains.
  static let margin: Float = 0.08
  /// With this confidence no other reading of the text is tried.
  static let sure: Float = 0.9
  /// Meters within which a source's point is taken for the nearest place.
  static let pointRadius = 60.0
  /// A point is a placeholder if venues with it name so many places that are far from it.
  static let leastContradictions = 3
  /// A place contradicts its point from this distance in meters on, farther than any building is long.
  static let contradiction = 300.0
  /// The most texts of one point that are checked; a building has few names and many rooms.
  static let mostTexts = 100

  let index: GazetteerIndex

  public init(_ gazetteer: Gazetteer) { index = GazetteerIndexBuilder.build(gazetteer) }

  /// Whether the coordinates are on the campus only if latitude and longitude are swapped. They are
  /// reported and never used.
  public func isSwapped(_ coordinate: Coordinate) -> Bool {
    guard let bounds = index.bounds, !bounds.contains(coordinate),
      let swapped = Coordinate(latitude: coordinate.longitude, longitude: coordinate.latitude)
    else { return false }
    return bounds.contains(swapped)
  }

  /// The placement of a venue. If it has no point, it gets the source's own point, provided that this is
  /// inside the bounds and the event is not known to be elsewhere.
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

  /// The points that are placeholders: their venue texts name at least three places far from the point,
  /// and more such places than places near it.
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
      let fromText = placement(of: query.text, point)
      // If the text means the same place, it may also have the room.
      guard let nearest = nearest(to: point, confidence: PlacementWeights.point),
        nearest.place != fromText.place
      else { return fromText }
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
          place: index.successor(of: position), value: PlacementWeights.fallback,
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
    if choice.best == nil, choice.isAmbiguous, !choice.namesTwo, reading.isExact {
      choice = PlaceChoice(broken(reading, venue), index, point)
    }
    choice.raiseOnly(in: venue, index)
    if let best = choice.best, reading.context.allowsPlacement,
      Double(best.confidence) >= Self.threshold
    {
      return answer(
        best, candidates: candidates(choice.ranked, venue, after: best), in: venue.folded)
    }
    let reason = reason(reading.context, venue, choice)
    if reason == .unknown || reason == .ambiguous, reading.context.unknown <= 2,
      let nearest = nearest(to: point, confidence: PlacementWeights.fallback)
    {
      return nearest
    }
    let isSearched =
      (reason == .unknown || reason == .ambiguous)
      && venue.words.count <= CandidateSearch.mostWords
    return Placement(
      abstaining: reason,
      candidates: candidates(isSearched ? searched(choice.ranked, venue) : choice.ranked, venue))
  }

  /// The scores of an abstention with those of a search for the text's words. What the text's reading
  /// favors is the first of places that the search finds alike.
  private func searched(_ ranked: [PlaceScore], _ venue: VenueText) -> [PlaceScore] {
    var scores = ranked
    for var found in CandidateSearch(venue, index).scores() {
      if let known = scores.firstIndex(where: { $0.place == found.place }) {
        found.value = min(
          found.value + PlacementWeights.tieBreak * scores[known].value,
          Float(Self.threshold) - 0.001)
        if found.confidence > scores[known].confidence { scores[known] = found }
      } else {
        scores.append(found)
      }
    }
    return scores.sorted { ($1.confidence, $0.place) < ($0.confidence, $1.place) }
  }

  private struct Reading {
    var mentioned: WordSet
    var context: VenueContext
    var scores: [PlaceScore]
    var isExact = true
  }

  /// The scores with a little more for those that similar spellings and shared words favor.
  private func broken(_ reading: Reading, _ venue: VenueText) -> [PlaceScore] {
    let correctedText = CorrectedText(venue, index).text
    let fuzzy = FuzzyMatcher(index: index, text: correctedText, context: reading.context).scores()
    return reading.scores.map { score in
      var score = score
      let similarity = fuzzy.first { $0.place == score.place }?.value ?? 0
      score.value *= PlacementWeights.slightDoubt + PlacementWeights.tieBreak * similarity
      return score
    }
  }

  private func reading(of venue: VenueText) -> Reading {
    var exact = exactReading(of: venue)
    let context = exact.context
    if let best = exact.scores.first, Double(best.confidence) >= Self.threshold {
      if context.unknown > 0, correct(&exact, best, venue) { return exact }
      if index.hasDescendants(best.place) { addSimilarity(to: &exact, in: best.place, venue) }
      return exact
    }
    exact.isExact = false
    let correctedText = CorrectedText(venue, index)
    if !correctedText.corrected.isEmpty {
      exact.scores += scores(of: correctedText, judged: exact.scores)
    }
    let fuzzy = FuzzyMatcher(
      index: index, text: correctedText.text, context: context,
      areas: exact.scores.filter {
        $0.value >= PlacementWeights.possibleArea && index.hasDescendants($0.place)
      })
    let named = exact.scores
    // What is named in full, is an area or is only near the venue, and doubted anyhow, is no likelier because
    // it resembles its name.
    exact.scores += fuzzy.scores().filter { score in
      !named.contains { known in
        known.place == score.place
          && (known.named != nil && known.range.count > 1 || index.isArea(score.place)
            || venue.words[known.range.lowerBound].isLandmark)
      }
    }
    return exact
  }

  /// The mentions of a text with corrected words. Mentions without a corrected word were judged already,
  /// unless a corrected word changes the area and with it the room.
  private func scores(of correctedText: CorrectedText, judged: [PlaceScore]) -> [PlaceScore] {
    let reading = exactReading(of: correctedText.text)
    let scores = reading.scores
    return scores.compactMap { score in
      let isNew =
        correctedText.hasCorrected(score.range) || score.agreement > 0
        || !judged.contains { $0.place == score.place }
        || scores.contains { index.isPlace(score.place, within: $0.place) }
      guard isNew else { return nil }
      var score = score
      // A word of a longer text that resembles a name is hardly a slip: "Fort Macon State Park" is no Mason Hall.
      let isOther = score.named == nil && reading.context.rest > 0
      score.value *= isOther ? PlacementWeights.inDoubt : PlacementWeights.someDoubt
      score.method = .fuzzy
      return score
    }
  }

  /// Adds the names that only a slip hides: "Woodsworth College Residnce" rather than the shorter name,
  /// "Linden Plzaa, Student Village" rather than the area, "Lindne Hall (rain: Oak Hall)" rather than the
  /// second.
  /// - Returns: whether there is one.
  private func correct(
    _ reading: inout Reading, _ best: PlaceScore, _ venue: VenueText
  ) -> Bool {
    let hidden = hidden(by: best, in: CorrectedText(venue, index))
    // A changed first letter is no evidence for a name, but against what is only a part of it.
    let others =
      hidden.isEmpty
      ? self.hidden(by: best, in: CorrectedText(venue, index, changingFirst: true)) : hidden
    guard !others.isEmpty else { return false }
    reading.isExact = false
    for position in reading.scores.indices
    where others.contains(where: { $0.range.overlaps(reading.scores[position].range) }) {
      reading.scores[position].value *= PlacementWeights.inDoubt
    }
    reading.scores += hidden.map { score in
      var score = score
      score.value *= PlacementWeights.someDoubt
      score.method = .fuzzy
      return score
    }
    return true
  }

  /// The places of a corrected text that the best one hides: longer names, and sure ones beside it.
  private func hidden(by best: PlaceScore, in correctedText: CorrectedText) -> [PlaceScore] {
    if correctedText.corrected.isEmpty { return [] }
    return exactReading(of: correctedText.text).scores.filter { score in
      guard correctedText.hasCorrected(score.range) || score.agreement > 0 else { return false }
      return score.range.overlaps(best.range)
        ? score.range.count > best.range.count && score.value >= best.value
        : score.value >= Self.sure
    }
  }

  /// "Physics Container": of an area's places the one that the rest of the text resembles.
  private func addSimilarity(to reading: inout Reading, in area: Int32, _ venue: VenueText) {
    let rest = venue.informative.subtracting(reading.mentioned)
    guard !rest.isEmpty else { return }
    let fuzzy = FuzzyMatcher(index: index, text: venue, context: reading.context)
    for var score in fuzzy.scores()
    where score.value >= PlacementWeights.innerSimilarity
      && index.isPlace(score.place, within: area) && !rest.isDisjoint(with: score.range)
    {
      score.value = PlacementWeights.roomName
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
      mentioned: mentioned, context: context,
      scores: PlaceScorer(surroundings: surroundings).scores())
  }

  private func reason(
    _ context: VenueContext, _ venue: VenueText, _ choice: PlaceChoice
  ) -> Placement.Abstention {
    if context.isOffCampus { return .offCampus }
    if context.isOnline || context.isVirtual || venue.hasMeetingLink { return .online }
    if context.isToBeAnnounced { return .toBeAnnounced }
    if context.hasForeignAddress || context.hasUnfamiliarAddress || context.hasForeignWord {
      return .offCampus
    }
    return choice.isAmbiguous || context.hasAlternatives ? .ambiguous : .unknown
  }

  // MARK: Coordinates

  private func withoutText(_ point: SourcePoint) -> Placement {
    nearest(to: point, confidence: PlacementWeights.point)
      ?? Placement(abstaining: point.isGiven ? .unknown : .none)
  }

  private func nearest(to point: SourcePoint, confidence: Float) -> Placement? {
    guard let coordinate = point.usable,
      let neighbor = index.nearest.nearest(to: coordinate, within: Self.pointRadius),
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
    var result: [Placement.Candidate] = []
    if let best, best.place != scores.first?.place {
      append(best, against: nil, venue, to: &result)
    }
    for score in scores where result.count < 3 {
      append(score, against: score.against, venue, to: &result)
    }
    return result
  }

  /// Appends a place unless the list has it.
  private func append(
    _ score: PlaceScore, against: Int?, _ venue: VenueText,
    to candidates: inout [Placement.Candidate]
  ) {
    let id = index.place(score.place).id
    if candidates.contains(where: { $0.place == id }) { return }
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
    let place = index.place(score.place)
    let confidence = confidence ?? Self.rounded(Double(score.confidence))
    var candidates = candidates
    if candidates.first?.place != place.id {
      candidates.removeAll { $0.place == place.id }
      candidates.insert(Placement.Candidate(place: place.id, score: confidence), at: 0)
      if candidates.count > 3 { candidates.removeLast() }
    }
    let room = score.room.map { place.rooms[Int($0)] }
    var placement = Placement(
      place: place.id, name: place.name, room: room?.code,
      floor: room?.floor ?? text.flatMap { index.floors?.floor(in: $0) },
      coordinate: room?.coordinate ?? place.coordinate, confidence: confidence,
      method: score.method, candidates: candidates)
    if placement.coordinate == nil { placement.reason = .noPoint }
    return placement
  }

  /// Three decimals; more would be false precision.
  private static func rounded(_ value: Double) -> Double { (value * 1_000).rounded() / 1_000 }
}
