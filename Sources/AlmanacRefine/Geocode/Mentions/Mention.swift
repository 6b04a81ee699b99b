/// A phrase of the gazetteer found in a venue text.
struct Mention: Sendable {
  /// How distinctive the phrase is.
  enum Strength: Int, Sendable, Comparable {
    /// A general word or a common one, such as "Museum".
    case common
    /// A general word with a number: every university has a "Lecture Theatre 3".
    case numbered
    /// One word of its own, such as "Robarts".
    case single
    /// A word of its own with another or with a number: "Hart House", "COM 1".
    case proper

    static func < (lhs: Strength, rhs: Strength) -> Bool { lhs.rawValue < rhs.rawValue }
  }

  /// Positions among the text's words.
  let range: Range<Int>
  /// What it means, in the order of the places; never empty.
  let targets: [PhraseIndex.Target]
  let kinds: PhraseIndex.Kinds
  let strength: Strength
  let isCode: Bool
  let weight: Float

  init(
    _ targets: [PhraseIndex.Target], at range: Range<Int>, strength: Strength, weight: Float,
    isCode: Bool = false
  ) {
    self.range = range
    self.targets = targets
    kinds = PhraseIndex.Kinds(targets)
    self.strength = strength
    self.isCode = isCode
    self.weight = weight
  }

  /// Whether all targets are of one place.
  var isOfOnePlace: Bool { targets.isOfOnePlace }

  /// The number of places that have the phrase as a name or a part of one.
  var namedPlaces: Int {
    Set(targets.lazy.filter { $0.kind <= .part }.map(\.place)).count
  }

  func has(_ kind: PhraseIndex.Kind) -> Bool { kinds.contains(.init(kind)) }

  /// Whether a target is of this kind or of one before it.
  func has(upTo kind: PhraseIndex.Kind) -> Bool { !kinds.isDisjoint(with: .init(upTo: kind)) }

  /// Nothing but a hint, which leaves the words unexplained.
  var isHint: Bool { kinds == .hint }

  var namesPlaces: Bool { !kinds.isDisjoint(with: .ofPlaces) }
}

extension [Mention] {
  /// The positions that a mention has.
  var positions: WordSet {
    reduce(into: WordSet()) { $0.insert(contentsOf: $1.range) }
  }

  /// Where the campus itself is named.
  var campus: WordSet {
    reduce(into: WordSet()) { if $1.has(.stop) { $0.insert(contentsOf: $1.range) } }
  }
}

extension Mention.Strength {
  /// The strength of a phrase of these words.
  init(of words: [Int32], _ vocabulary: Vocabulary) {
    var distinct = 0
    var numbers = 0
    var letters = 0
    for word in words {
      let spelling = vocabulary.spelling(of: word)
      // The letter of "Block B" is as good as a number.
      if spelling.utf8.count == 1 || spelling.utf8.first.map({ $0 < 0x3A }) ?? false {
        numbers += 1
      } else {
        letters += 1
        let traits = vocabulary.traits(of: word)
        let isDistinct = traits.isDisjoint(with: [.general, .street, .abbreviation, .type])
        if isDistinct, spelling.utf8.count >= 2 { distinct += 1 }
      }
    }
    let isSeveral = letters + numbers > 1
    self = distinct > 0 ? (isSeveral ? .proper : .single) : numbers > 0 ? .numbered : .common
  }
}
