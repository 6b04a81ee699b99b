import AlmanacModel

/// The last step of building the index, which needs all names, codes and rooms: weights, initials and
/// postings.
extension GazetteerIndexBuilder {
  mutating func finish(_ gazetteer: Gazetteer) {
    index.names = index.places.map { words(of: $0.name) }
    index.hasTypeInItsNames = index.places.map { place in
      ([place.name] + place.aliases).contains { name in
        words(of: name).contains { index.vocabulary.traits(of: $0).contains(.type) }
      }
    }
    index.vocabulary.weigh(places: index.places.count)
    index.phrases.settle(index.vocabulary)
    index.nearest = PlaceIndex(index.places)
    index.floors = FloorReading(gazetteer)
    index.designators = index.places.map { Designators(of: $0) }
    for (area, places) in index.descendants.enumerated() where !places.isEmpty {
      index.roomNumbering[Int32(area)] = RoomNumberingScheme(
        of: places.map { ($0, index.place($0)) })
    }
    index.towns = gazetteer.rules.towns
    index.bounds = gazetteer.bounds ?? BoundingBox(around: index.places)
    fillPostings()
    for position in index.places.indices {
      addAcronyms(Int32(position))
      addLetters(Int32(position))
    }
    addInitials()
  }

  /// What a name has in brackets at its end is short for it if no other place uses the word: the
  /// "(MI)" of "Mathematics (MI)", not the campus's own letters.
  private mutating func addAcronyms(_ position: Int32) {
    let place = index.place(position)
    for acronym in ([place.name] + place.aliases).flatMap(NameForms.acronyms) {
      let folded = FoldedText(acronym)
      guard folded.words.count == 1, let word = folded.words.first,
        let entry = index.vocabulary.entry(word.hash),
        entry.traits.isDisjoint(with: [.abbreviation, .general, .street])
      else { continue }
      let users = index.postings[Int(entry.first)].flatMap {
        index.phrases.phrases[Int($0)].targets.filter { $0.kind <= .tenant }.map(\.place)
      }
      guard users.allSatisfy({ $0 == position || index.isPlace($0, within: position) }) else {
        continue
      }
      insertCodeWord(word.hash, position)
    }
  }

  /// The letter of "Building C" is a code before a room's number if no other place has the letter: C of "C 101", H of
  /// "H.003" for "Haus B + Haus H".
  private mutating func addLetters(_ position: Int32) {
    let place = index.place(position)
    for piece in ([place.name] + place.aliases).flatMap({ $0.split { ",/+".contains($0) } }) {
      let name = FoldedText(String(piece))
      guard name.words.count == 2, name.words[1].isUpper, name.words[1].range.count == 1,
        let letter = Designators.Designator(name.words[1], in: name),
        index.vocabulary.entry(name.words[0].hash)?.traits.contains(.building) == true,
        index.codeWords[name.words[1].hash] == nil
      else { continue }
      let places = index.designators.count { own in
        own?.designators.contains(where: letter.isLike) ?? false
      }
      if places == 1 {
        index.codeWords[name.words[1].hash] = [
          GazetteerIndex.CodeWord(place: position, isLetter: true)
        ]
      }
    }
  }

  /// "LSRC" for "Levine Science Research Center", "GISB" for "Global and International Studies": at least
  /// four initials that nothing else has, with a B for "Building" where the name has no type.
  private mutating func addInitials() {
    var places: [UInt64: Set<Int32>] = [:]
    for (position, place) in index.places.enumerated() {
      for name in [place.name] + place.aliases {
        let folded = FoldedText(name)
        let words = folded.words.filter { word in
          let traits = index.vocabulary.entry(word.hash).map {
            index.vocabulary.traits(of: $0.first)
          }
          return traits?.isDisjoint(with: [.dropped, .breaks]) ?? true
        }
        guard (3...6).contains(words.count),
          words.allSatisfy({ !$0.isNumber && $0.range.count > 1 })
        else { continue }
        let initials = words.map { folded.bytes[$0.range.lowerBound] }
        let hasType = words.contains { word in
          index.vocabulary.entry(word.hash).map { index.vocabulary.traits(of: $0.first) }?
            .contains(.type) ?? false
        }
        let all = hasType ? [initials] : [initials, initials + [UInt8(ascii: "b")]]
        for initials in all where initials.count >= 4 {
          places[StableHash.bytes(initials), default: []].insert(Int32(position))
        }
      }
    }
    // Initials of two places, or that are a code or a word already, identify nothing.
    for (hash, places) in places.sorted(by: { $0.key < $1.key }) {
      guard places.count == 1, let place = places.first, index.codeWords[hash] == nil,
        index.vocabulary.entry(hash) == nil
      else { continue }
      index.codeWords[hash] = [
        GazetteerIndex.CodeWord(place: place, isInitials: true)
      ]
    }
  }

  private mutating func fillPostings() {
    index.postings = Array(repeating: [], count: index.vocabulary.count)
    var namesPlaces = Array(repeating: false, count: index.vocabulary.count)
    for (number, phrase) in index.phrases.phrases.enumerated() {
      let isNamed = phrase.targets.contains { $0.kind <= .roomName }
      for word in Set(phrase.words) {
        let isRule = phrase.targets.allSatisfy { $0.kind >= .online }
        if !isRule {
          // Words of rules, such as "online", don't become words of the campus.
          index.vocabulary.mark(word, .local)
          index.vocabulary.unmark(word, .foreign)
        }
        if isNamed { index.postings[Int(word)].append(Int32(number)) }
        if phrase.targets.contains(where: { $0.kind <= .tenant }) {
          namesPlaces[Int(word)] = true
        } else if isNamed {
          index.vocabulary.mark(word, .ofRooms)
        }
      }
    }
    for (word, isOfPlaces) in namesPlaces.enumerated() where isOfPlaces {
      index.vocabulary.unmark(Int32(word), .ofRooms)
    }
    // Misspelled words are corrected to words of the campus only.
    for word in 0..<Int32(index.vocabulary.count)
    where index.vocabulary.traits(of: word).contains(.local) {
      index.spelling.add(index.vocabulary.spelling(of: word), word)
    }
    for (spelling, word) in index.vocabulary.variants
    where index.vocabulary.traits(of: word).contains(.local) {
      index.spelling.add(spelling, word)
    }
  }
}
