import AlmanacModel

/// The evidence of a whole text, for and against any placement.
struct VenueContext: Sendable {
  /// The number of words that no mention or rule explains.
  private(set) var unknown = 0
  /// Words beside names, numbers and general words, known or not, that no mention explains.
  private(set) var rest = 0
  /// Whether the text names a building that the gazetteer lacks.
  private(set) var namesOtherBuilding = false
  /// Positions of the words for the type of such buildings.
  private var otherBuildings = WordSet()
  /// A house number and a street that the gazetteer knows as a place's address.
  private(set) var hasKnownAddress = false
  /// An address that is no place's, although its words occur in the gazetteer.
  private(set) var hasOpenAddress = false
  /// An address in a street without a word of the gazetteer.
  private(set) var hasForeignAddress = false
  /// An address in a street with both known and unknown words: "Tiong Bahru Road", if a building is
  /// called "Oei Tiong Ham".
  private(set) var hasUnfamiliarAddress = false
  private(set) var hasForeignWord = false
  /// Another university or college is named.
  private(set) var namesInstitution = false
  /// A town with its state is named, and the gazetteer doesn't have the campus's own.
  private(set) var hasTown = false
  /// The text is the campus's own town and its state.
  private(set) var isOnlyTown = false
  private(set) var isOnline = false
  /// The place that the text names is only seen online.
  private(set) var isVirtual = false
  private(set) var isToBeAnnounced = false
  private(set) var isOffCampus = false
  /// Two places are named, and either may be meant.
  private(set) var hasAlternatives = false
  /// The text contains the campus's own name.
  private(set) var namesCampus = false
  /// By position: unknown, and part of no mention and no rule.
  private var unexplained = WordSet()
  /// By position: informative, and part of no mention and no rule.
  private var resting = WordSet()
  /// By position: part of an address.
  private(set) var inAddress = WordSet()

  init(_ text: VenueText, _ mentions: [Mention], _ index: GazetteerIndex) {
    unexplained = text.unknown
    for position in text.informative {
      if !(text.words[position].id.map(index.isCommon) ?? false) { resting.insert(position) }
    }
    for mention in mentions {
      if !mention.kinds.isDisjoint(with: .rules) { readRule(mention, text) }
      if mention.isHint { continue }
      let explained = WordSet(mention.range)
      unexplained.subtract(explained)
      resting.subtract(explained)
    }
    let campus = mentions.campus
    for mention in mentions where mention.has(.name) || mention.has(.alias) {
      explainCode(before: mention, text)
    }
    for mention in mentions where namesOneBuilding(mention, text) {
      explainRoom(before: mention, text)
      if text.isHead(mention.range.lowerBound, campus: campus) {
        explainRoom(from: mention.range.upperBound, text)
      }
    }
    for position in unexplained {
      if text.words[position].isLandmark { continue }
      unknown += 1
      if text.words[position].traits.contains(.foreign) { hasForeignWord = true }
    }
    hasAlternatives = Alternatives.exist(in: text, mentions, index)
    isVirtual = VenueNotes.isVirtual(text.folded)
    let elsewhere = Elsewhere(text, mentions, index)
    namesInstitution = elsewhere.namesInstitution
    hasTown = elsewhere.hasTown
    if elsewhere.isOtherTown { isOffCampus = true }
    isOnlyTown = elsewhere.isOnlyTown
    for position in text.streets { readAddress(endingAt: position, text, mentions, index) }
    countRest(text)
  }

  /// Whether the mention is a building's name, code or number, and no block's letter that many have.
  private func namesOneBuilding(_ mention: Mention, _ text: VenueText) -> Bool {
    guard mention.has(.name) || mention.has(.alias) || mention.has(.short) else { return false }
    return mention.isCode || mention.strength == .proper
      || mention.strength == .numbered
        && !mention.range.contains { text.words[$0].traits.contains(.building) }
  }

  /// Marks the words from a building's name to the kind of a room in it as explained: "Walnut Room" of
  /// "IMU Walnut Room". Longer names are of something else.
  private mutating func explainRoom(from start: Int, _ text: VenueText) {
    for position in text.words.indices.dropFirst(start).prefix(8) {
      let word = text.words[position]
      guard word.traits.isDisjoint(with: [.street, .addressOnly, .foreign]), !word.isLandmark,
        !word.gap.contains(.at), !word.traits.contains(.kind) || word.traits.contains(.room)
      else { return }
      guard !word.traits.isDisjoint(with: [.room, .gathering]) else { continue }
      let explained = WordSet(start..<position + 1)
      unexplained.subtract(explained)
      resting.subtract(explained)
      return
    }
  }

  /// Marks capitals with a room's number as explained if a name follows: "BLPY 101 Psychology", "HLB 2.04
  /// Linden Building". They are a code that the gazetteer lacks.
  private mutating func explainCode(before mention: Mention, _ text: VenueText) {
    let named = mention.range.lowerBound
    let number = text.words.indices.prefix(named).dropFirst()
    guard let code = text.word(at: 0), code.isUpper, (2...5).contains(code.range.count),
      number.contains(where: text.isNumber), text.words[0].part == text.words[1].part,
      number.allSatisfy({ text.isNumber($0) || text.length($0) == 1 }),
      text.hasSmallLetters(behind: named - 1)
    else { return }
    unexplained.remove(0)
    resting.remove(0)
  }

  /// Marks the first part as explained if it ends with a kind of room and a building's name follows: "Orr
  /// Lecture Theatre, 4W 1.7". "Orr Theatre" alone may be a building.
  private mutating func explainRoom(before mention: Mention, _ text: VenueText) {
    let start = text.words.prefix { $0.part == 0 }.count
    let named = mention.range.lowerBound
    // Initials and a room's number may precede the name.
    guard start > 0, start <= named, text.words[named].part == 1,
      (start..<named).allSatisfy({ text.isNumber($0) || text.length($0) == 1 })
    else { return }
    let last = text.words[start - 1].traits
    let isRoom =
      !last.isDisjoint(with: [.room, .gathering])
      && (!last.contains(.kind)
        || start > 1 && !text.words[start - 2].traits.isDisjoint(with: [.gathering, .subject]))
    let isPlain = text.words.prefix(start).allSatisfy {
      !$0.isLandmark && $0.traits.isDisjoint(with: [.street, .addressOnly, .foreign])
    }
    guard isRoom, isPlain else { return }
    for position in 0..<start {
      unexplained.remove(position)
      resting.remove(position)
    }
  }

  private mutating func countRest(_ text: VenueText) {
    for position in resting.subtracting(inAddress) {
      if text.words[position].isLandmark { continue }
      rest += 1
      // "Carling State Park" as well as "Carling Park".
      var next = position + 1
      while text.adjoins(next - 1, next), !text.words[next].traits.contains(.kind),
        resting.contains(next) || text.words[next].traits.contains(.general)
      {
        next += 1
      }
      if unexplained.contains(position), text.adjoins(next - 1, next),
        text.words[next].traits.contains(.kind)
      {
        namesOtherBuilding = true
        otherBuildings.insert(next)
      }
    }
  }

  /// Whether one place can be the answer.
  var allowsPlacement: Bool { !isOffCampus && !isVirtual && !hasAlternatives && !isOnlyTown }

  /// Whether it names another town or institution, or an address that is no place's.
  var pointsElsewhere: Bool { isElsewhere || hasForeignWord || hasTown || namesInstitution }

  /// Whether the address is one of another place, and none of ours is given.
  var isElsewhere: Bool { hasForeignAddress && !hasKnownAddress }

  /// Whether a building that the gazetteer lacks is named before the range, or behind it in its part.
  func namesOtherBuilding(
    than range: Range<Int>, _ text: VenueText, _ index: GazetteerIndex
  ) -> Bool {
    let isRoom = isRoom(range, text, index)
    return otherBuildings.contains { position in
      // "Keene Theater, West Hall": a theater is named before the building that it is in.
      position < range.lowerBound
        && (isRoom || !self.isRoom(position..<(position + 1), text, index))
        || !range.contains(position)
          && text.words[position].traits.isDisjoint(with: [.room, .gathering])
          && text.words[position].part == text.words[range.lowerBound].part
    }
  }

  /// Whether the name is one of a room: a gallery, an auditorium.
  func isRoom(_ range: Range<Int>, _ text: VenueText, _ index: GazetteerIndex) -> Bool {
    guard let last = range.last else { return false }
    return !text.words[last].traits.isDisjoint(with: [.room, .gathering])
      && text.words[last].id.map { index.vocabulary.spelling(of: $0) } != "hall"
  }

  /// Whether no mention or rule explains the word at a position.
  func isUnexplained(_ position: Int) -> Bool {
    unexplained.contains(position)
  }

  /// Whether an informative word at a position is part of no mention.
  func isRest(_ position: Int) -> Bool { resting.contains(position) }

  private mutating func readRule(_ mention: Mention, _ text: VenueText) {
    let isLandmark = text.words[mention.range.lowerBound].isLandmark
    if mention.has(.online) { isOnline = true }
    if mention.has(.toBeAnnounced) { isToBeAnnounced = true }
    if mention.has(.offCampus), !isLandmark { isOffCampus = true }
    if mention.has(.stop), mention.strength >= .single { namesCampus = true }
  }

  /// Reads back from a street's last word to a house number, at most four words before it.
  private mutating func readAddress(
    endingAt end: Int, _ text: VenueText, _ mentions: [Mention], _ index: GazetteerIndex
  ) {
    guard end > 0 else { return }
    var start = end
    var number: Int?
    while start > 0, end - start < 5 {
      let before = start - 1
      let gap = text.gap(before: start)
      // "3, Temasek Boulevard": some put a comma behind the number.
      let isNear = text.words[before].part == text.words[start].part || gap.contains(.part)
      guard isNear, !gap.contains(.at) else { break }
      if text.isNumber(before) || text.isNumber(before - 1) && text.length(before) == 1 {
        let found = text.isNumber(before) ? before : before - 1
        // "Level 3, Central Square" is a floor of the square's building.
        if !gap.contains(.part) || !isOfRoom(found, text) { number = found }
        break
      }
      guard text.words[before].part == text.words[start].part else { break }
      start = before
    }
    let isAddressOnly = !text.words[end].traits.contains(.street)
    let follows = text.isNumber(end + 1) && text.adjoins(end, end + 1)
    guard start < end, number != nil || (follows && !isAddressOnly) else { return }
    let range = (number ?? start)..<(end + 1)
    inAddress.insert(contentsOf: range)
    if mentions.contains(where: { $0.has(.address) && $0.range.overlaps(range) }) {
      hasKnownAddress = true
      return
    }
    let isLocal = (start..<end).contains {
      text.words[$0].traits.contains(.local) && text.length($0) >= 3
    }
    if isLocal { hasOpenAddress = true } else { hasForeignAddress = true }
    if (start..<end).contains(where: text.isUnknown) { hasUnfamiliarAddress = true }
  }

  /// Whether the number is that of a room or a floor, by the word before it: 4 in "Room 2.4".
  private func isOfRoom(_ number: Int, _ text: VenueText) -> Bool {
    var first = number
    while text.isNumber(first - 1), text.gap(before: first).contains(.mark) { first -= 1 }
    guard first > 0, text.adjoins(first - 1, first) else { return false }
    return !text.words[first - 1].traits.isDisjoint(with: [.room, .gathering, .floor])
  }
}
