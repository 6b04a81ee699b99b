/// Finds what a venue text mentions: the longest phrases, then codes typed like codes.
struct MentionFinder {
  let index: GazetteerIndex

  /// Mentions that don't overlap, in the order of the text; rules may lie over others.
  func mentions(in text: VenueText) -> [Mention] {
    var found: [Mention] = []
    found.reserveCapacity(8)
    for start in text.words.indices { collect(from: start, in: text, into: &found) }
    return settle(found)
  }

  private func collect(from start: Int, in text: VenueText, into found: inout [Mention]) {
    var node: Int32 = 0
    var position = start
    while position < text.words.count, let word = text.words[position].id {
      // A phrase may run over a blank, a hyphen or a comma, but not into what is merely near.
      guard text.words[position].isLandmark == text.words[start].isLandmark,
        let next = index.phrases.step(node, word)
      else { break }
      node = next
      position += 1
      guard let phrase = index.phrases.phrase(at: node), isWhole(start..<position, text) else {
        continue
      }
      found.append(index.phrases.mention(of: phrase, at: start..<position))
    }
    collectCode(at: start, in: text, into: &found)
  }

  /// Whether the phrase doesn't begin or end within what was typed as one: not LT6 in "LT6B",
  /// not LT1 in "LT 1.10", not 12 in "T12".
  private func isWhole(_ range: Range<Int>, _ text: VenueText) -> Bool {
    if text.isNumber(range.lowerBound), range.lowerBound > 0, gapIsEmpty(range.lowerBound, text) {
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
    guard let word = text.word(at: start), let codes = index.codeWords[word.hash],
      start == 0 || !text.gap(before: start).isEmpty
    else { return }
    // The two words of an abbreviation are one code.
    var end = start + 1
    while end < text.words.count, text.words[end].source == text.words[start].source { end += 1 }
    let reading = CodeReading(text: text, start: start, end: end, word: word)
    let targets = codes.compactMap { code -> PhraseIndex.Target? in
      guard let kind = reading.kind(of: code) else { return nil }
      return PhraseIndex.Target(place: code.place, room: nil, kind: kind)
    }
    guard !targets.isEmpty else { return }
    let kinds = PhraseIndex.Kinds(targets)
    found.append(
      Mention(
        range: start..<end, targets: targets, kinds: kinds,
        strength: reading.hasNumber ? .proper : .single,
        weight: kinds == .hint ? 0.05 : 0.6, isCode: true))
  }

  // MARK: Overlaps

  private func settle(_ found: [Mention]) -> [Mention] {
    if isSettled(found) { return found }
    var isKept = Positions()
    var kept: [Mention] = []
    kept.reserveCapacity(found.count)
    for mention in found where !mention.namesPlaces { kept.append(mention) }
    let rules = kept.count
    // Of what overlaps the weightiest stays; few mentions, so that looking for it beats sorting.
    while let best = weightiest(of: found, besides: isKept) {
      isKept.insert(best)
      let mention = found[best]
      let isFree = kept[rules...].allSatisfy {
        $0.range == mention.range || !$0.range.overlaps(mention.range)
      }
      if isFree { kept.append(mention) }
    }
    kept.sort {
      ($0.range.lowerBound, $0.range.upperBound) < ($1.range.lowerBound, $1.range.upperBound)
    }
    return kept
  }

  /// Whether nothing overlaps and all stand in order, as is usual.
  private func isSettled(_ found: [Mention]) -> Bool {
    var end = 0
    for mention in found {
      if mention.range.lowerBound < end { return false }
      end = mention.range.upperBound
    }
    return true
  }

  private func weightiest(of found: [Mention], besides seen: Positions) -> Int? {
    var best: Int?
    for position in found.indices.prefix(Positions.most)
    where found[position].namesPlaces && !seen.contains(position) {
      guard let known = best else {
        best = position
        continue
      }
      if found[position].weight > found[known].weight { best = position }
    }
    return best
  }
}

/// Whether letters stand where a code would stand.
private struct CodeReading {
  let text: VenueText
  let start: Int
  let end: Int
  let word: FoldedText.Word

  /// A room's number follows: "BA 2139", "GB117", "TP-SR9".
  var hasNumber: Bool {
    guard text.words.indices.contains(end) else { return false }
    let gap = text.gap(before: end)
    guard gap.isDisjoint(with: [.part, .at]), text.words[end].part == text.words[start].part
    else { return false }
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

  private var lastOfNext: Int {
    var position = end
    while text.words.indices.contains(position + 1),
      text.words[position].source == text.words[position + 1].source
    {
      position += 1
    }
    return position + 1
  }

  /// What the letters say of the code's place; nil where they are only letters.
  func kind(of code: GazetteerIndex.CodeWord) -> PhraseIndex.Kind? {
    if code.isHint { return hasNumber && word.isUpper ? .hint : nil }
    if isTyped(asPrefixOnly: code.isPrefix) { return code.isTenant ? .tenant : .alias }
    let isPlain = text.words[start].traits.isDisjoint(with: [.abbreviation, .street, .general])
    return !word.isUpper && !code.isPrefix && !code.isTenant && isPlain ? .hint : nil
  }

  private func isTyped(asPrefixOnly isPrefix: Bool) -> Bool {
    if hasNumber { return word.isUpper || (isPrefix && word.range.count >= 3) }
    guard !isPrefix, word.isUpper, !VenueWords.regions.contains(word.hash),
      text.words[start].traits.isDisjoint(with: [.abbreviation, .street])
    else { return false }
    return isAlone
  }

  /// Whether what stands before is only a storey or a room: "Level 3, EA".
  private var isFirstToTell: Bool {
    text.words[..<start].indices.allSatisfy { position in
      text.isNumber(position) || text.words[position].traits.contains(.general)
    }
  }

  /// The whole of its part, or with general words only; two letters in the first part that tells.
  private var isAlone: Bool {
    let part = text.words[start].part
    guard word.range.count >= 3 || part == 0 || text.gap(before: start).contains(.part) else {
      return false
    }
    if word.range.count == 2, part > 0, !isFirstToTell { return false }
    return text.words.indices.allSatisfy { position in
      text.words[position].part != part || (start..<end).contains(position)
        || text.isNumber(position)
        || !text.words[position].traits.isDisjoint(with: [.general, .local])
    }
  }
}
