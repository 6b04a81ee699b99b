import AlmanacModel

/// Ranks places whose names share words with the text, if the text has no exact name.
///
/// The score of a name is the share of its words that the text has, weighted by their rarity.
struct FuzzyMatcher {
  let index: GazetteerIndex
  let text: VenueText
  let context: VenueContext
  /// Areas that the text names: places in them are preferred.
  var areas: [PlaceScore] = []

  /// A word in more names than this has no information.
  private static let mostPostings = 400
  /// The same for a general word or a number.
  private static let mostGeneralPostings = 8

  /// The places with a similar name, best first.
  func scores() -> [PlaceScore] {
    var best: [Int32: PlaceScore] = [:]
    for phrase in phrases() {
      let similarity = similarity(of: phrase.words)
      guard similarity.value > PlacementWeights.leastSimilarity else { continue }
      for target in phrase.targets where target.kind <= .roomName {
        let score = score(target, similarity, isShared: !phrase.targets.isOfOnePlace)
        if score.value > best[score.place]?.value ?? 0 { best[score.place] = score }
      }
    }
    return best.values.sorted { ($1.value, $0.place) < ($0.value, $1.place) }
  }

  /// The names that have an informative word of the text, in the order of the index.
  private func phrases() -> [PhraseIndex.Phrase] {
    var numbers = Set<Int32>()
    for word in text.words {
      guard let id = word.id else { continue }
      let isGeneral = word.isNumber || word.traits.contains(.general)
      let postings = index.postings[Int(id)]
      if postings.count <= (isGeneral ? Self.mostGeneralPostings : Self.mostPostings) {
        numbers.formUnion(postings)
      }
    }
    return numbers.sorted().map { index.phrases.phrases[Int($0)] }
  }

  private func score(
    _ target: PhraseIndex.Target, _ similarity: Similarity, isShared: Bool
  ) -> PlaceScore {
    let isInside =
      areas.isEmpty || areas.contains { index.isPlace(target.place, within: $0.place) }
    var score = PlaceScore(
      target,
      value: similarity.value * Self.worth(target.kind)
        * (isInside ? 1 : PlacementWeights.inDoubt)
        * (isShared ? PlacementWeights.slightDoubt : 1),
      method: .fuzzy, range: similarity.range, index)
    if let against = SiblingConflict.contradiction(
      to: target.place, named: similarity.named, by: target.kind, in: text, index)
    {
      score.value *= PlacementWeights.unlikely
      score.against = against
    }
    return score
  }

  private static func worth(_ kind: PhraseIndex.Kind) -> Float {
    switch kind {
    case .name: PlacementWeights.fuzzyName
    case .alias: PlacementWeights.fuzzyAlias
    case .short, .part: PlacementWeights.fuzzyPart
    default: PlacementWeights.fuzzyInner
    }
  }

  // MARK: Similarity of a name

  private struct Similarity {
    var value: Float = 0
    var range = 0..<0
    /// The words of the name up to the first that is elsewhere.
    var named = 0..<0
  }

  /// How much of the name is in the text, and how much of that part of the text it explains.
  private func similarity(of words: [Int32]) -> Similarity {
    var whole: Float = 0
    var matched: Float = 0
    var positions = WordSet()
    var numbers = (matched: 0, missed: 0)
    for word in words {
      let weight = index.vocabulary.weight(of: word)
      let isNumber = index.vocabulary.isNumber(word)
      whole += weight
      guard
        let position = text.words.indices.first(where: {
          text.words[$0].id == word && !positions.contains($0) && !text.floors.contains($0)
        })
      else {
        if isNumber { numbers.missed += 1 }
        continue
      }
      matched += weight * (text.words[position].isCorrected ? PlacementWeights.someDoubt : 1)
      if isNumber { numbers.matched += 1 }
      positions.insert(position)
    }
    guard whole > 0, !positions.isEmpty else { return Similarity() }
    let range = positions.range
    // "Spadina Road" isn't "Spadina Road 56".
    let missesNumber = numbers.missed > 0 && numbers.matched == 0
    let isWhole = matched / whole > PlacementWeights.wholeName && positions.count > 1
    let isOtherKind =
      TypeConflict.isOther(after: range, of: words, in: text, index) || isOfOtherSubject(positions)
    let value =
      matched / whole * (missesNumber ? PlacementWeights.inDoubt : 1)
      * (isWhole || context.unknown == 0 ? 1 : PlacementWeights.someDoubt)
      * (context.pointsElsewhere ? PlacementWeights.unlikely : 1)
      * (positions.count == 1
        && (isBesideUnknownPart(range.lowerBound, of: words) || isOther(words, range.lowerBound))
        ? PlacementWeights.otherOfTheName : 1)
      * (isOtherKind ? PlacementWeights.unlikely : 1)
      * (context.isRoom(range, text, index)
        && (context.namesOtherBuilding(than: range, text, index)
          || isBesideUnknownPart(range.lowerBound, of: words))
        ? PlacementWeights.inDoubt : 1)
      * explained(positions) * sharing(positions)
    let stop = range.first { !positions.contains($0) } ?? range.upperBound
    return Similarity(value: value, range: range, named: range.lowerBound..<stop)
  }

  /// The "new canteen" isn't the one that is called just "Canteen".
  private func isOther(_ words: [Int32], _ first: Int) -> Bool {
    words.count == 1 && context.isUnexplained(first - 1) && text.adjoins(first - 1, first)
  }

  /// Whether a word before the type makes it another place: the "Alder Event Center" is no Alder Center,
  /// the "Alder Stadium East" no Alder Hall East.
  private func isOfOtherSubject(_ positions: WordSet) -> Bool {
    let isOpenAir = positions.range.contains { position in
      !positions.contains(position)
        && text.words[position].id.map {
          VenueWords.openAir.contains(index.vocabulary.spelling(of: $0))
        } ?? false
    }
    if isOpenAir { return true }
    let (subject, type) = (positions.range.upperBound - 2, positions.range.upperBound - 1)
    return subject > positions.range.lowerBound && !positions.contains(subject)
      && text.adjoins(subject, type) && text.words[type].traits.contains(.type)
      && !text.words[subject].traits.isDisjoint(with: [.general, .subject])
  }

  /// Whether another part is something else that nothing explains: "Detroit" is the town of "Ford Field,
  /// Detroit", and no Detroit Center. What follows a whole name may be about it: "Amphitheatre (300 seats)".
  private func isBesideUnknownPart(_ position: Int, of name: [Int32]) -> Bool {
    text.words.indices.contains { other in
      text.words[other].part != text.words[position].part && context.isRest(other)
        && (other < position || name.count > 1)
    }
  }

  /// The weight of the matched words in that of their parts, unknown words counting fully.
  private func explained(_ positions: WordSet) -> Float {
    let parts = Set(positions.map { text.words[$0].part })
    var matched: Float = 0
    var whole: Float = 0
    for (position, word) in text.words.enumerated() where parts.contains(word.part) {
      let isMatched = positions.contains(position)
      if isMatched, word.isLandmark { return PlacementWeights.unlikely }
      let weight = weight(of: word)
      // A hall of the name is no college of the name.
      let isOtherKind = word.traits.contains(.kind) && !isMatched
      whole += isOtherKind ? max(weight, PlacementWeights.otherKind) : weight
      if isMatched { matched += weight }
    }
    return whole > 0 ? matched / whole : 0
  }

  private func weight(of word: VenueText.Word) -> Float {
    if word.isUnknown { return 1 }
    if word.isNumber { return PlacementWeights.numberWord }
    return word.id.map(index.vocabulary.weight) ?? PlacementWeights.numberWord
  }

  /// Less for words that several places have in their names.
  private func sharing(_ positions: WordSet) -> Float {
    let words = positions.filter { !text.isNumber($0) }.compactMap { text.words[$0].id }.filter {
      !index.vocabulary.traits(of: $0).contains(.general)
    }
    let isShort = words.allSatisfy { index.vocabulary.spelling(of: $0).utf8.count <= 2 }
    if positions.contains(where: text.isNumber) { return isShort ? PlacementWeights.someDoubt : 1 }
    if isShort { return PlacementWeights.inDoubt }
    let places = placesNamed(with: words)
    if places <= 1 { return 1 }
    return places == 2 && words.count == 1 && words.allSatisfy(beginsItsNames)
      && (positions.count > 1 || isOneNameOfOther(words[0])) ? 1 : PlacementWeights.inDoubt
  }

  /// The number of places that have all the words in one name.
  private func placesNamed(with words: [Int32]) -> Int {
    guard
      let rarest = words.min(by: { index.vocabulary.uses(of: $0) < index.vocabulary.uses(of: $1) })
    else { return 0 }
    let names = index.postings[Int(rarest)].map { index.phrases.phrases[Int($0)] }.filter { name in
      words.allSatisfy(name.words.contains)
    }
    return Set(names.flatMap(\.targets).filter { $0.kind <= .alias }.map(\.place)).count
  }

  /// Whether one of the word's two places is named after the other: a college and its residence, a building and
  /// its addition, but no residence hall and recreation center named after one person.
  private func isOneNameOfOther(_ word: Int32) -> Bool {
    let names = index.names.filter { $0.first == word }.sorted { $0.count < $1.count }
    guard names.count == 2, !names[1].starts(with: names[0]) else { return true }
    return names.contains { name in
      name.last.map { ["addition", "annexe"].contains(index.vocabulary.spelling(of: $0)) } ?? false
    }
  }

  /// Whether every name with the word begins with it, as those of a college and its residence do.
  private func beginsItsNames(_ word: Int32) -> Bool {
    index.postings[Int(word)].allSatisfy { index.phrases.phrases[Int($0)].words.first == word }
  }
}
