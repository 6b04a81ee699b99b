import AlmanacModel

/// Finds names that a text has in part: "Hunt Library" of "James B. Hunt Jr. Library", "Talley 3285" of
/// "Talley Student Union", "Partners II" of "Partners Building II".
///
/// The words are in the order of the name and of one place alone, with the family name of the person in
/// the name. The type of the name or a room's number is with them.
struct PartialNames {
  let index: GazetteerIndex
  let text: VenueText
  /// Where the campus itself is named.
  private let campusWords: WordSet
  /// Where it or its town is named.
  private let surroundings: WordSet
  /// Where places are named.
  private let named: WordSet

  init(index: GazetteerIndex, text: VenueText, found: [Mention]) {
    self.index = index
    self.text = text
    campusWords = found.campus
    surroundings = found.filter { $0.has(.stop) || $0.has(.town) }.positions
    named = found.filter { $0.has(upTo: .short) }.positions
  }

  /// A word in more names than this has no information.
  private static let mostNames = 64
  /// So many foreign words may be within a name: "Reynolds Industries Theater".
  private static let mostInserted = 2

  /// Adds mentions of partial names.
  func collect(into found: inout [Mention]) {
    var start = 0
    while start < text.words.count {
      guard isHead(start), let mention = mention(from: start, found) else {
        start += 1
        continue
      }
      found.append(mention)
      start = mention.range.upperBound
    }
  }

  private func isHead(_ position: Int) -> Bool {
    let word = text.words[position]
    return word.isInformative && !word.traits.contains(.type) && word.traits.contains(.local)
      && (position == 0 || !text.words[position].gap.isEmpty)
  }

  /// The words of a name that a text has.
  private struct Run {
    let name: Int32
    var end: Int
    /// Positions in the text.
    var matched: [Int]
    /// Positions in the name.
    var words: [Int]
    var inserted: Int
  }

  private func mention(from start: Int, _ found: [Mention]) -> Mention? {
    guard let word = text.words[start].id,
      index.postings[Int(word)].count <= Self.mostNames
    else { return nil }
    var runs: [Run] = []
    for name in index.postings[Int(word)] where isName(name) {
      runs += [run(of: name, from: start, word)].compactMap(\.self)
    }
    guard let end = runs.map(\.end).max() else { return nil }
    runs.removeAll { $0.end < end }
    // A whole name or alias is found by itself.
    let isKnown = found.contains { mention in
      mention.range.lowerBound <= start && mention.range.upperBound >= end
        && (mention.has(.name) || mention.has(.alias))
    }
    guard !isKnown, let place = onlyPlace(of: runs) else { return nil }
    let isOnlyWord = isOnlyWord(start)
    var meant = runs.filter { isMeant($0, start, place, isAlone: isOnlyWord) }
    // The building of an office is where the office is, if nothing else is named.
    let isInner = isOnlyWord || meant.allSatisfy { endsName($0, with: Self.inner) }
    var kind: PhraseIndex.Kind = isInner ? .tenant : .short
    if meant.isEmpty, isWholePart(start), !text.words[start].isCorrected {
      meant = runs.filter { isMeant($0, start, place, isAlone: true) }
      kind = .part
    }
    guard !meant.isEmpty else { return nil }
    let weight = runs.map { run in
      run.matched.reduce(Float(0)) { sum, position in
        sum + (text.words[position].id.map(index.vocabulary.weight) ?? 0) + 0.01
      }
    }.max()
    return Mention(
      [PhraseIndex.Target(place: place, room: nil, kind: kind)], at: start..<end,
      strength: kind == .short ? .proper : .single, weight: (weight ?? 0) - 0.005)
  }

  private func isName(_ phrase: Int32) -> Bool {
    index.phrases.phrases[Int(phrase)].targets.contains { $0.kind <= .alias }
  }

  private func onlyPlace(of runs: [Run]) -> Int32? {
    var only: Int32?
    for run in runs {
      for target in index.phrases.phrases[Int(run.name)].targets where target.kind <= .alias {
        let place = index.successor(of: target.place)
        if only == nil { only = place }
        if only != place { return nil }
      }
    }
    return only
  }

  /// The longest run of a name's words, in their order; what follows the last of them is no part of it.
  private func run(of name: Int32, from start: Int, _ word: Int32) -> Run? {
    let words = index.phrases.phrases[Int(name)].words
    guard let first = words.firstIndex(of: word) else { return nil }
    var run = Run(name: name, end: start + 1, matched: [start], words: [first], inserted: 0)
    var last = first
    var inserted = 0
    var position = start + 1
    while position < text.words.count, text.words[position].part == text.words[start].part,
      text.words[position].isLandmark == text.words[start].isLandmark
    {
      let next = text.words[position].id.flatMap { words[(last + 1)...].firstIndex(of: $0) }
      if let next {
        last = next
        run.end = position + 1
        run.matched.append(position)
        run.words.append(next)
        run.inserted = inserted
      } else {
        inserted += 1
        let traits = text.words[position].traits
        // "Alder Event Center" is no Alder Center.
        if inserted > Self.mostInserted || text.isNumber(position)
          || !traits.isDisjoint(with: [.type, .street, .general])
        {
          break
        }
      }
      position += 1
    }
    return run
  }

  /// Whether the run means the name, and nothing else that is called after the same person.
  /// - Parameter isAlone: Whether nothing else is with it.
  private func isMeant(_ run: Run, _ start: Int, _ place: Int32, isAlone: Bool) -> Bool {
    let words = index.phrases.phrases[Int(run.name)].words
    // "Belltower" of "Memorial Belltower"
    if isOnlyWord(start), run.words == [words.count - 1],
      isOnlyName(words[words.count - 1], of: place)
    {
      return true
    }
    guard let head = head(of: words), run.words.contains(head), words.contains(where: isType),
      !leavesOutDesignator(run, words), !followsOtherName(start),
      !endsName(run, with: Self.ofOthers)
    else { return false }
    let isUnique = index.vocabulary.uses(of: words[head]) == 1
    let isFull = run.words.contains { $0 < head }
    guard run.inserted == 0 || (isFull || isUnique) && !isOfOtherSubject(run, words) else {
      return false
    }
    if isTypeBefore(start, words) { return true }
    let hasSign = run.words.contains { $0 > head && isDesignator(words, $0) }
    if hasType(run, words, after: head) || hasSign { return !isOfOther(run.end, place) }
    return run.inserted == 0 && isUnique && isFirst(start)
      && (isRoomNumber(run.end) || isBuilding(run.end) && !words.contains(where: isOpenAir)
        || isAlone && isOnlyName(words[head], of: place))
  }

  /// Whether the text has no other word but the campus's name, its town and a room in parts behind it, and the word no
  /// slip: "Nasher", "Nasher, Durham" and "Nasher, Lecture Hall" for the Nasher Art Museum.
  private func isOnlyWord(_ position: Int) -> Bool {
    !text.words[position].isCorrected
      && text.words.indices.allSatisfy {
        $0 == position || surroundings.contains($0)
          || $0 > position && text.words[$0].part != text.words[position].part && isOfRoom($0)
      }
  }

  /// Whether its part of the text ends with a kind of room, and it names no place: "Coastal Ballroom".
  private func isOfRoom(_ position: Int) -> Bool {
    let last = text.words[position...].last {
      $0.part == text.words[position].part && !$0.isNumber
    }
    return !named.contains(position)
      && last.map { !$0.traits.isDisjoint(with: [.room, .gathering]) } ?? false
  }

  /// Whether the word is a whole part of the text: "Linden" in "Linden, Oak Hall". Donors have rooms in the buildings
  /// of others, so that a "Linden Gallery" need not be there.
  private func isWholePart(_ position: Int) -> Bool {
    text.words.indices.allSatisfy {
      $0 == position || text.words[$0].part != text.words[position].part
    }
  }

  /// Whether nothing of another place, such as a room, has the word in its name.
  private func isOnlyName(_ word: Int32, of place: Int32) -> Bool {
    index.postings[Int(word)].allSatisfy { number in
      index.phrases.phrases[Int(number)].targets.allSatisfy {
        index.successor(of: $0.place) == place
      }
    }
  }

  /// Whether a subject precedes the type, which is that of many buildings or of another subject: the "Alder Cancer
  /// Center" is no Alder Center and the "Alder Music Library" no Alder Law Library; the "Alder Medical Library" is the
  /// Alder Library.
  private func isOfOtherSubject(_ run: Run, _ words: [Int32]) -> Bool {
    let (subject, type) = (run.end - 2, run.end - 1)
    return subject > run.matched[0] && !run.matched.contains(subject)
      && text.words[subject].traits.contains(.subject)
      && (text.words[type].id.map { index.vocabulary.spelling(of: $0) } == "centre"
        || words.contains { index.vocabulary.traits(of: $0).contains(.subject) })
  }

  /// Whether the name ends with one of these types, which the run lacks.
  private func endsName(_ run: Run, with types: Set<String>) -> Bool {
    let words = index.phrases.phrases[Int(run.name)].words
    let end = words.count - 1
    return !run.words.contains(end) && types.contains(index.vocabulary.spelling(of: words[end]))
  }

  /// Whether the run has the type of the name, and the name goes on to nothing else: "Innis College" is no
  /// "Innis College Residence", the "Coombs Field" is the "Coombs Field Baseball Stadium".
  private func hasType(_ run: Run, _ words: [Int32], after head: Int) -> Bool {
    let types = words.indices.filter { $0 > head && isType(words[$0]) }
    let spelling = { index.vocabulary.spelling(of: words[$0]) }
    guard let last = types.last else { return false }
    return run.words.contains(last)
      || types.contains {
        run.words.contains($0) && !VenueWords.institutions.contains(spelling($0))
      }
  }

  /// The position of the family name of the person in a building's name, or of what else its
  /// name begins with; nil for names such as "School of Music", and where the name is the campus's.
  private func head(of words: [Int32]) -> Int? {
    let others: WordTraits = [.type, .subject, .general, .street]
    // "Dr. Alder Auditorium" and "St. Alder's Court" begin with no drive and no street. In some languages the
    // type comes first: "Edificio Alder".
    let titles = words.prefix { word in
      !index.vocabulary.traits(of: word).isDisjoint(with: [.street, .type])
        || VenueWords.ofWords.contains(StableHash.bytes(index.vocabulary.spelling(of: word).utf8))
    }
    let name = words.dropFirst(titles.count).prefix { word in
      index.vocabulary.traits(of: word).isDisjoint(with: others) && !index.vocabulary.isNumber(word)
        && !Self.siblings.contains(index.vocabulary.spelling(of: word))
    }
    let head = name.lastIndex { word in
      let spelling = index.vocabulary.spelling(of: word)
      // Many institutions are named after their state or province.
      return spelling.utf8.count >= 3 && !index.isCommon(word)
        && !Regions.isState(StableHash.bytes(spelling.utf8))
    }
    return head
  }

  /// Whether the type that the name begins with directly precedes the run: "Edificio Belmonte" of "Edificio
  /// Ramón Belmonte".
  private func isTypeBefore(_ start: Int, _ words: [Int32]) -> Bool {
    isType(words[0]) && text.words.indices.contains(start - 1) && text.adjoins(start - 1, start)
      && text.words[start - 1].id == words[0]
  }

  /// Whether another place's name directly precedes it.
  private func followsOtherName(_ start: Int) -> Bool {
    let before = start - 1
    guard before >= 0, text.adjoins(before, start) else { return false }
    return text.words[before].isInformative && !campusWords.contains(before)
  }

  /// Whether a word follows for something else of the name: "Burton Tower Apartments".
  private func isOfOther(_ end: Int, _ place: Int32) -> Bool {
    guard text.words.indices.contains(end), text.adjoins(end - 1, end) else { return false }
    let traits = text.words[end].traits
    return traits.contains(.type) && traits.isDisjoint(with: [.room, .gathering])
      && !(text.words[end].id.map { index.hasInItsNames($0, place) } ?? false)
  }

  private func isType(_ word: Int32) -> Bool { index.vocabulary.traits(of: word).contains(.type) }

  /// Whether it begins its part.
  private func isFirst(_ start: Int) -> Bool {
    start == 0 || text.words[start - 1].part != text.words[start].part
  }

  /// Whether a floor or a room's number follows, with a word for the room or without: "Talley 3285", "Alder,
  /// Room 125", "Talley Ground Floor", "Alder, 2nd floor".
  private func isRoomNumber(_ end: Int) -> Bool {
    let next = text.words[end...].prefix(3)
    if next.dropFirst().contains(where: { $0.traits.contains(.floor) }),
      next.prefix(while: { !$0.traits.contains(.floor) }).allSatisfy({
        $0.isNumber || $0.traits.contains(.general) && $0.traits.isDisjoint(with: [.type, .room])
      })
    {
      return true
    }
    let isRoom = text.words.indices.contains(end) && text.words[end].traits.contains(.room)
    let number = isRoom ? end + 1 : end
    return text.isNumber(number) && !text.floors.contains(number)
      && (isRoom || text.words[number].part == text.words[end - 1].part)
  }

  /// Whether "building" follows, which people call anything with a roof: the "Talley Building" is the "Talley
  /// Student Union".
  private func isBuilding(_ end: Int) -> Bool {
    text.adjoins(end - 1, end)
      && text.words[end].id.map { index.vocabulary.spelling(of: $0) } == "building"
  }

  private func isOpenAir(_ word: Int32) -> Bool {
    VenueWords.openAir.contains(index.vocabulary.spelling(of: word))
  }

  /// Whether the run lacks what distinguishes the place from its siblings: a direction, a number, a letter at
  /// the end, "old" or "new".
  private func leavesOutDesignator(_ run: Run, _ words: [Int32]) -> Bool {
    words.indices.contains { position in
      !run.words.contains(position) && isDesignator(words, position)
    }
  }

  private func isDesignator(_ words: [Int32], _ position: Int) -> Bool {
    let word = words[position]
    let spelling = index.vocabulary.spelling(of: word)
    if index.vocabulary.isNumber(word) || Self.siblings.contains(spelling) { return true }
    let isAtEnd = words[(position + 1)...].allSatisfy(isType)
    return position > 0 && isAtEnd && (spelling.utf8.count == 1)
  }

  /// Types of places that are named after another place.
  private static let ofOthers: Set<String> = [
    "residence", "apartment", "dormitory", "parking", "garage", "lot", "deck",
  ]
  /// Types of what is in a building of the same name.
  private static let inner: Set<String> = [
    "office", "shop", "store", "bookstore", "cafe", "entrance",
  ]
  private static let siblings: Set<String> = [
    "north", "south", "east", "west", "upper", "lower", "old", "new", "annexe", "addition",
  ]
}
