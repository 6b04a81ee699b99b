/// Finds what a venue text mentions: the longest phrases, then codes typed like codes.
struct MentionFinder {
  let index: GazetteerIndex

  /// Mentions that don't overlap, in the order of the text; rules may lie over others.
  func mentions(in text: VenueText) -> [Mention] {
    var found: [Mention] = []
    for start in text.words.indices {
      collect(from: start, in: text, into: &found)
      collectCode(at: start, in: text, into: &found)
    }
    PartialNames(index: index, text: text, found: found).collect(into: &found)
    if !isSettled(found) { settle(&found) }
    return found
  }

  private func collect(from start: Int, in text: VenueText, into found: inout [Mention]) {
    guard var node = text.words[start].start else { return }
    var end = start + 1
    while true {
      if let phrase = index.phrases.phrase(at: node), isWhole(start..<end, text) {
        found.append(index.phrases.mention(of: phrase, at: start..<end))
      }
      collectTurned(start..<end, before: node, in: text, into: &found)
      // A phrase may contain a blank, a hyphen or a comma, but doesn't continue behind "near" or "@". One
      // that is itself near the venue may: "opposite Caspian Hall (Building C)".
      guard end < text.words.count, let word = text.words[end].id,
        text.words[start].isLandmark || !text.words[end].isLandmark,
        let next = index.phrases.step(node, word)
      else { return }
      node = next
      end += 1
    }
  }

  /// A name in the order of catalogs, whose last words come first and a comma follows: "Library, Music",
  /// "Residence, Woodsworth College".
  ///
  /// - Parameters:
  ///   - range: A whole part of the text, which the name begins with.
  ///   - node: The node of its words.
  private func collectTurned(
    _ range: Range<Int>, before node: Int32, in text: VenueText, into found: inout [Mention]
  ) {
    let start = range.lowerBound
    guard start > 0, text.words[start - 1].part != text.words[start].part,
      !text.words.indices.contains(range.upperBound)
        || text.words[range.upperBound].part != text.words[range.upperBound - 1].part
    else { return }
    let first = text.words.prefix(start).firstIndex { $0.part == text.words[start - 1].part } ?? 0
    var node = node
    for position in first..<start {
      // The number of "5, Linden Hall" is a room's.
      guard !text.isNumber(position), text.length(position) > 2,
        text.words[position].isLandmark == text.words[start].isLandmark,
        let word = text.words[position].id, let next = index.phrases.step(node, word)
      else { return }
      node = next
    }
    guard let phrase = index.phrases.phrase(at: node) else { return }
    let mention = index.phrases.mention(of: phrase, at: first..<range.upperBound)
    let places = mention.targets.filter { $0.kind <= .alias }
    guard let place = places.first?.place, places.isOfOnePlace else { return }
    found.append(
      Mention(short: place, at: mention.range, strength: mention.strength, weight: mention.weight))
  }

  /// Whether the phrase doesn't begin or end within one typed word: not LT6 in "LT6B",
  /// not LT1 in "LT 1.10", not 12 in "T12".
  private func isWhole(_ range: Range<Int>, _ text: VenueText) -> Bool {
    if text.isNumber(range.lowerBound), range.lowerBound > 0, gapIsEmpty(range.lowerBound, text) {
      return false
    }
    // Not "Computing 2" in "Computing, 2nd floor".
    if !text.floors.isDisjoint(with: range),
      !range.contains(where: { text.words[$0].traits.contains(.floor) })
    {
      return false
    }
    let last = range.upperBound - 1
    // Nor M2 in the postal code "M6H 1M2".
    if range.lowerBound > 0, text.length(range.lowerBound) == 1, gapIsEmpty(range.lowerBound, text)
    {
      return false
    }
    // The end lies within the two words of an abbreviation.
    if text.words.indices.contains(range.upperBound),
      text.words[last].source == text.words[range.upperBound].source
    {
      return false
    }
    // The C of "1911 Building C252" is the first character of a room's code.
    if range.count > 1, range.lowerBound > 0, text.length(last) == 1, !text.isNumber(last),
      text.adjoins(range.lowerBound - 1, range.lowerBound), gapIsEmpty(range.upperBound, text)
    {
      return false
    }
    guard text.isNumber(last), text.words.indices.contains(range.upperBound) else { return true }
    let next = range.upperBound
    if gapIsEmpty(next, text), text.length(next) == 1 {
      return text.isNumber(next + 1) && gapIsEmpty(next + 1, text)
    }
    let isDecimal = text.gap(before: next) == [.mark, .dot] && text.isNumber(next)
    if isDecimal, text.length(last) <= 2 {
      return text.isNumber(next + 1) && text.gap(before: next + 1) == [.mark, .dot]
    }
    return true
  }

  private func gapIsEmpty(_ position: Int, _ text: VenueText) -> Bool {
    text.words.indices.contains(position) && text.gap(before: position).isEmpty
      && (position == 0 || text.words[position].source != text.words[position - 1].source)
  }

  // MARK: Codes of letters

  private func collectCode(at start: Int, in text: VenueText, into found: inout [Mention]) {
    guard let codes = index.codeWords[text.words[start].hash],
      start == 0 || !text.words[start].gap.isEmpty, let word = text.word(at: start),
      !isPostalCode(at: start, text)
    else { return }
    // The two words of an abbreviation are one code.
    var end = start + 1
    while end < text.words.count, text.words[end].source == text.words[start].source { end += 1 }
    let reading = CodeReading(
      text: text, start: start, end: end, word: word, campus: found.campus, index: index)
    var meant: [PhraseIndex.Target] = []
    for code in codes {
      guard let kind = reading.kind(of: code) else { continue }
      meant.append(PhraseIndex.Target(place: code.place, room: nil, kind: kind))
    }
    guard !meant.isEmpty else { return }
    found.append(
      Mention(
        code: meant, at: start..<end, strength: reading.hasNumber ? .proper : .single))
  }

  /// A Canadian one, such as "M5E 1X9": no floor of a block M.
  private func isPostalCode(at start: Int, _ text: VenueText) -> Bool {
    guard text.words.indices.contains(start + 5) else { return false }
    for offset in 0..<6 {
      let word = text.words[start + offset]
      guard word.length == 1, word.isNumber == (offset % 2 == 1) else { return false }
      // The two halves may be apart.
      guard offset == 0 || offset == 3 || gapIsEmpty(start + offset, text) else { return false }
    }
    return true
  }

  // MARK: Overlaps

  /// Keeps the mention with the highest weight of those that overlap, and all rules, in text order.
  private func settle(_ found: inout [Mention]) {
    var kept = WordSet()
    /// Positions of the kept ones in the text.
    var taken = WordSet()
    var left = WordSet()
    for position in found.indices.prefix(WordSet.most) where found[position].namesPlaces {
      left.insert(position)
    }
    // Few mentions, so that looking for the weightiest beats sorting.
    while let best = weightiest(of: found, among: left) {
      left.remove(best)
      let range = found[best].range
      let isFree =
        taken.isDisjoint(with: range)
        || kept.allSatisfy { found[$0].range == range || !found[$0].range.overlaps(range) }
      if isFree {
        kept.insert(best)
        taken.insert(contentsOf: range)
      }
    }
    var count = 0
    for position in found.indices
    where kept.contains(position) || !found[position].namesPlaces {
      // Each goes to its place among those before it, most of which are in order.
      let mention = found[position]
      var place = count
      while place > 0, Self.precedes(mention, before: found[place - 1]) {
        found[place] = found[place - 1]
        place -= 1
      }
      found[place] = mention
      count += 1
    }
    found.removeLast(found.count - count)
  }

  /// Of mentions of the same words the rule comes first, then the weightier.
  private static func precedes(_ one: Mention, before other: Mention) -> Bool {
    let (range, others) = (one.range, other.range)
    if range.lowerBound != others.lowerBound { return range.lowerBound < others.lowerBound }
    if range.upperBound != others.upperBound { return range.upperBound < others.upperBound }
    if one.namesPlaces != other.namesPlaces { return other.namesPlaces }
    return one.namesPlaces && one.weight > other.weight
  }

  /// Whether nothing overlaps and all are in order, as is usual.
  private func isSettled(_ found: [Mention]) -> Bool {
    var end = 0
    for mention in found {
      let range = mention.range
      if range.lowerBound < end { return false }
      end = range.upperBound
    }
    return true
  }

  private func weightiest(of found: [Mention], among left: WordSet) -> Int? {
    var left = left
    guard var best = left.next() else { return nil }
    for position in left where found[position].weight > found[best].weight { best = position }
    return best
  }
}

/// Whether letters are where a code would be.
private struct CodeReading {
  let text: VenueText
  let start: Int
  let end: Int
  let word: FoldedText.Word
  /// Where the campus itself is named.
  let campus: WordSet
  let index: GazetteerIndex

  /// A room's number follows: "BA 2139", "GB117", "TP-SR9".
  var hasNumber: Bool {
    guard text.words.indices.contains(end) else { return false }
    let gap = text.gap(before: end)
    guard gap.isDisjoint(with: [.part, .at]), text.words[end].part == text.words[start].part
    else { return false }
    if isRoomWord, word.isUpper { return true }
    if text.isNumber(end) {
      // "ST 45" is a street's number, "SR 3" a seminar room's.
      let isCommon = !text.words[start].traits.isDisjoint(
        with: [.abbreviation, .street, .general])
      // Five digits are a postal code.
      return text.length(end) <= 4 && (!isCommon || gap.isEmpty && text.length(end) >= 3)
    }
    // Letters and a number joined to the code by a mark: "TP-SR9".
    let isJoined = !gap.isEmpty && gap.isSubset(of: .mark)
    return isJoined && word.range.count >= 2 && text.isNumber(lastOfNext)
  }

  /// "GA Room 1060"
  private var isRoomWord: Bool {
    text.words[end].id.map { index.vocabulary.spelling(of: $0) } == "room" && text.isNumber(end + 1)
      && text.adjoins(end, end + 1)
  }

  private var lastOfNext: Int {
    var position = end
    while text.words.indices.contains(position + 1),
      text.words[position].source == text.words[position + 1].source
    {
      position += 1
    }
    return position + 1
  }

  /// The kind of mention that the letters are; nil if they are only letters.
  func kind(of code: GazetteerIndex.CodeWord) -> PhraseIndex.Kind? {
    if code.isHint { return hasNumber && word.isUpper ? .hint : nil }
    if isTyped(asPrefixOnly: code.isPrefix) {
      return code.isTenant ? .tenant : code.isInitials ? .short : .alias
    }
    if code.isInitials { return nil }
    let isPlain = text.words[start].traits.isDisjoint(with: [.abbreviation, .street, .general])
    return !word.isUpper && !code.isPrefix && !code.isTenant && isPlain ? .hint : nil
  }

  private func isTyped(asPrefixOnly isPrefix: Bool) -> Bool {
    if hasNumber { return word.isUpper || (isPrefix && word.range.count >= 3) }
    guard !isPrefix, word.isUpper, !VenueWords.regions.contains(word.hash),
      text.words[start].traits.isDisjoint(with: [.abbreviation, .street])
    else { return false }
    return isAlone || isOfRoom
  }

  /// The building's code and then the name of a room in it: `IMU Walnut Room`, `IMU Club Hub`.
  /// Two letters are everywhere, and in a text of capitals so are three.
  private var isOfRoom: Bool {
    guard text.isHead(start, campus: campus), word.range.count >= 3, end == start + 1,
      text.adjoins(start, end),
      let next = text.word(at: end)
    else { return false }
    let traits = text.words[end].traits
    let type = text.words[end].id.map { index.vocabulary.spelling(of: $0) } ?? ""
    return text.hasSmallLetters(behind: start) && !next.isNumber
      && !VenueWords.institutions.contains(type)
      && traits.isDisjoint(with: [.foreign, .street, .addressOnly])
  }

  /// The whole of its part, or with general words only; two letters in the first informative part.
  private var isAlone: Bool {
    let part = text.words[start].part
    guard word.range.count >= 3 || part == 0 || text.gap(before: start).contains(.part) else {
      return false
    }
    // "Level 3, EA"
    if word.range.count == 2, part > 0, !text.isHead(start, campus: campus) { return false }
    return text.words.indices.allSatisfy { position in
      text.words[position].part != part || (start..<end).contains(position)
        || text.isNumber(position)
        || !text.words[position].traits.isDisjoint(with: [.general, .local])
    }
  }
}
