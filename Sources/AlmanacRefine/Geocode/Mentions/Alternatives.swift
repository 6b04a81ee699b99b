import AlmanacModel

/// Finds two places if either may be the venue, or if they begin and end a route: "Linden Hall or Oak
/// Hall", "Linden Hall / Oak Hall", "Linden Hall to Oak Hall", "Mondays: Linden Hall, Fridays: Oak Hall",
/// "Registration: Linden Hall; Lectures: Oak Hall".
enum Alternatives {
  static func exist(
    in text: VenueText, _ mentions: [Mention], _ index: GazetteerIndex
  ) -> Bool {
    let named = mentions.filter { mention in
      mention.has(upTo: .part)
        && (mention.strength > .common || mention.range.count > 1) && mention.isOfOnePlace
        && !mention.has(.stop) && !isStreet(mention, in: text)
    }
    let hasDays = text.words.count { VenueWords.days.contains($0.hash) } > 1
    let labels = text.words.indices.filter { isLabel($0, in: text) }
    if !named.isEmpty, hasUnknownPlace(labels, named, in: text) { return true }
    if named.contains(where: { hasOtherName(beside: $0, mentions, in: text, index) }) {
      return true
    }
    return named.contains { second in
      let own = labels.filter { $0 < second.range.lowerBound }.suffix(2)
      guard let first = named.last(where: { $0.range.upperBound <= second.range.lowerBound }),
        !text.words[first.range.lowerBound].isLandmark
      else { return false }
      let areOfProgram =
        own.count == 2 && own[own.startIndex] < first.range.lowerBound
        && first.range.upperBound <= own[own.startIndex + 1]
      return (hasDays || areOfProgram || areJoined(first, second, in: text, index))
        && areApart(first, second, index)
    }
  }

  /// Whether the name is one of a street: "Linden Hall at Oak House Circle".
  private static func isStreet(_ mention: Mention, in text: VenueText) -> Bool {
    let next = mention.range.upperBound
    return text.words.indices.contains(next) && text.words[next].traits.contains(.street)
      && text.adjoins(next - 1, next)
  }

  /// Whether a part of the program is at a place that is not found: "Start: Linden Hall, finish: Oak Square".
  private static func hasUnknownPlace(
    _ labels: [Int], _ named: [Mention], in text: VenueText
  ) -> Bool {
    let ends = labels.dropFirst() + [text.words.count]
    return labels.count > 1
      && zip(labels, ends).contains { label, end in
        !text.informative.isDisjoint(with: label + 1..<end)
          && !named.contains { (label..<end).contains($0.range.lowerBound) }
      }
  }

  /// Whether "or" joins the name to a word of another place's name, known by it or not: "Linden Hall or Oak", if that
  /// is the Oak School of Music.
  private static func hasOtherName(
    beside name: Mention, _ mentions: [Mention], in text: VenueText, _ index: GazetteerIndex
  ) -> Bool {
    let place = index.successor(of: name.targets[0].place)
    let named = mentions.positions
    let isOther = { (position: Int) in
      text.words.indices.contains(position) && !named.contains(position)
        && text.words[position].isInformative
        && text.words[position].traits.contains(.local)
        && text.words[position].traits.isDisjoint(with: [.type, .room, .gathering, .subject])
        && !(text.words[position].id.map { index.hasInItsNames($0, place) } ?? true)
    }
    let (first, end) = (
      text.words[name.range.lowerBound].source, text.words[name.range.upperBound - 1].source
    )
    let isJoint = { (source: Int) in
      text.folded.words.indices.contains(source)
        && VenueWords.alternatives.contains(text.folded.words[source].hash)
    }
    return isOther(name.range.upperBound) && isJoint(end + 1)
      && text.words[name.range.upperBound].source == end + 2
      || isOther(name.range.lowerBound - 1) && isJoint(first - 1)
        && text.words[name.range.lowerBound - 1].source == first - 2
  }

  /// Whether the word ends the label of a part of the program: "Lectures: …", "Session 2 in …".
  private static func isLabel(_ position: Int, in text: VenueText) -> Bool {
    let next = text.isNumber(position + 1) ? position + 2 : position + 1
    return VenueWords.programs.contains(text.words[position].hash)
      && text.words.indices.contains(next) && text.words[next].part != text.words[position].part
  }

  /// Whether the word is about a room of the place before it, or joins it to the next.
  private static func isOfRoom(_ position: Int, in text: VenueText) -> Bool {
    text.isNumber(position) || !text.words[position].traits.isDisjoint(with: [.room, .floor])
      || VenueWords.alternatives.contains(text.words[position].hash)
  }

  /// Whether a word such as "or" is between the mentions, directly before the second, and nothing else but a
  /// room of the first; or a slash between names of a kind: "LT26/LT27". An "at" joins two places unless the first
  /// no kind of room: "Linden Library at Oak Library".
  private static func areJoined(
    _ first: Mention, _ second: Mention, in text: VenueText, _ index: GazetteerIndex
  ) -> Bool {
    if first.range.upperBound == second.range.lowerBound,
      text.gap(before: second.range.lowerBound) == .mark
    {
      return text.words[first.range.lowerBound].id == text.words[second.range.lowerBound].id
        || min(first.strength, second.strength) == .proper && !first.isCode && !second.isCode
    }
    // An article may follow: "Linden Hall and The Commons".
    let (start, end) = (
      text.words[first.range.upperBound - 1].source, text.words[second.range.lowerBound].source
    )
    let isRoom = text.words[first.range.upperBound - 1].traits.contains(.room)
    let joint = text.folded.words[start + 1..<end].lastIndex {
      VenueWords.alternatives.contains($0.hash) || !isRoom && $0.hash == at
    }
    let isDropped = { (word: FoldedText.Word) in
      index.vocabulary.entry(word.hash)?.traits.contains(.dropped) ?? false
    }
    // Of "next to", the first word is no word of the text.
    guard let joint, text.folded.words[joint + 1..<end].allSatisfy(isDropped),
      (start + 1..<joint).allSatisfy({ source in text.words.contains { $0.source == source } })
    else { return false }
    return (first.range.upperBound..<second.range.lowerBound).allSatisfy { isOfRoom($0, in: text) }
  }

  private static let at = StableHash.bytes("at".utf8)

  /// Whether neither place is in or beside the other, or an area around it.
  private static func areApart(
    _ first: Mention, _ second: Mention, _ index: GazetteerIndex
  ) -> Bool {
    let (one, other) = (
      index.successor(of: first.targets[0].place), index.successor(of: second.targets[0].place)
    )
    guard one != other, !index.isArea(one), !index.isArea(other),
      !index.isPlace(one, within: other), !index.isPlace(other, within: one)
    else { return false }
    guard let start = index.place(one).coordinate, let end = index.place(other).coordinate else {
      return true
    }
    return start.distance(to: end) > GazetteerMatcher.pointRadius
  }
}
