import AlmanacModel

/// Ranks places whose names share words with the text, when nothing is named outright.
///
/// A name counts by the share of its weight that the text has; the rarer its words, the more.
struct LooseMatcher {
  let index: GazetteerIndex
  let text: VenueText
  let context: VenueContext

  private var isElsewhere: Bool { context.isElsewhere || context.hasForeignWord }

  /// What the rest of the text takes from a name that is there in part.
  private var doubt: Float {
    if context.namesOtherBuilding || context.unknown >= 3 { return 0.6 }
    return context.unknown >= 1 ? 0.85 : 1
  }

  /// A word in more names than this tells nothing.
  private static let mostPostings = 400

  /// The phrases that have a telling word of the text, once each.
  private func phrases() -> [Int32] {
    var found: [Int32] = []
    for (position, word) in text.words.enumerated() {
      guard let id = word.id, index.postings.indices.contains(Int(id)) else { continue }
      let postings = index.postings[Int(id)]
      let isGeneral = word.traits.contains(.general) || text.isNumber(position)
      if postings.count <= (isGeneral ? 8 : Self.mostPostings) {
        found.append(contentsOf: postings)
      }
    }
    found.sort()
    var last: Int32 = -1
    found.removeAll { number in
      defer { last = number }
      return number == last
    }
    return found
  }

  func scores() -> [PlaceScore] {
    var best: [Int32: PlaceScore] = [:]
    var named: [Int32: Float] = [:]
    for number in phrases() {
      let phrase = index.phrases.phrases[Int(number)]
      let (value, range) = likeness(of: phrase)
      guard value > 0.2 else { continue }
      for target in phrase.targets where target.kind <= .roomName {
        let isShared = phrase.targets.contains { $0.place != target.place }
        let worth = value * Self.worth(target.kind) / (isShared ? 1.05 : 1)
        let place = index.successor(of: target.place)
        if target.kind == .name { named[place] = max(named[place] ?? 0, worth) }
        let score = PlaceScore(
          place: place, value: worth, method: .fuzzy, range: range, room: target.room)
        if worth > best[place]?.value ?? 0 { best[place] = score }
      }
    }
    // Of two alike the one whose whole name is nearer: the college before its residence.
    for (place, score) in best {
      best[place]?.value = 0.85 * score.value + 0.15 * (named[place] ?? 0.8 * score.value)
    }
    return best.values.sorted {
      $0.value != $1.value ? $0.value > $1.value : $0.place < $1.place
    }
  }

  private static func worth(_ kind: PhraseIndex.Kind) -> Float {
    switch kind {
    case .name, .alias: 0.9
    case .part: 0.8
    case .tenant: 0.7
    case .roomCode: 0.68
    default: 0.6
    }
  }

  /// How much of the name is in the text, and how much of that part of the text it explains.
  private func likeness(of phrase: PhraseIndex.Phrase) -> (Float, Range<Int>) {
    var whole: Float = 0
    var matched: Float = 0
    var positions: [Int] = []
    var numbers = (matched: 0, missed: 0)
    for (place, word) in phrase.words.enumerated() {
      if phrase.words[..<place].contains(word) { continue }
      let weight = index.vocabulary.weight(of: word)
      whole += weight
      guard
        let position = text.words.indices.first(where: {
          text.words[$0].id == word && !positions.contains($0)
        })
      else {
        if index.vocabulary.isNumber(word) { numbers.missed += 1 }
        continue
      }
      if index.vocabulary.isNumber(word) { numbers.matched += 1 }
      matched += weight * (text.words[position].isCorrected ? 0.85 : 1)
      positions.append(position)
    }
    guard whole > 0, let first = positions.min(), let last = positions.max() else {
      return (0, 0..<0)
    }
    let coverage = matched / whole
    let rarity = min(1, 0.55 + matched * 0.6) * sharing(positions)
    // "Spadina Road" isn't "Spadina Road 56".
    let missesNumber = numbers.missed > 0 && numbers.matched == 0
    let isWhole = coverage > 0.98 && positions.count > 1
    let doubt = (missesNumber ? 0.6 : 1) * (isWhole ? 1 : self.doubt) * (isElsewhere ? 0.5 : 1)
    return (doubt * coverage * rarity * explained(positions), first..<(last + 1))
  }

  /// The number of places that have all the words in one name.
  private func placesNamed(with words: [Int32]) -> Int {
    let rarest = words.min {
      (index.vocabulary.uses(of: $0), $0) < (index.vocabulary.uses(of: $1), $1)
    }
    guard let rarest, index.vocabulary.uses(of: rarest) > 1 else { return 1 }
    guard words.count > 1 else { return index.vocabulary.uses(of: rarest) }
    var places = Set<Int32>()
    for number in index.postings[Int(rarest)].prefix(200) {
      let phrase = index.phrases.phrases[Int(number)]
      guard words.allSatisfy(phrase.words.contains) else { continue }
      for target in phrase.targets where target.kind <= .alias { places.insert(target.place) }
    }
    return places.count
  }

  /// Whether every name with the word begins with it, as those of a college and its residence do.
  private func beginsItsNames(_ word: Int32) -> Bool {
    let postings = index.postings.indices.contains(Int(word)) ? index.postings[Int(word)] : []
    return postings.count <= 20
      && postings.allSatisfy { number in
        let phrase = index.phrases.phrases[Int(number)]
        return phrase.words.first == word || phrase.targets.allSatisfy { $0.kind > .alias }
      }
  }

  /// Less for words that several places have in their names.
  private func sharing(_ positions: [Int]) -> Float {
    let words = positions.filter { !text.isNumber($0) }.compactMap { text.words[$0].id }
    let telling = words.filter { !index.vocabulary.traits(of: $0).contains(.general) }
    let uses = placesNamed(with: telling)
    let isShort = telling.allSatisfy { index.vocabulary.spelling(of: $0).utf8.count <= 2 }
    if positions.count > words.count { return isShort ? 0.8 : 1 }
    if isShort { return 0.6 }
    if uses <= 1 { return 1 }
    return uses == 2 && telling.count == 1 && telling.allSatisfy(beginsItsNames) ? 0.92 : 0.6
  }

  private func isStreet(_ position: Int) -> Bool {
    guard let word = text.word(at: position) else { return false }
    return text.words[position].traits.contains(.street)
      || VenueContext.addressOnly.contains(word.hash)
  }

  /// The weight of the matched words in that of their parts, unknown words counting fully.
  private func explained(_ positions: [Int]) -> Float {
    let parts = Set(positions.map { text.words[$0].part })
    var matched: Float = 0
    var whole: Float = 0
    // "Raffles Place" is a street, whatever hall has the name.
    if let last = positions.max(), text.words.indices.contains(last + 1),
      !positions.contains(last + 1), text.adjoins(last, last + 1), isStreet(last + 1)
    {
      return 0.3
    }
    for (position, word) in text.words.enumerated() where parts.contains(word.part) {
      let isMatched = positions.contains(position)
      if word.isLandmark || context.inAddress[position], isMatched { return 0.3 }
      let isNumber = text.isNumber(position)
      let weight =
        text.isUnknown(position) ? 1 : isNumber ? 0.15 : word.id.map(index.vocabulary.weight) ?? 0.5
      // A hall of the name is no college of the name.
      let isOtherKind = word.traits.contains(.kind) && !isMatched
      whole += isOtherKind ? max(weight, 0.45) : weight
      if isMatched { matched += weight }
    }
    guard whole > 0 else { return 0 }
    return matched / whole
  }
}
