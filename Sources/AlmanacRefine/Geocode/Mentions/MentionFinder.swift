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
    return settled(found)
  }

  private func collect(from start: Int, in text: VenueText, into found: inout [Mention]) {
    guard let first = text.words[start].id,
      var node = index.phrases.step(PhraseIndex.root, first)
    else { return }
    var end = start + 1
    while true {
      if let phrase = index.phrases.phrase(at: node), isWhole(start..<end, text) {
        found.append(
          Mention(
            phrase.targets, at: start..<end, strength: phrase.strength,
            weight: phrase.weight + PlacementWeights.phraseWord * Float(phrase.words.count)))
      }
      // A phrase may contain a blank, a hyphen or a comma, but doesn't continue behind "near" or "@". One
      // that is itself near the venue may: "opposite Caspian Hall (Building C)".
      guard end < text.words.count, let word = text.words[end].id,
        text.words[start].isLandmark || !text.words[end].isLandmark,
        !endsOtherName(start, before: end, in: text),
        let next = index.phrases.step(node, word)
      else { return }
      node = next
      end += 1
    }
  }

  /// Whether a general word that ends another name would begin a phrase of the next part: the "University, West" of
  /// "Brown University, West Wing" is no name.
  private func endsOtherName(_ start: Int, before next: Int, in text: VenueText) -> Bool {
    text.words[next].part != text.words[start].part && start > 0
      && text.words[start].traits.contains(.general) && text.words[start - 1].isInformative
      && text.adjoins(start - 1, start)
  }

  /// Whether the phrase doesn't begin or end within one typed word: not LT6 in "LT6B",
  /// not LT1 in "LT 1.10", not 12 in "T12", not M2 in the postal code "M6H 1M2".
  private func isWhole(_ range: Range<Int>, _ text: VenueText) -> Bool {
    if range.lowerBound > 0, gapIsEmpty(range.lowerBound, text) { return false }
    // Not "Computing 2" in "Computing, 2nd floor".
    if !text.floors.isDisjoint(with: range),
      !range.contains(where: { text.words[$0].traits.contains(.floor) })
    {
      return false
    }
    let last = range.upperBound - 1
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
      start == 0 || !text.words[start].gap.isEmpty, let word = text.word(at: start)
    else { return }
    // The two words of an abbreviation are one code.
    var end = start + 1
    while end < text.words.count, text.words[end].source == text.words[start].source { end += 1 }
    let reading = CodeReading(
      text: text, start: start, end: end, word: word, campus: found.campus, index: index)
    let meant = codes.compactMap { code in
      reading.kind(of: code).map { PhraseIndex.Target(place: code.place, room: nil, kind: $0) }
    }
    guard !meant.isEmpty else { return }
    let isHint = meant.allSatisfy { $0.kind == .hint }
    found.append(
      Mention(
        meant, at: start..<end, strength: reading.hasNumber ? .proper : .single,
        weight: isHint ? PlacementWeights.hintMention : PlacementWeights.codeMention, isCode: true))
  }

  // MARK: Overlaps

  /// The mention with the highest weight of those that overlap, all others of the same words, and all rules,
  /// in the order of the text. Of mentions of the same words the rule comes first, then the weightier.
  private func settled(_ found: [Mention]) -> [Mention] {
    var kept: [Mention] = []
    // "Highland Creek" is a town around, and no Highland Hall.
    let towns = found.filter { $0.has(.town) && $0.range.count > 1 }
    let ofPlaces = found.filter { mention in
      mention.namesPlaces
        && !towns.contains { town in
          town.range != mention.range && mention.range.clamped(to: town.range) == mention.range
        }
    }
    for mention in ofPlaces.sorted(by: { $0.weight > $1.weight })
    where kept.allSatisfy({ $0.range == mention.range || !$0.range.overlaps(mention.range) }) {
      kept.append(mention)
    }
    func order(_ mention: Mention) -> (Int, Int, Float) {
      let weight = mention.namesPlaces ? -mention.weight : -.infinity
      return (mention.range.lowerBound, mention.range.upperBound, weight)
    }
    return (found.filter { !$0.namesPlaces } + kept).sorted { order($0) < order($1) }
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

  /// A room's number follows: "BA 2139", "GB117".
  var hasNumber: Bool {
    guard text.words.indices.contains(end) else { return false }
    let gap = text.gap(before: end)
    guard gap.isDisjoint(with: [.part, .at]), text.words[end].part == text.words[start].part
    else { return false }
    // "ST 45" is a street's number, "SR 3" a seminar room's.
    let isCommon = !text.words[start].traits.isDisjoint(with: [.abbreviation, .street, .general])
    // Five digits are a postal code.
    return text.isNumber(end) && text.length(end) <= 4
      && (!isCommon || gap.isEmpty && text.length(end) >= 3)
  }

  /// The kind of mention that the letters are; nil if they are only letters.
  func kind(of code: GazetteerIndex.CodeWord) -> PhraseIndex.Kind? {
    if code.isPrefix { return hasNumber && (word.isUpper || word.range.count >= 3) ? .alias : nil }
    if code.isLetter { return hasNumber && word.isUpper && isOnly ? .short : nil }
    if isTyped {
      return code.isTenant ? .tenant : code.isInitials ? .short : .alias
    }
    if code.isInitials { return nil }
    let isPlain = text.words[start].traits.isDisjoint(with: [.abbreviation, .street, .general])
    return !word.isUpper && !code.isTenant && isPlain ? .hint : nil
  }

  /// Whether a number of three digits and more follows, and the text has nothing else but the word "room".
  private var isOnly: Bool {
    text.length(end) >= 3
      && text.words.indices.allSatisfy { position in
        (start...end).contains(position) || text.words[position].traits.contains(.room)
      }
  }

  private var isTyped: Bool {
    if hasNumber { return word.isUpper }
    // "CA 94534" is a state and its postal code.
    if text.isNumber(end), text.length(end) == 5, Regions.isState(word.hash) { return false }
    // A state or a province follows a town: "Bloomington, IN". What follows a number is a code: "3067 GA".
    guard word.isUpper,
      start == 0 || text.isNumber(start - 1) || word.range.count > 2
        || !Regions.isState(word.hash),
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
        || text.isNumber(position) || text.length(position) == 1 && text.isNumber(position + 1)
        || !text.words[position].traits.isDisjoint(with: [.general, .room, .local])
    }
  }
}
