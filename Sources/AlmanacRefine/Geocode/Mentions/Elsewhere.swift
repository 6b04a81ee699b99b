import AlmanacModel

/// Finds another town or institution in a text: "Wilmington, N.C., Brooks Field", "Page Hall, Brown
/// University".
struct Elsewhere {
  /// A university or college that isn't the campus's.
  private(set) var namesInstitution = false
  /// A town and its state.
  private(set) var hasTown = false
  /// The gazetteer lists the campus's towns, and the text names another.
  private(set) var isOtherTown = false
  /// The text is nothing but the campus's own town and its state.
  private(set) var isOnlyTown = false

  init(_ text: VenueText, _ mentions: [Mention], _ index: GazetteerIndex) {
    var explained = WordSet()
    for mention in mentions
    where mention.has(.stop) || mention.has(.name) || mention.has(.alias) || mention.has(.short) {
      explained.insert(contentsOf: mention.range)
    }
    for position in text.words.indices {
      if Self.isSystem(at: position, text)
        || !explained.contains(position) && Self.isInstitution(at: position, text, explained, index)
        || Self.isNamesake(at: position, text, mentions, index)
      {
        namesInstitution = true
      }
    }
    readTowns(text, mentions, index)
  }

  /// "Brown University", "Clark State University", "University of Kent", "Smith College"; a college of
  /// a subject may be one of the campus's.
  private static func isInstitution(
    at position: Int, _ text: VenueText, _ explained: WordSet, _ index: GazetteerIndex
  ) -> Bool {
    guard !text.words[position].isLandmark else { return false }
    let before = position - 1
    if text.words[position].hash == state { return isState(at: position, text, explained) }
    if text.words[position].hash == tech, before >= 0, let word = text.word(at: before) {
      return text.adjoins(before, position) && !explained.contains(before)
        && Regions.isState(word.hash)
    }
    guard let word = text.words[position].id else { return false }
    let kind = index.vocabulary.spelling(of: word)
    guard kind == "university" || kind == "college" || others.contains(kind) else { return false }
    if typesBeforeName.contains(text.words[position].hash), text.isUnknown(position + 1),
      text.adjoins(position, position + 1)
    {
      return true
    }
    let next = text.words[position].source + 1
    let isFollowedByOf =
      text.folded.words.indices.contains(next)
      && VenueWords.ofWords.contains(text.folded.words[next].hash)
    if before >= 0, text.adjoins(before, position), text.words[before].isInformative,
      !explained.contains(before)
    {
      return kind != "college" || !isFollowedByOf
    }
    guard kind == "university", isFollowedByOf else { return false }
    var after = position + 1
    // "Universidad de Salamanca": in English the word is left out of the text.
    if text.words.indices.contains(after), text.words[after].source == next { after += 1 }
    return text.words.indices.contains(after) && !explained.contains(after)
      && text.words[after].part == text.words[position].part && text.words[after].isInformative
      && !text.words[after].traits.contains(.local)
  }

  /// Whether a donor's name of the campus is a whole part of the text with "College" or "University" behind it, which
  /// no place of the name is: "Alder Hall, Alder College".
  private static func isNamesake(
    at position: Int, _ text: VenueText, _ mentions: [Mention], _ index: GazetteerIndex
  ) -> Bool {
    guard let word = text.words[position].id,
      ["university", "college"].contains(index.vocabulary.spelling(of: word)),
      position + 1 == text.words.count
        || text.words[position + 1].part != text.words[position].part
    else { return false }
    return mentions.contains { mention in
      mention.has(upTo: .part) && mention.range.upperBound == position
        && text.adjoins(position - 1, position)
        && (mention.range.lowerBound == 0
          || text.words[mention.range.lowerBound - 1].part != text.words[position].part)
        && mention.targets.allSatisfy { !index.hasInItsNames(word, $0.place) }
    }
  }

  /// Whether a part of the text ends with what a state university is called for short: "Ohio State",
  /// "NC State".
  private static func isState(
    at position: Int, _ text: VenueText, _ explained: WordSet
  ) -> Bool {
    let before = position - 1
    guard text.adjoins(before, position), !explained.contains(before),
      position + 1 == text.words.count
        || text.words[position + 1].part != text.words[position].part,
      let word = text.word(at: before)
    else { return false }
    return (word.range.count > 2 || word.isUpper) && Regions.isState(word.hash)
      || text.isUnknown(before)
  }

  /// Whether a part of the text begins with the short name of a university of several campuses and goes on with
  /// words that the gazetteer lacks: "UNC Chapel Hill", "UC Davis".
  private static func isSystem(at position: Int, _ text: VenueText) -> Bool {
    let word = text.words[position]
    let rest = text.words[(position + 1)...].prefix { $0.part == word.part }
    guard position == 0 || text.words[position - 1].part != word.part,
      systems.contains(word.hash),
      rest.allSatisfy({ !$0.isNumber && $0.traits.isDisjoint(with: [.room, .street]) })
    else { return false }
    return Regions.isLargeTown(key(of: rest.indices, text))
      || !word.traits.contains(.local)
        && rest.contains { $0.traits.isDisjoint(with: [.local, .general]) }
  }

  private static let systems = Set(
    ["uc", "unc", "ut", "uw", "umass", "suny", "cuny", "csu"].map { StableHash.bytes($0.utf8) })
  /// Institutions that are no part of another: "Alder Children's Hospital".
  private static let others: Set = [
    "hospital", "church", "temple", "synagogue", "mosque", "cathedral", "zoo", "conservatory",
    "seminary",
  ]
  private static let state = StableHash.bytes("state".utf8)
  private static let tech = StableHash.bytes("tech".utf8)
  /// Words for a university that precede its name: "Universidad Complutense", "Uni Erlangen".
  private static let typesBeforeName = Set(
    [
      "universidad", "universidade", "universite", "universita", "universitat", "universitaet",
      "universiteit", "uni",
    ].map {
      StableHash.bytes($0.utf8)
    })

  private mutating func readTowns(_ text: VenueText, _ mentions: [Mention], _ index: GazetteerIndex)
  {
    let own = mentions.filter { $0.has(.town) }.positions
    var regions = WordSet()
    for position in text.words.indices {
      let key = Self.name(at: position, text)
      let region = key.flatMap { Regions.isState($0) || Regions.isCountry($0) ? $0 : nil }
      if region != nil {
        let part = text.words[position...].prefix { $0.part == text.words[position].part }
        regions.insert(contentsOf: part.indices)
      }
      // The last part may be a town or a country alone: "Linden Hall, Glasgow".
      if let key, Regions.isCountry(key) || Regions.isLargeTown(key), text.length(position) > 2,
        position > 0, text.words[position].part == text.words.last?.part,
        !Self.isKnown(position..<text.words.count, text, mentions),
        Regions.isElsewhere(key, than: index)
      {
        isOtherTown = true
      }
      guard let town = Self.town(at: position, region, text), !text.isNumber(town) else { continue }
      let isName = text.words[town].traits.isDisjoint(with: [.street, .type, .addressOnly])
      if let region, Regions.isElsewhere(region, than: index) { isOtherTown = true }
      if own.contains(town) { continue }
      if let key = Self.townKey(at: town, text), Regions.isOtherTown(key, in: region, than: index) {
        isOtherTown = true
      }
      if !isName { continue }
      // What the campus's own country follows is a town, a building or anything else.
      if let region, !Regions.isState(region) { continue }
      // "University of Edinburgh" is in Edinburgh.
      if let word = text.words[town].id, index.titleWords.contains(word), !isOtherTown { continue }
      hasTown = true
      if !index.towns.isEmpty { isOtherTown = true }
    }
    isOnlyTown =
      own.contains(0) && !regions.isEmpty
      && WordSet(text.words.indices).subtracting(own).isSubset(of: regions)
  }

  /// Whether the words are one mention, or a single one that the gazetteer or the field uses otherwise.
  private static func isKnown(_ range: Range<Int>, _ text: VenueText, _ mentions: [Mention]) -> Bool
  {
    let letters = range.prefix { !text.isNumber($0) }
    let traits = text.words[range.lowerBound].traits
    return letters.count == 1
      && !traits.isDisjoint(with: [.local, .general, .room, .gathering, .floor, .type, .subject])
      || mentions.contains { $0.range.clamped(to: letters) == letters }
  }

  /// The key of the known town whose name is the whole part of a word, or the word behind a street or a building:
  /// "Greensboro" of "100 Main Street Greensboro, NC", and no state's: "Ontario, Canada".
  private static func townKey(at position: Int, _ text: VenueText) -> UInt64? {
    if text.words[position].traits.contains(.local) { return nil }
    let part = text.words.indices.filter {
      text.words[$0].part == text.words[position].part && !text.isNumber($0)
    }
    let isAlone =
      position > 0
      && !text.words[position - 1].traits.isDisjoint(with: [.street, .type, .addressOnly])
    return [key(of: part, text), isAlone ? key(of: [position], text) : nil].compactMap(\.self)
      .first { Regions.isTown($0) && !Regions.isState($0) }
  }

  /// The hash of the words, parted by `_` but for initials: `nc`, `new_york`.
  private static func key(of words: some Sequence<Int>, _ text: VenueText) -> UInt64 {
    var key = StableHash.seed
    var before = 0
    for word in words.compactMap(text.word) {
      if before > 1 || before == 1 && word.range.count > 1 {
        key = StableHash.step(key, UInt8(ascii: "_"))
      }
      key = text.folded.bytes[word.range].reduce(key, StableHash.step)
      before = word.range.count
    }
    return key
  }

  /// The position of the town whose region or postal code is at a position; nil for none.
  private static func town(at position: Int, _ region: UInt64?, _ text: VenueText) -> Int? {
    if position > 0, region != nil || isBritishCode(at: position, text) { return position - 1 }
    return isContinentalCode(at: position, text) ? position + 1 : nil
  }

  /// Whether a postal code of five digits begins the last part, with a town behind it: "28014 Madrid",
  /// "80333 München".
  private static func isContinentalCode(at position: Int, _ text: VenueText) -> Bool {
    let part = text.words[position].part
    let rest = text.words[(position + 1)...]
    return text.isNumber(position) && text.length(position) == 5 && position > 0
      && text.words[position - 1].part != part && (1...3).contains(rest.count)
      && rest.allSatisfy { $0.part == part && !$0.isNumber }
      && rest.allSatisfy { $0.traits.isDisjoint(with: [.street, .addressOnly, .type]) }
  }

  /// Whether the last words are a British postal code: `BA2 7AY`, `WC1E 7HU`.
  private static func isBritishCode(at position: Int, _ text: VenueText) -> Bool {
    let words = text.words[position...]
    guard (4...5).contains(words.count), words.dropFirst().allSatisfy({ $0.length <= 2 }) else {
      return false
    }
    // Letters and digits alternate, but for the letter of a London district.
    let shape = shape(words)
    let gaps = words.dropFirst().filter { !$0.gap.isEmpty }
    return (shape == "A99A" || shape == "A9A9A") && words[position].length <= 2
      && gaps.count == 1 && gaps[0].isNumber && words.suffix(2).map(\.length) == [1, 2]
  }

  /// The key of what may be a region, the whole of a part: `NC`, `N.C.`, `Mass.`, `New York`, `Germany`, with a
  /// postal code or without; one of two letters may precede a postal code in the part of its town.
  private static func name(at position: Int, _ text: VenueText) -> UInt64? {
    let words = text.words[position...].prefix { $0.part == text.words[position].part }
    let hasLetters = words.count > 6 && shape(words.suffix(6)) == "A9A9A9"
    let letters = words.dropLast(hasLetters ? 6 : 0).prefix { !$0.isNumber }
    let code = words.dropFirst(letters.count)
    // "GA 2067" is a room.
    let isCode = hasLetters || code.allSatisfy(\.isNumber) && (code.first?.length ?? 5) >= 5
    guard position > 0, isCode, (1...3).contains(letters.count) else { return nil }
    let isWholePart = text.words[position - 1].part != text.words[position].part
    let folded = letters.indices.compactMap(text.word)
    if folded.reduce(0, { $0 + $1.range.count }) == 2 {
      // "Roanoke, Va" as well, but hardly before another part.
      let isLast = words.endIndex == text.words.endIndex
      guard folded.allSatisfy(\.isUpper) && (isWholePart || !code.isEmpty) || isWholePart && isLast
      else { return nil }
    } else if !isWholePart {
      return nil
    }
    return key(of: letters.indices, text)
  }

  /// A for a word of letters, 9 for a number.
  private static func shape(_ words: ArraySlice<VenueText.Word>) -> String {
    words.map { $0.isNumber ? "9" : "A" }.joined()
  }
}
