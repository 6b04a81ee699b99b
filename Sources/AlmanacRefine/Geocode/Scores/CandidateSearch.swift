import AlmanacModel

/// Ranks places for a short text that is the name of none of them, as a search over a gazetteer does: by
/// words that are typed in part, with a slip, written together, or a part of a compound.
///
/// Candidates are proposals to a reader, so that they may be bolder than placements: no score reaches
/// `GazetteerMatcher.threshold`.
struct CandidateSearch {
  private let index: GazetteerIndex
  private let text: VenueText
  private let terms: [Term]

  /// Longer texts are descriptions.
  static let mostWords = 5
  /// A word in more names has no information.
  private static let mostNames = 400
  /// Areas around a place that are looked at.
  private static let mostAreas = 4

  /// A word of the text, and what it may be in the gazetteer.
  private struct Term {
    let position: Int
    let weight: Float
    /// By word of the vocabulary: how alike it is, 0 ... 1.
    var likeness: [Int32: Float]
    /// One or two letters that all words with this prefix are like; else empty.
    var initials: [UInt8] = []
    /// Neither a number nor a word of many names.
    var isDistinct = true
  }

  init(_ text: VenueText, _ index: GazetteerIndex) {
    self.index = index
    self.text = text
    terms = text.words.indices.flatMap { Self.terms(at: $0, text, index) }
  }

  /// The places whose names or rooms have words of the text.
  func scores() -> [PlaceScore] {
    // The parts behind it are of an address: "Kingfisher Room, Singapore".
    let part = terms.first(where: \.isDistinct).map(part)
    let names = self.names { part == nil || $0.isDistinct && self.part(of: $0) == part }
    var best: [Int32: PlaceScore] = [:]
    for name in names {
      let phrase = index.phrases.phrases[Int(name)]
      let found = terms.map { Self.likeness(of: $0, in: phrase.words, index) }
      for target in phrase.targets where target.kind <= .roomName {
        let score = score(target, named: phrase.words, found)
        if score.value > best[score.place]?.value ?? PlacementWeights.leastSimilarity {
          best[score.place] = score
        }
      }
    }
    return best.values.sorted { $0.place < $1.place }
  }

  /// The names with a word that one of the terms may be, in the order of the index.
  private func names(with isChosen: (Term) -> Bool) -> [Int32] {
    var names = Set<Int32>()
    for word in terms.filter(isChosen).flatMap(\.likeness.keys) {
      let postings = index.postings[Int(word)]
      if postings.count <= Self.mostNames { names.formUnion(postings) }
    }
    return names.sorted()
  }

  private func part(of term: Term) -> Int { text.words[term.position].part }

  private func score(
    _ target: PhraseIndex.Target, named name: [Int32], _ found: [Found]
  ) -> PlaceScore {
    var explained: Float = 0
    var whole: Float = 0
    var inName = WordSet()
    var inText = WordSet()
    var isExplained = true
    for (term, own) in zip(terms, found) {
      var share = own.share
      if let position = own.position {
        inName.insert(position)
        inText.insert(term.position)
      } else {
        share = PlacementWeights.generalWord * around(target.place, term)
        if share == 0 { isExplained = false }
      }
      whole += term.weight
      explained += term.weight * share
    }
    // The "new canteen" need not be the one that is called just "Canteen".
    let coverage = isExplained ? coverage(of: inName, in: name) : 0
    var score = PlaceScore(
      target,
      value: Float(GazetteerMatcher.threshold) * explained / max(whole, 1e-6)
        * Self.worth(target.kind) * (0.79 + 0.2 * coverage),
      method: .fuzzy, range: inText.range, index)
    if inText.contains(where: { text.words[$0].isLandmark }) {
      score.value *= PlacementWeights.unlikely
    }
    if let against = SiblingConflict.contradiction(
      to: target.place, named: inText.range, by: target.kind, in: text, index)
    {
      score.value *= PlacementWeights.unlikely
      score.against = against
    }
    return score
  }

  /// The share of a name's words that the text has, by weight.
  private func coverage(of positions: WordSet, in name: [Int32]) -> Float {
    var covered: Float = 0
    var all: Float = 0
    for (position, word) in name.enumerated() {
      let weight = Self.weight(of: word, index)
      all += weight
      if positions.contains(position) { covered += weight }
    }
    return covered / all
  }

  /// How alike a word of a place's names is, or of an area's around it.
  private func around(_ place: Int32, _ term: Term) -> Float {
    var share: Float = 0
    var outer: Int32? = place
    for _ in 0..<Self.mostAreas {
      guard let position = outer else { break }
      share = max(share, Self.likeness(of: term, in: index.name(of: position), index).share)
      for (word, likeness) in term.likeness where likeness > share {
        if index.hasInItsNames(word, position) { share = likeness }
      }
      outer = index.place(position).within.flatMap { index.positions[$0] }
    }
    return share
  }

  private static func worth(_ kind: PhraseIndex.Kind) -> Float {
    switch kind {
    case .name, .alias, .short: 1
    case .part, .tenant: 0.95
    default: 0.9
    }
  }

  // MARK: Words

  /// How alike the likest word of a name is, and its position; nil for none.
  private typealias Found = (share: Float, position: Int?)

  private static func likeness(of term: Term, in name: [Int32], _ index: GazetteerIndex) -> Found {
    var best: Found = (0, nil)
    for (position, word) in name.enumerated() {
      var share = term.likeness[word] ?? 0
      if share == 0, !term.initials.isEmpty,
        index.vocabulary.spelling(of: word).utf8.starts(with: term.initials)
      {
        share = PlacementWeights.inDoubt
      }
      if share > best.share { best = (share, position) }
    }
    return best
  }

  /// The word at a position; the words that are written together there.
  private static func terms(
    at position: Int, _ text: VenueText, _ index: GazetteerIndex
  ) -> [Term] {
    let word = text.words[position]
    guard let folded = text.word(at: position) else { return [] }
    let spelling = Vocabulary.spelling(folded, text.folded)
    var likeness: [Int32: Float] = [:]
    if let id = word.id { likeness[id] = 1 }
    if word.isNumber {
      return [
        Term(
          position: position, weight: PlacementWeights.numberInName, likeness: likeness,
          isDistinct: false)
      ]
    }
    let isKnown = word.id.map { !index.postings[Int($0)].isEmpty } ?? false
    let parts = (isKnown ? [] : index.vocabulary.parts(of: spelling)).map(\.word)
      .filter { !index.vocabulary.traits(of: $0).contains(.dropped) }
    if parts.count > 1 {
      return parts.map {
        Term(position: position, weight: weight(of: $0, index), likeness: [$0: 1])
      }
    }
    let isGeneral = word.traits.contains(.general)
    if !isGeneral {
      likeness.merge(index.spelling.resembling(spelling[...])) { own, _ in own }
    }
    // The H of "H.003" is the whole name of a building.
    let isCode = text.isNumber(position + 1)
    return [
      Term(
        position: position, weight: word.id.map { weight(of: $0, index) } ?? 1,
        likeness: likeness, initials: spelling.count < 3 && !isCode ? spelling : [],
        isDistinct: !isGeneral)
    ]
  }

  private static func weight(of word: Int32, _ index: GazetteerIndex) -> Float {
    max(index.vocabulary.weight(of: word), PlacementWeights.leastWord)
  }
}
