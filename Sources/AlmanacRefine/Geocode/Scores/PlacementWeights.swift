/// The constants of placing venue texts: shares of right answers (0 ... 1), factors of them, and weights
/// of words.
///
/// They were set by hand on the labeled venue texts and hold together: measure with
/// `almanac-lab evaluate geocode` after a change. A placement needs `GazetteerMatcher.threshold`.
enum PlacementWeights {
  // MARK: Base values of a phrase, by what it names and how distinctive it is

  /// Two words of its own name one place: "Hart House".
  static let properName: Float = 0.97
  /// A code or a room's code with its number: "COM1"; a general word with a number: "Hall 7".
  static let code: Float = 0.96
  /// One word of its own or several general words: "Robarts", "University Hall"; six digits of one place.
  static let singleName: Float = 0.93
  /// A part of a name or a tenant, of two words; a street and number, which several places may share.
  static let properPart: Float = 0.86
  /// A room's name of two words; rooms of that name are elsewhere, too.
  static let roomName: Float = 0.82
  /// A general word alone: "Museum".
  static let generalWord: Float = 0.8
  /// A tenant or a room's name of one word: tenants move or have several buildings.
  static let singleInner: Float = 0.7
  /// A general part of a name, a short number, a room that several places have, a code in small letters.
  static let weakPart: Float = 0.45

  // MARK: Factors for doubts, from the least to the gravest

  /// Another place may be meant: several have the phrase, an alias is another's name.
  static let slightDoubt: Float = 0.95
  /// The place is likely still: words beside a whole name, a corrected word, an area with a number.
  static let someDoubt: Float = 0.86
  /// A name of its own behind an unknown word: "Franklin Linden Hall" may be another.
  static let nameAfterUnknown: Float = 0.8
  /// Nothing is placed unless something else agrees: a single word beside unknown ones.
  static let inDoubt: Float = 0.6
  /// The text contradicts: a sibling, another type or town, "opposite the library".
  static let unlikely: Float = 0.45
  /// "Canteen" in "new canteen" is the last candidate.
  static let otherOfTheName: Float = 0.1

  // MARK: Mentions

  /// Added to the place whose name its street has.
  static let streetOfTheName: Float = 0.06
  /// Added to a room with a name, which is likelier to be where people meet; less than makes a difference.
  static let namedRoom: Float = 0.01
  /// Added to the weight of a mention for each word: of two the longer is kept.
  static let phraseWord: Float = 0.01
  /// Weight of a code among overlapping mentions.
  static let codeMention: Float = 0.6
  /// The same of a hint, which leaves the words unexplained.
  static let hintMention: Float = 0.05
  /// An area from this value on is where its rooms are looked for.
  static let sureArea: Float = 0.7
  /// Areas below this value are not looked into; less sure places make nothing ambiguous.
  static let possibleArea: Float = 0.35
  /// Factor of the doubt if independent mentions agree.
  static let agreeingDoubt: Float = 0.6
  /// The highest confidence.
  static let mostSure: Float = 0.995

  // MARK: Choice between places, and coordinates

  /// Below this value a place is unlikely if the source's point is off the campus.
  static let sureOutside: Float = 0.95
  /// Places so much below the best are contenders.
  static let contender: Float = 0.12
  /// Weight of similarity between places that are as sure.
  static let tieBreak: Float = 0.08
  /// A point near a place, without a venue text or preferred to it.
  static let point: Float = 0.9
  /// A point beside a text that names no place; the source's default place.
  static let fallback: Float = 0.7

  // MARK: Similarity of names

  /// Factor of a similarity to a name: the college before its residence.
  static let fuzzyName: Float = 0.9
  /// To an alias.
  static let fuzzyAlias: Float = 0.77
  /// To a part of a name.
  static let fuzzyPart: Float = 0.68
  /// To a tenant or a room.
  static let fuzzyInner: Float = 0.57
  /// Names with less similarity are no candidates.
  static let leastSimilarity: Float = 0.04
  /// Least similarity of a place inside the one that is named.
  static let innerSimilarity: Float = 0.5
  /// From this share on the whole name is there.
  static let wholeName: Float = 0.98

  // MARK: Weights of words

  /// Factor and least rarity of a general word.
  static let generalWordShare: Float = 0.2
  /// Weight of a number in a name.
  static let numberInName: Float = 0.5
  /// Weight of a number or a short word in the text.
  static let numberWord: Float = 0.15
  /// Least weight of a word in the text for another kind of building.
  static let otherKind: Float = 0.45
  /// Least weight of all others.
  static let leastWord: Float = 0.1
}
