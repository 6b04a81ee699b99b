/// The similarity of two venue texts by their words.
struct VenueSimilarity: Sendable {
  /// Share of the information in the poorer text that the other has too; 0 ... 1.
  private(set) var share: Float = 0
  /// One text is no more than words that most have, such as the city: it identifies no place.
  private(set) var isVague = false
  /// Of what kind each text has a word that the other lacks.
  private(set) var conflict: Designators = []
  /// Each has so many bits or more that the other lacks.
  private(set) var ownBits: Float = 0
  /// Each has a word that is as rare as all that both have, as "Harbor Branch" and "Mill Branch" do.
  private(set) var haveOwnNames = false
  /// They share the kind of a place but no name, such as "Harbor Library" and "Mill Park Library".
  private(set) var areOfOneKind = false

  /// In bits.
  private static let vagueness: Float = 4

  init(
    _ left: RecordTable.Venue, _ right: RecordTable.Venue, _ table: RecordTable,
    _ weights: TermWeights
  ) {
    var (shared, onlyLeft, onlyRight): (Float, Float, Float) = (0, 0, 0)
    var (leftKinds, rightKinds): (Designators, Designators) = ([], [])
    // Bits without the words of kinds of places.
    var (name, leftName, rightName): (Float, Float, Float) = (0, 0, 0)
    var isKindShared = false
    var (rarest, rarestLeft, rarestRight): (Float, Float, Float) = (0, 0, 0)
    for index in left.words.range {
      let word = table.venueWords[index]
      let bits = weights.venueWords[Int(word)]
      if Self.contains(right, word, table) {
        shared += bits
        rarest = max(rarest, bits)
        if table.tokens[Int(word)].isPlaceKind { isKindShared = true } else { name += bits }
      } else {
        onlyLeft += bits
        rarestLeft = max(rarestLeft, bits)
        if !table.tokens[Int(word)].isPlaceKind { leftName += bits }
        leftKinds.formUnion(Designators(of: table.tokens[Int(word)]))
      }
    }
    for index in right.words.range {
      let word = table.venueWords[index]
      guard !Self.contains(left, word, table) else { continue }
      let bits = weights.venueWords[Int(word)]
      onlyRight += bits
      rarestRight = max(rarestRight, bits)
      if !table.tokens[Int(word)].isPlaceKind { rightName += bits }
      rightKinds.formUnion(Designators(of: table.tokens[Int(word)]))
    }
    let poorer = shared + min(onlyLeft, onlyRight)
    share = poorer > 0 ? shared / poorer : 0
    // A word that no more than three of a few venues have is a name.
    let vagueness = min(Self.vagueness, weights.mostVenueBits - 1.5)
    isVague = poorer < vagueness && max(onlyLeft, onlyRight) >= vagueness
    ownBits = min(onlyLeft, onlyRight)
    haveOwnNames = min(rarestLeft, rarestRight) >= rarest
    // Half a name of its own distinguishes a venue from others; all of them share the city.
    areOfOneKind =
      isKindShared && name < Self.vagueness && min(leftName, rightName) * 2 >= weights.mostVenueBits
    conflict = leftKinds.intersection(rightKinds)
  }

  /// Kinds of words that distinguish places of one name.
  struct Designators: OptionSet {
    let rawValue: UInt8
    /// Of a room, a building or a street.
    static let number = Designators(rawValue: 1)
    /// The north and the south branch.
    static let direction = Designators(rawValue: 2)

    init(rawValue: UInt8) { self.rawValue = rawValue }

    init(of word: RecordTable.Token) {
      self = word.isNumber ? .number : word.kind == .place ? .direction : []
    }
  }

  /// How many of the two venues both titles name: nearly half of what the text says. Words of both venues
  /// name neither: "Pool Closure" at two pools.
  static func namedVenues(
    _ left: LinkageRecord, _ right: LinkageRecord, _ table: RecordTable,
    _ weights: TermWeights
  ) -> Int {
    [(left, right), (right, left)].count { candidate, other in
      var (all, named): (Float, Float) = (0, 0)
      for index in table.venues[Int(candidate.venue)].words.range {
        let word = table.venueWords[index]
        let bits = weights.venueWords[Int(word)]
        all += bits
        let isOfBoth = contains(table.venues[Int(other.venue)], word, table)
        if !isOfBoth, has(left, word, table), has(right, word, table) { named += bits }
      }
      return named > 0 && named >= all * 0.4
    }
  }

  /// Bits that two records of two sources have in common if each has the other's venue as its title, as
  /// calendars of a mobile library and of the place where it stops do; nil for all others.
  static func exchange(
    _ left: LinkageRecord, _ right: LinkageRecord, _ table: RecordTable,
    _ weights: TermWeights
  ) -> Float? {
    guard left.source != right.source, left.moment.start == right.moment.start,
      let bits = bits(ofTitle: left, asVenueOf: right, table, weights),
      let otherBits = Self.bits(ofTitle: right, asVenueOf: left, table, weights)
    else { return nil }
    return bits + otherBits
  }

  /// The title's bits if the venue of the other record has most of them and little else; nil if not.
  private static func bits(
    ofTitle candidate: LinkageRecord, asVenueOf other: LinkageRecord,
    _ table: RecordTable, _ weights: TermWeights
  ) -> Float? {
    let venue = table.venues[Int(other.venue)]
    let title = table.titleVariants[Int(candidate.titleVariant)].words.range
    guard !venue.words.isEmpty,
      title.contains(where: { contains(venue, table.venueWord(ofTitleWord: $0), table) })
    else { return nil }
    var (all, shared): (Float, Float) = (0, 0)
    for index in title {
      all += weights.words[index]
      if contains(venue, table.venueWord(ofTitleWord: index), table) {
        shared += weights.words[index]
      }
    }
    var (allOfVenue, sharedOfVenue): (Float, Float) = (0, 0)
    for index in venue.words.range {
      let word = table.venueWords[index]
      allOfVenue += weights.venueWords[Int(word)]
      if has(candidate, word, table) { sharedOfVenue += weights.venueWords[Int(word)] }
    }
    guard shared >= all * 0.7, sharedOfVenue >= allOfVenue * 0.5 else { return nil }
    return shared
  }

  private static func has(
    _ candidate: LinkageRecord, _ word: Int32, _ table: RecordTable
  ) -> Bool {
    for index in table.titleVariants[Int(candidate.titleVariant)].words.range
    where table.venueWord(ofTitleWord: index) == word {
      return true
    }
    return false
  }

  static func contains(
    _ venue: RecordTable.Venue, _ word: Int32, _ table: RecordTable
  ) -> Bool {
    for index in venue.words.range where table.venueWords[index] == word { return true }
    return false
  }
}
