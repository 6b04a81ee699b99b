/// A phrase of the gazetteer found in a venue text.
///
/// Holds no references, because mentions are moved about and judged in the inner loop.
struct Mention: Sendable {
  /// How surely the phrase, as typed, means what the gazetteer means by it.
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

  private var first: UInt8
  private var end: UInt8
  let kinds: PhraseIndex.Kinds
  let strength: Strength
  let isCode: Bool
  /// Whether its targets are not those of a phrase of the index.
  fileprivate let hasOwnTargets: Bool
  /// Whether all targets are of one place.
  let isOfOnePlace: Bool
  let weight: Float
  /// The number of places that have the phrase as a name or a part of one.
  let namedPlaces: Int32
  /// The number of its targets.
  let count: Int32
  /// The phrase among those of the index, or where the other targets of a code begin.
  fileprivate let number: Int32
  fileprivate let head: PhraseIndex.Target

  /// A phrase of the index, at the beginning of a text.
  init(_ phrase: PhraseIndex.Phrase, number: Int) {
    first = 0
    end = UInt8(truncatingIfNeeded: phrase.words.count)
    kinds = phrase.kinds
    strength = phrase.strength
    isCode = false
    hasOwnTargets = false
    isOfOnePlace = phrase.targets.isOfOnePlace
    weight = phrase.weight + 0.01 * Float(phrase.words.count)
    namedPlaces = Int32(phrase.targets.namedPlaces)
    count = Int32(phrase.targets.count)
    self.number = Int32(number)
    head = phrase.targets.head
  }

  /// A code with its targets, of which all but the first stand in a list of their own.
  init(
    code targets: PhraseTargets, others: Int, at range: Range<Int>, strength: Strength
  ) {
    first = UInt8(truncatingIfNeeded: range.lowerBound)
    end = UInt8(truncatingIfNeeded: range.upperBound)
    kinds = PhraseIndex.Kinds(targets)
    self.strength = strength
    isCode = true
    hasOwnTargets = true
    isOfOnePlace = targets.isOfOnePlace
    weight = kinds == .hint ? 0.05 : 0.6
    namedPlaces = Int32(targets.namedPlaces)
    count = Int32(targets.count)
    number = Int32(others)
    head = targets.head
  }

  /// A part of a place's name.
  init(short place: Int32, at range: Range<Int>, strength: Strength, weight: Float) {
    first = UInt8(truncatingIfNeeded: range.lowerBound)
    end = UInt8(truncatingIfNeeded: range.upperBound)
    kinds = PhraseIndex.Kinds(.short)
    self.strength = strength
    isCode = false
    hasOwnTargets = true
    isOfOnePlace = true
    self.weight = weight
    namedPlaces = 1
    count = 1
    number = 0
    head = PhraseIndex.Target(place: place, room: nil, kind: .short)
  }

  /// The same where it stands in a text.
  func at(_ range: Range<Int>) -> Mention {
    var mention = self
    mention.first = UInt8(truncatingIfNeeded: range.lowerBound)
    mention.end = UInt8(truncatingIfNeeded: range.upperBound)
    return mention
  }

  /// Positions among the text's words.
  var range: Range<Int> { Int(first)..<Int(end) }

  func has(_ kind: PhraseIndex.Kind) -> Bool { kinds.contains(.init(kind)) }

  /// Nothing but a hint, which leaves the words unexplained.
  var isHint: Bool { kinds == .hint }

  var namesPlaces: Bool { !kinds.isDisjoint(with: .ofPlaces) }
}

/// What a text mentions, with the targets that are not in the index.
struct Mentions: Sendable {
  var all: [Mention] = []
  /// Those of codes of several places.
  fileprivate var codeTargets: [PhraseIndex.Target] = []

  mutating func append(
    code targets: PhraseTargets, at range: Range<Int>, strength: Mention.Strength
  ) {
    all.append(Mention(code: targets, others: codeTargets.count, at: range, strength: strength))
    codeTargets.append(contentsOf: targets.dropFirst())
  }

  /// The positions that a mention has.
  var positions: Positions {
    all.reduce(into: Positions()) { $0.insert(contentsOf: $1.range) }
  }

  /// What the mention means, in the order of the places.
  @inline(__always)
  func target(_ position: Int, of mention: Mention, _ index: GazetteerIndex)
    -> PhraseIndex.Target
  {
    if position == 0 { return mention.head }
    if mention.hasOwnTargets { return codeTargets[Int(mention.number) + position - 1] }
    return index.phrases.phrases[Int(mention.number)].targets[position]
  }

  func anyTarget(
    of mention: Mention, _ index: GazetteerIndex, _ holds: (PhraseIndex.Target) -> Bool
  ) -> Bool {
    (0..<Int(mention.count)).contains { holds(target($0, of: mention, index)) }
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
