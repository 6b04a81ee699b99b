/// The constants of placing venue texts: shares of right answers (0 ... 1), factors of them, and weights
/// of words.
///
/// They were set by hand on the labeled venue texts and hold together: measure with
/// `almanac-lab evaluate geocode` after a change.
enum PlacementWeights {
  // MARK: Base values of a phrase, by what it names and how distinctive it is

  /// Two words of its own name one place: "Hart House".
  static let properName: Float = 0.97
  /// A code with its number: "COM1"; a general word with a number: "Hall 7".
  static let code: Float = 0.96
  /// One word of its own: "Robarts".
  static let singleName: Float = 0.93
  /// A code without a number may be an abbreviation of anything.
  static let bareCode: Float = 0.9
  /// Several general words in a row are a name all the same: "University Hall".
  static let generalName: Float = 0.94
  /// A general word alone: "Museum".
  static let generalWord: Float = 0.8
  /// A part of a name or a tenant, of two words.
  static let properPart: Float = 0.86
  /// A tenant of one word moves or has several buildings.
  static let singleTenant: Float = 0.7
  /// A general part of a name says little.
  static let weakPart: Float = 0.45
  /// A room's code with its building.
  static let roomCode: Float = 0.98
  /// Letters and a number of a room: "SR 3".
  static let letteredRoom: Float = 0.96
  /// Six digits that only one place has.
  static let longNumber: Float = 0.92
  /// Other numbers may be anything.
  static let shortNumber: Float = 0.45
  /// A room's code of one word that only one place has.
  static let singleRoomCode: Float = 0.88
  /// A numbered room that several places have.
  static let sharedRoomName: Float = 0.4
  /// A room's name of two words; rooms of that name are elsewhere, too.
  static let properRoomName: Float = 0.82
  /// The same of one word.
  static let singleRoomName: Float = 0.75
  /// A room by general words.
  static let weakRoom: Float = 0.45
  /// A code in small letters may be a word.
  static let hint: Float = 0.5
  /// The same if the text is nothing else.
  static let codeAlone: Float = 0.85
  /// A street and number; several places may share them.
  static let address: Float = 0.86

  // MARK: Adjustments of one mention

  /// Factor if several places have the phrase.
  static let sharedByPlaces: Float = 0.95
  /// Factor of an alias if the words are another place's name.
  static let aliasBesideName: Float = 0.96
  /// Factor of a room's name beside another building's.
  static let roomOfAnother: Float = 0.7
  /// Added to the place whose name its street has.
  static let streetOfTheName: Float = 0.06
  /// Factor if the text says that it is a sibling.
  static let sibling: Float = 0.5
  /// Factor of what the place is only near to: "opposite the library".
  static let landmark: Float = 0.45
  /// Factor of words that are part of a street's name or an address.
  static let inStreet: Float = 0.35
  /// Factor of a building's number that is a room's here.
  static let numberOfRoom: Float = 0.25
  /// Factor of a firm, long name in a text that names another town.
  static let longNameElsewhere: Float = 0.75
  /// The same of a short one.
  static let nameElsewhere: Float = 0.6
  /// The same of all others.
  static let wordElsewhere: Float = 0.4
  /// Factor before an unexplained word in a text that points elsewhere.
  static let unknownAfterElsewhere: Float = 0.5
  /// Factor of a firm name before an unexplained word.
  static let unknownAfterName: Float = 0.88
  /// The same of all others.
  static let unknownAfter: Float = 0.6
  /// Factor behind an unexplained word: a long name is itself whatever precedes it.
  static let longAfterUnknown: Float = 0.97
  /// The same of a firm name: "Windsor Town Green" may be another.
  static let nameAfterUnknown: Float = 0.8
  /// The same of a word that several names have.
  static let sharedAfterUnknown: Float = 0.1
  /// The same of all others.
  static let afterUnknown: Float = 0.6
  /// Factor of a code beside a building named in full.
  static let codeBesideBuilding: Float = 0.5
  /// Factor of a code beside unexplained words.
  static let codeBesideRest: Float = 0.75
  /// Factor of a bare number beside unexplained words or another code.
  static let numberBesideRest: Float = 0.6
  /// Factor of a proper name among six unknown words, of a tenant's among three.
  static let manyUnknown: Float = 0.8
  /// Factor of a room's name beside an unknown word.
  static let roomBesideUnknown: Float = 0.7
  /// Factor of a single word that names a room, or in a part with unexplained words.
  static let singleInDoubt: Float = 0.6
  /// Factor of "Hall 7" among two unknown words.
  static let numberedAmongUnknown: Float = 0.5
  /// Factor of "Block J" that may be another college's.
  static let numberedOfOthers: Float = 0.6
  /// Factor of a common word beside an unknown one.
  static let commonBesideUnknown: Float = 0.6
  /// Factor of a common word in a part with unexplained words.
  static let commonUnexplained: Float = 0.5
  /// Added to the weight of a mention for each word: of two the longer is kept.
  static let phraseWord: Float = 0.01
  /// Weight of a code among overlapping mentions.
  static let codeMention: Float = 0.6
  /// The same of a hint, which leaves the words unexplained.
  static let hintMention: Float = 0.05

  // MARK: Areas, rooms and several mentions

  /// Factor of an area if a number of the text may be a room.
  static let areaWithNumber: Float = 0.78
  /// Factor of an area if unexplained words may be its building.
  static let areaWithRest: Float = 0.85
  /// Factor of an area in which the text asks for a room.
  static let areaWithRoom: Float = 0.6
  /// Share of such an area's value that its main building gets.
  static let mainBuilding: Float = 0.64
  /// An area from this value on is where its rooms are looked for.
  static let sureArea: Float = 0.7
  /// Factor of a room in an area that is less sure.
  static let roomOfPossibleArea: Float = 0.62
  /// Areas below this value are not looked into.
  static let possibleArea: Float = 0.35
  /// Factor of a doubtful room that is not in the area the text names.
  static let roomOutsideArea: Float = 0.65
  /// A room below this value is doubtful.
  static let doubtfulRoom: Float = 0.8
  /// A room that one place of the area lists.
  static let onlyListedRoom: Float = 0.9
  /// The same of several places.
  static let listedRoom: Float = 0.5
  /// A room found by the end of its number or the numbering of the wings, in one place.
  static let roomByEnding: Float = 0.8
  /// The same of several places.
  static let roomByEndingOfSeveral: Float = 0.45
  /// A distinctive phrase that one place of the named area has.
  static let distinctInScope: Float = 0.93
  /// The same of a common phrase.
  static let commonInScope: Float = 0.86
  /// Added to a room with a name: it is likelier to be where people meet.
  static let namedRoom: Float = 0.005
  /// Added to a lecture hall or auditorium.
  static let gatheringRoom: Float = 0.02
  /// Added by the share of such rooms in the building.
  static let gatheringBuilding: Float = 0.01
  /// A weaker mention doesn't say where in the text the place is named.
  static let mentionWorth: Float = 0.5
  /// Factor of the doubt if independent mentions agree.
  static let agreeingDoubt: Float = 0.6
  /// The highest confidence.
  static let mostSure: Float = 0.995

  // MARK: Choice between places, and coordinates

  /// Factor of a sure place if the source's point is off the campus: many put the city's middle.
  static let outsideSure: Float = 0.75
  /// A place from this value on is sure.
  static let sureOutside: Float = 0.95
  /// The same of all others.
  static let outside: Float = 0.5
  /// Places so much below the best are contenders.
  static let contender: Float = 0.12
  /// Factor if a contender is more than 500 m away.
  static let farRival: Float = 0.85
  /// Less sure places make nothing ambiguous.
  static let leastRival: Float = 0.35
  /// Confidence of a point if the source prefers coordinates.
  static let pointPreferred: Float = 0.93
  /// Confidence of a point without a venue text.
  static let pointAlone: Float = 0.9
  /// Confidence of a point beside a text that names no place.
  static let pointBesideText: Float = 0.75
  /// Value of the source's default place.
  static let fallbackPlace: Float = 0.7

  // MARK: Similarity of names

  /// Weight of similarity between places that are as sure.
  static let tieBreak: Float = 0.08
  /// Factor of such places if no name is similar.
  static let tieBase: Float = 0.95
  /// Such places are no surer.
  static let tieMost: Float = 0.97
  /// Factor of what is named after spelling is corrected.
  static let corrected: Float = 0.86
  /// Factor of a shorter name inside a misspelled longer one.
  static let hiddenBySlip: Float = 0.6
  /// Factor of that longer name.
  static let longerBySlip: Float = 0.92
  /// The value of an area from which on its places are searched by similarity.
  static let fuzzyArea: Float = 0.25
  /// Least similarity of a place inside the one that is named.
  static let innerSimilarity: Float = 0.5
  /// Added to such a place.
  static let innerBonus: Float = 0.25
  /// Such a place is no surer.
  static let innerMost: Float = 0.88
  /// Weight of a number in the text.
  static let numberWord: Float = 0.15
  /// Weight of a word that the vocabulary doesn't have and that says nothing.
  static let otherWord: Float = 0.5
  /// Factor beside another building or three unknown words.
  static let manyOpen: Float = 0.6
  /// Factor beside an unknown word.
  static let oneOpen: Float = 0.85
  /// Weight of a word of which only the beginning was typed.
  static let untyped: Float = 0.5
  /// Names with less similarity are no candidates.
  static let leastSimilarity: Float = 0.04
  /// Least weight of a phrase.
  static let leastPhrase: Float = 0.1
  /// Divisor if several places have the phrase.
  static let sharedPhrase: Float = 1.05
  /// Weight of the most similar phrase of a place.
  static let bestPhrase: Float = 0.85
  /// Weight of its own name: the college before its residence.
  static let ownName: Float = 0.15
  /// Factor of a place outside the area that the text names.
  static let outsideArea: Float = 0.7
  /// Factor of a similarity to a name or an alias.
  static let fuzzyName: Float = 0.9
  /// To a part of a name.
  static let fuzzyPart: Float = 0.8
  /// To a tenant.
  static let fuzzyTenant: Float = 0.7
  /// To a room's code.
  static let fuzzyRoomCode: Float = 0.68
  /// To a room's name.
  static let fuzzyRoomName: Float = 0.6
  /// Factor if the name's number is missing: "Spadina Road" isn't "Spadina Road 56".
  static let missingNumber: Float = 0.6
  /// From this share on the whole name is there.
  static let wholeName: Float = 0.98
  /// Factor in a text that points elsewhere.
  static let fuzzyElsewhere: Float = 0.5
  /// Factor of "canteen" in "new canteen".
  static let otherOfTheName: Float = 0.3
  /// Factor of a name of common words.
  static let similarityBase: Float = 0.55
  /// Added to it by the weight of the words.
  static let similaritySlope: Float = 0.6
  /// Share of a word that was misspelled.
  static let correctedWord: Float = 0.85
  /// Share of a word that is part of a compound.
  static let compoundHeadWord: Float = 0.8
  /// Share of a word of which only the beginning was typed.
  static let begunWord: Float = 0.6
  /// Factor of one or two letters with a number.
  static let shortWithNumber: Float = 0.8
  /// Factor of one or two letters.
  static let shortAlone: Float = 0.6
  /// Factor of a word that a college and its residence have.
  static let twoOfTheName: Float = 0.92
  /// Factor of words that several places have.
  static let severalOfTheName: Float = 0.6
  /// Share explained of a street's name or a landmark.
  static let fuzzyStreet: Float = 0.3
  /// Weight of a word that says another kind of building.
  static let otherKind: Float = 0.45

  // MARK: Weights of words

  /// Factor and least rarity of a general word.
  static let generalWordShare: Float = 0.2
  /// Weight of a number in a name.
  static let numberInName: Float = 0.5
  /// Least weight of all others.
  static let leastWord: Float = 0.1

  // MARK: Names in part, other types, other towns

  /// Some words of a name with its type, which one place alone has: "Hunt Library".
  static let properShort: Float = 0.87
  /// A family name before a room's number, and initials.
  static let singleShort: Float = 0.8
  /// "Alder Park" for Alder Hall, and the same if similarity is the only evidence.
  static let otherType: Float = 0.4
  static let fuzzyOtherType: Float = 0.5
  /// A room's or a building's type that follows at a distance: "Wells Screening Room".
  static let distantRoom: Float = 0.86
  static let distantType: Float = 0.6
  /// Factor of the whole campus as a place, beside other words.
  static let wholeCampus: Float = 0.5
  /// Factor of an area with a building that the gazetteer lacks.
  static let areaOfOther: Float = 0.6
  /// The quadrangle or the car park of a building.
  static let groundOfBuilding: Float = 0.6
  /// A gallery, or a name in part, beside a building that the gazetteer lacks.
  static let roomOfOtherBuilding: Float = 0.5
  /// A whole name of common words with words that nothing explains.
  static let wholeBesideUnknown: Float = 0.9
  static let wholeAmongUnknown: Float = 0.8
  /// "Franklin Theater" for what is called just "Theater".
  static let commonAfterName: Float = 0.5
  /// A whole name before a postal address.
  static let nameBeforeAddress: Float = 0.88
  /// Another university or college; a town where the campus's own is not known.
  static let otherInstitution: Float = 0.6
  static let unknownTown: Float = 0.5
}
