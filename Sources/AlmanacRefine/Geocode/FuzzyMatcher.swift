import AlmanacModel

/// Ranks places whose names share words with the text, if the text has no exact name.
///
/// The score of a name is the share of its words that the text has, weighted by their rarity.
struct FuzzyMatcher {
  private let index: GazetteerIndex
  private let text: VenueText
  private let context: VenueContext
  /// Areas that the text names: places in them are preferred.
  private let areas: [PlaceScore]
  /// By position: the weight of the word if it were explained.
  private let weights: [Float]
  /// The factor of a partial name, by the rest of the text.
  private let penalty: Float

  init(
    index: GazetteerIndex, text: VenueText, context: VenueContext, areas: [PlaceScore] = []
  ) {
    self.index = index
    self.text = text
    self.context = context
    self.areas = areas
    weights = text.words.indices.map { position in
      if text.isUnknown(position) { return 1 }
      if text.isNumber(position) { return PlacementWeights.numberWord }
      return text.words[position].id.map(index.vocabulary.weight) ?? PlacementWeights.otherWord
    }
    penalty =
      context.namesOtherBuilding || context.unknown >= 3
      ? PlacementWeights.manyOpen : context.unknown >= 1 ? PlacementWeights.oneOpen : 1
  }

  private var isElsewhere: Bool {
    context.isElsewhere || context.hasForeignWord || context.hasTown
      || context.namesInstitution && !context.namesCampus
  }

  /// The weight of a word of which only the beginning was typed.
  private static let untyped = PlacementWeights.untyped

  /// Names with less similarity are no candidates.
  private static let least = PlacementWeights.leastSimilarity

  /// The number of names that are compared in full. An answer has most of a name's weight, so that it is
  /// among them.
  private static let mostPhrases = 40

  /// A word in more names than this has no information.
  private static let mostPostings = 400

  /// A name with a share of its weight that the text has.
  private struct Share {
    let phrase: Int32
    var value: Float
  }

  /// The names of which the text has most, by the weight of their words; in their order.
  private func phrases() -> [Int32] {
    var shares: [Share] = []
    for (position, word) in text.words.enumerated() {
      let isGeneral = word.traits.contains(.general) || text.isNumber(position)
      let most = isGeneral ? 8 : Self.mostPostings
      if let id = word.id { add(id, most, to: &shares) }
      if let compoundHead = word.compoundHead { add(compoundHead, most, to: &shares) }
    }
    shares.sort { $0.phrase < $1.phrase }
    var found: [Share] = []
    found.reserveCapacity(shares.count)
    for share in shares {
      if let last = found.indices.last, found[last].phrase == share.phrase {
        found[last].value += share.value
      } else {
        found.append(share)
      }
    }
    guard found.count > Self.mostPhrases else { return found.map(\.phrase) }
    found.sort { $0.value != $1.value ? $0.value > $1.value : $0.phrase < $1.phrase }
    return found.prefix(Self.mostPhrases).map(\.phrase).sorted()
  }

  private func add(_ word: Int32, _ most: Int, to shares: inout [Share]) {
    let word = Int(word)
    guard index.postings.indices.contains(word), index.postings[word].count <= most else { return }
    let weight = index.vocabulary.weight(of: Int32(word))
    for phrase in index.postings[word] {
      let whole = max(index.phrases.phrases[Int(phrase)].weight, PlacementWeights.leastPhrase)
      shares.append(Share(phrase: phrase, value: weight / whole))
    }
  }

  func scores() -> [PlaceScore] {
    var best: [PlaceScore] = []
    /// By score: the weight of the place's own name.
    var named: [Float] = []
    /// By place: its score.
    var numbers = [Int32](repeating: -1, count: index.places.count)
    for number in phrases() {
      let similarity = similarity(of: index.phrases.phrases[Int(number)].words)
      guard similarity.value > Self.least else { continue }
      let targets = index.phrases.phrases[Int(number)].targets
      let isShared = !targets.isOfOnePlace
      for target in targets where target.kind <= .roomName {
        let value = similarity.value * inArea(target.place, similarity)
        var score = PlaceScore(
          place: index.successor(of: target.place),
          value: value * Self.worth(target.kind) / (isShared ? PlacementWeights.sharedPhrase : 1),
          method: .fuzzy,
          range: similarity.range, room: target.room)
        if let against = SiblingConflict.contradiction(
          to: target.place, named: similarity.named, by: target.kind, in: text, index)
        {
          score.value *= SiblingConflict.share
          score.against = against
        }
        let known = Int(numbers[Int(score.place)])
        if known < 0 {
          numbers[Int(score.place)] = Int32(best.count)
          best.append(score)
          named.append(target.kind == .name ? score.value : 0)
        } else {
          if target.kind == .name { named[known] = max(named[known], score.value) }
          if score.value > best[known].value { best[known] = score }
        }
      }
    }
    // Of two equal scores the shorter name wins: the college before its residence.
    for number in best.indices {
      best[number].value =
        PlacementWeights.bestPhrase * best[number].value
        + PlacementWeights.ownName * named[number]
    }
    best.sort { $0.value != $1.value ? $0.value > $1.value : $0.place < $1.place }
    return best
  }

  private func inArea(_ place: Int32, _ similarity: Similarity) -> Float {
    if areas.isEmpty { return 1 }
    return areas.contains { index.isPlace(place, within: $0.place) }
      ? similarity.inArea : PlacementWeights.outsideArea
  }

  private static func worth(_ kind: PhraseIndex.Kind) -> Float {
    switch kind {
    case .name, .alias: PlacementWeights.fuzzyName
    case .short, .part: PlacementWeights.fuzzyPart
    case .tenant: PlacementWeights.fuzzyTenant
    case .roomCode: PlacementWeights.fuzzyRoomCode
    default: PlacementWeights.fuzzyRoomName
    }
  }

  private struct Similarity {
    var value: Float = 0
    var range = 0..<0
    /// The words of the name up to the first that is elsewhere.
    var named = 0..<0
    /// The factor for a place of an area that the text names.
    var inArea: Float = 1
  }

  /// How much of the name is in the text, and how much of that part of the text it explains.
  private func similarity(of words: [Int32]) -> Similarity {
    var whole: Float = 0
    var matched: Float = 0
    var positions = WordSet()
    var numbers = (matched: 0, missed: 0)
    for (place, word) in words.enumerated() {
      let weight = index.vocabulary.weight(of: word)
      let isAgain = words[..<place].contains(word)
      // A name may have a word twice.
      let found = position(of: word, excluding: isAgain ? WordSet() : positions)
      guard let found else {
        whole += weight
        if !isAgain, index.vocabulary.isNumber(word) { numbers.missed += 1 }
        continue
      }
      // Words that are not typed yet have no weight.
      let counted = found.isUntyped ? Self.untyped : weight
      whole += counted
      matched += counted * found.share
      if isAgain { continue }
      if index.vocabulary.isNumber(word) { numbers.matched += 1 }
      positions.insert(found.position)
    }
    guard whole > 0, !positions.isEmpty else { return Similarity() }
    let range = positions.range
    let coverage = matched / whole
    // "Spadina Road" isn't "Spadina Road 56".
    let missesNumber = numbers.missed > 0 && numbers.matched == 0
    let isWhole = coverage > PlacementWeights.wholeName && positions.count > 1
    let penalty =
      (missesNumber ? PlacementWeights.missingNumber : 1) * (isWhole ? 1 : self.penalty)
      * (isElsewhere ? PlacementWeights.fuzzyElsewhere : 1)
      * (isOther(words, range.lowerBound)
        || positions.count == 1 && followsUnknownPart(range.lowerBound)
        ? PlacementWeights.otherOfTheName : 1)
      * (context.isRoom(range, text, index)
        && (context.namesOtherBuilding(than: range, text, index)
          || followsUnknownPart(range.lowerBound))
        ? PlacementWeights.roomOfOtherBuilding : 1)
      * (TypeConflict.isOther(after: range, of: words, in: text, index) || isOfOtherKind(positions)
        ? PlacementWeights.fuzzyOtherType : 1)
    let possible =
      penalty * coverage
      * min(
        1, PlacementWeights.similarityBase + matched * PlacementWeights.similaritySlope)
    guard possible > Self.least else { return Similarity() }
    let explained = explained(positions)
    guard possible * explained > Self.least else { return Similarity() }
    var similarity = Similarity(value: possible * explained * sharing(positions), range: range)
    let stop = range.first { !positions.contains($0) } ?? range.upperBound
    similarity.named = range.lowerBound..<stop
    if explained > 0, !areas.isEmpty {
      var both = positions
      for area in areas { both.insert(contentsOf: area.range) }
      similarity.inArea = max(1, min(2, self.explained(both) / explained))
    }
    return similarity
  }

  /// The "new canteen" isn't the one that is called just "Canteen".
  private func isOther(_ words: [Int32], _ first: Int) -> Bool {
    words.count == 1 && first > 0 && context.isUnexplained(first - 1)
      && text.adjoins(first - 1, first)
  }

  /// Whether a word before the type makes it another place: the "Alder Event Center" is no Alder Center,
  /// the "Alder Stadium East" no Alder Hall East.
  private func isOfOtherKind(_ positions: WordSet) -> Bool {
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

  /// Whether a part before it is something else that nothing explains: "Detroit" is the town of "Ford Field,
  /// Detroit", and no Detroit Center.
  private func followsUnknownPart(_ first: Int) -> Bool {
    (0..<first).contains { text.words[$0].part < text.words[first].part && context.isRest($0) }
  }

  /// The position of a name's word in the text, and the confidence that it is that word.
  private func position(
    of word: Int32, excluding taken: WordSet
  ) -> (position: Int, share: Float, isUntyped: Bool)? {
    let count = min(text.words.count, WordSet.most)
    for position in 0..<count where !taken.contains(position) {
      if text.words[position].id == word {
        return (
          position, text.words[position].isCorrected ? PlacementWeights.correctedWord : 1, false
        )
      }
      if text.words[position].compoundHead == word {
        return (position, PlacementWeights.compoundHeadWord, false)
      }
    }
    // A name that was not typed to its end: "Annex I" of "Annex IV".
    let last = count - 1
    guard last > 0, text.words[last].source == text.folded.words.count - 1,
      taken.contains(last - 1), !taken.contains(last),
      let typed = text.word(at: last), !typed.isNumber, !Designators.isNumeral(typed)
    else { return nil }
    let spelling = index.vocabulary.spelling(of: word).utf8
    return spelling.starts(with: text.folded.bytes[typed.range])
      ? (last, PlacementWeights.begunWord, true) : nil
  }

  /// The number of places that have all the words in one name; 3 for more than two.
  private func placesNamed(with words: [Int32]) -> Int {
    let rarest = words.min {
      (index.vocabulary.uses(of: $0), $0) < (index.vocabulary.uses(of: $1), $1)
    }
    guard let rarest, index.vocabulary.uses(of: rarest) > 1 else { return 1 }
    guard words.count > 1 else { return index.vocabulary.uses(of: rarest) }
    var places: (first: Int32?, second: Int32?)
    for number in index.postings[Int(rarest)].prefix(200) {
      let phrase = Int(number)
      guard words.allSatisfy(index.phrases.phrases[phrase].words.contains) else { continue }
      for target in index.phrases.phrases[phrase].targets
      where target.kind <= .alias && target.place != places.first
        && target.place != places.second
      {
        if places.second != nil { return 3 }
        places = (target.place, places.first)
      }
    }
    return places.first == nil ? 0 : places.second == nil ? 1 : 2
  }

  /// Whether every name with the word begins with it, as those of a college and its residence do.
  private func beginsItsNames(_ word: Int32) -> Bool {
    let postings = index.postings.indices.contains(Int(word)) ? index.postings[Int(word)] : []
    return postings.count <= 20
      && postings.allSatisfy { number in
        let phrase = index.phrases.phrases[Int(number)]
        return phrase.words.first == word || phrase.targets.allSatisfy { $0.kind > .alias }
      }
  }

  /// Less for words that several places have in their names.
  private func sharing(_ positions: WordSet) -> Float {
    var informative: [Int32] = []
    var hasNumber = false
    var isShort = true
    for position in positions.range where positions.contains(position) {
      if text.isNumber(position) {
        hasNumber = true
      } else if let word = text.words[position].id,
        !index.vocabulary.traits(of: word).contains(.general)
      {
        informative.append(word)
        if index.vocabulary.spelling(of: word).utf8.count > 2 { isShort = false }
      }
    }
    if hasNumber { return isShort ? PlacementWeights.shortWithNumber : 1 }
    if isShort { return PlacementWeights.shortAlone }
    let uses = placesNamed(with: informative)
    if uses <= 1 { return 1 }
    return uses == 2 && informative.count == 1 && informative.allSatisfy(beginsItsNames)
      ? PlacementWeights.twoOfTheName : PlacementWeights.severalOfTheName
  }

  private func isStreet(_ position: Int) -> Bool {
    text.words.indices.contains(position)
      && !text.words[position].traits.isDisjoint(with: [.street, .addressOnly])
  }

  /// The weight of the matched words in that of their parts, unknown words counting fully.
  private func explained(_ positions: WordSet) -> Float {
    let range = positions.range
    // "Raffles Place" is a street, whatever hall has the name.
    if text.words.indices.contains(range.upperBound),
      text.adjoins(range.upperBound - 1, range.upperBound), isStreet(range.upperBound)
    {
      return PlacementWeights.fuzzyStreet
    }
    var parts = WordSet()
    for position in range where positions.contains(position) {
      parts.insert(text.words[position].part)
    }
    var matched: Float = 0
    var whole: Float = 0
    for position in 0..<min(text.words.count, WordSet.most)
    where parts.contains(text.words[position].part) {
      let word = text.words[position]
      let isMatched = positions.contains(position)
      if isMatched, word.isLandmark || context.inAddress.contains(position) {
        return PlacementWeights.fuzzyStreet
      }
      let weight = weights[position]
      // A hall of the name is no college of the name.
      let isOtherKind = word.traits.contains(.kind) && !isMatched
      whole += isOtherKind ? max(weight, PlacementWeights.otherKind) : weight
      if isMatched { matched += weight }
    }
    return whole > 0 ? matched / whole : 0
  }
}
