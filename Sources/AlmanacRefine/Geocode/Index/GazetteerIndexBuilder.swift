import AlmanacModel

/// Builds the index of a gazetteer: words, phrases, codes, rooms and hierarchy.
struct GazetteerIndexBuilder {
  var index = GazetteerIndex()
  /// The places that have room codes with a prefix.
  private var prefixes: [UInt64: Set<Int32>] = [:]

  static func build(_ gazetteer: Gazetteer) -> GazetteerIndex {
    var builder = GazetteerIndexBuilder()
    builder.add(gazetteer)
    return builder.index
  }

  private mutating func add(_ gazetteer: Gazetteer) {
    index.places = gazetteer.places
    for (position, place) in gazetteer.places.enumerated() {
      index.positions[place.id] = Int32(position)
    }
    addHierarchy()
    addRules(gazetteer)
    for position in index.places.indices { addNames(Int32(position)) }
    for position in index.places.indices { addRooms(Int32(position)) }
    addScopes()
    addPrefixes()
    finish(gazetteer)
  }

  private mutating func addHierarchy() {
    let positions = index.positions
    let parents = index.places.map { place in place.within.flatMap { positions[$0] } }
    index.descendants = Array(repeating: [], count: parents.count)
    for position in parents.indices {
      var outer = parents[position]
      // Deeper nesting than this is a cycle.
      for _ in 0..<16 {
        guard let place = outer else { break }
        if index.descendants[Int(place)].last != Int32(position) {
          index.descendants[Int(place)].append(Int32(position))
        }
        outer = parents[Int(place)]
      }
    }
    index.successors = index.places.indices.map { start in
      var current = Int32(start)
      // A longer chain of replacements is a cycle.
      for _ in 0..<16 {
        guard let next = index.place(current).replacedBy.flatMap({ positions[$0] }) else { break }
        current = next
      }
      return current
    }
    let areaKinds: Set<String> = ["area", "campus", "site", "district", "joined_building"]
    index.isArea = index.places.map { areaKinds.contains($0.kind ?? "") }
  }

  private mutating func addRules(_ gazetteer: Gazetteer) {
    let rules = gazetteer.rules
    for text in VenueWords.online + rules.online { addRule(text, .online) }
    for text in VenueWords.toBeAnnounced + rules.toBeAnnounced { addRule(text, .toBeAnnounced) }
    for text in rules.offCampus { addRule(text, .offCampus) }
    for text in rules.stopWords { addRule(text, .stop) }
    // There are towns called "University" and "Annex".
    let around = Regions.towns(around: PlaceIndex(gazetteer.places)).filter { town in
      words(of: town).contains { index.vocabulary.traits(of: $0).isEmpty }
    }
    for text in rules.towns + around {
      addRule(text, .stop)
      addRule(text, .town)
    }
    for text in [gazetteer.title, gazetteer.name].compactMap({ $0 }) {
      addRule(text, .stop)
      index.titleWords.formUnion(words(of: text))
    }
    if let short = gazetteer.title.flatMap(NameForms.untilUniversity) { addRule(short, .stop) }
  }

  private mutating func addRule(_ text: String, _ kind: PhraseIndex.Kind) {
    let words = words(of: text)
    // A rule of one letter would be found everywhere.
    guard !words.isEmpty, text.utf8.count > 1 else { return }
    index.phrases.insert(words, PhraseIndex.Target(place: 0, room: nil, kind: kind))
    if kind == .stop { for word in words { index.vocabulary.mark(word, .local) } }
  }

  private mutating func addNames(_ position: Int32) {
    let place = index.place(position)
    let area = place.within.flatMap { index.positions[$0] }.map { index.place($0).name }
    var used = Set<Int32>()
    add(place.name, .name, position, &used)
    for piece in NameForms.pieces(place.name) { add(piece, .part, position, &used) }
    if let bare = NameForms.withoutBracket(place.name) { add(bare, .alias, position, &used) }
    if let bare = NameForms.withoutBuilding(place.name) { add(bare, .short, position, &used) }
    for alias in place.aliases + place.codes {
      add(alias, .alias, position, &used)
      if let bare = NameForms.withoutBracket(alias) { add(bare, .alias, position, &used) }
    }
    for name in [place.name] + place.aliases {
      for short in [NameForms.beforeDash(name), NameForms.firstOfJoined(name)].compactMap(\.self) {
        add(short, .short, position, &used)
      }
      if let other = NameForms.withOtherNumeral(name) { add(other, .alias, position, &used) }
      addInitials(beforeNumberOf: name, position)
      if let address = NameForms.address(name) { addAddress(address, position) }
      if let inner = NameForms.inBracket(name), isBuildingName(inner), inner != area {
        add(inner, .alias, position, &used)
      }
    }
    // An id of four digits and more is a building's number; shorter ones are mere keys.
    if place.id.utf8.count >= 4, place.id.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
      add(place.id, .alias, position, &used)
    }
    for word in used { index.vocabulary.countUse(word) }
    for tenant in place.tenants {
      let name = NameForms.withoutBracket(tenant.name) ?? tenant.name
      add(name, .tenant, position, &used)
      if let alias = tenant.alias { addCodeWord(alias, position) }
    }
    if let address = place.address { addAddress(address, position) }
  }

  private mutating func add(
    _ text: String, _ kind: PhraseIndex.Kind, _ position: Int32, _ used: inout Set<Int32>
  ) {
    let folded = FoldedText(text)
    if folded.words.count == 1, let word = folded.words.first, !word.isNumber,
      isCodeLike(folded, word)
    {
      insertCodeWord(word.hash, position)
      return
    }
    let words = words(of: folded)
    used.formUnion(words)
    index.phrases.insert(words, PhraseIndex.Target(place: position, room: nil, kind: kind))
    if let joined = NameForms.joined(folded) { add(joined, kind, position, &used) }
  }

  /// Whether what is in brackets is a name, such as "Engineering Building II", or a code with a number,
  /// such as "EB3".
  private func isBuildingName(_ text: String) -> Bool {
    let folded = FoldedText(text)
    if folded.words.count == 2, folded.words[0].isUpper, folded.words[0].range.count <= 4,
      folded.words[1].isNumber, folded.words[1].gap.isEmpty
    {
      return true
    }
    // "(Business School)" is the building's owner.
    if let last = folded.words.last, VenueWords.owners.contains(last.hash) { return false }
    return folded.words.count > 1
      && folded.words.contains { word in
        index.vocabulary.entry(word.hash)?.traits.contains(.abbreviation) == true
          || (index.vocabulary.entry(word.hash).map { index.vocabulary.traits(of: $0.first) } ?? [])
            .contains(.type)
      }
  }

  /// Letters too few to be a word, or short for general words as a code is by chance.
  private func isCodeLike(_ folded: FoldedText, _ word: FoldedText.Word) -> Bool {
    if word.range.count <= 3 { return true }
    return index.vocabulary.entry(word.hash)?.traits.contains(.abbreviation) ?? false
  }

  private mutating func addCodeWord(_ alias: String, _ position: Int32) {
    let folded = FoldedText(alias)
    guard folded.words.count == 1, let word = folded.words.first, !word.isNumber,
      (3...6).contains(word.range.count)
    else { return }
    insertCodeWord(word.hash, position, isTenant: true)
  }

  mutating func insertCodeWord(
    _ hash: UInt64, _ position: Int32, isTenant: Bool = false
  ) {
    guard index.codeWords[hash]?.contains(where: { $0.place == position }) != true else { return }
    index.codeWords[hash, default: []].append(
      GazetteerIndex.CodeWord(place: position, isTenant: isTenant))
  }

  private mutating func addAddress(_ address: String, _ position: Int32) {
    var pieces = address.split(separator: ",")
    // "Calle de los Tilos, 14": in some countries a comma is before the number.
    if pieces.count > 1, !pieces[0].contains(where: \.isNumber),
      pieces[1].drop(while: \.isWhitespace).first?.isNumber == true
    {
      pieces[0] += " " + pieces[1]
    }
    let street = pieces.first.map(String.init) ?? address
    var words = words(of: street)
    guard words.count >= 2, street.contains(where: \.isNumber) else { return }
    let target = PhraseIndex.Target(place: position, room: nil, kind: .address)
    for word in words { index.vocabulary.mark(word, .local) }
    index.phrases.insert(words, target)
    addDirections(words, target)
    // "246 Bloor Street West" is often written without the "West".
    if words.count > 3, let last = words.last,
      ["west", "east", "north", "south", "w", "e", "n", "s"].contains(
        index.vocabulary.spelling(of: last))
    {
      words.removeLast()
      index.phrases.insert(words, target)
    }
  }

  /// "355 North Eagleson Avenue" and "355 Eagleson Avenue" for "355 N. Eagleson Ave".
  private mutating func addDirections(_ words: [Int32], _ target: PhraseIndex.Target) {
    let pairs = [("n", "north"), ("s", "south"), ("e", "east"), ("w", "west")]
    guard words.count > 2, index.vocabulary.isNumber(words[0]) else { return }
    let spelling = index.vocabulary.spelling(of: words[1])
    guard let pair = pairs.first(where: { $0.0 == spelling || $0.1 == spelling }) else { return }
    for direction in [pair.0, pair.1] where direction != spelling {
      var other = words
      other[1] = index.vocabulary.intern(direction, hash: StableHash.bytes(direction.utf8)).first
      index.phrases.insert(other, target)
    }
    index.phrases.insert([words[0]] + words[2...], target)
  }

  private mutating func addScopes() {
    let places = Dictionary(grouping: index.places.indices) { index.places[$0].subcategory }
    for (name, positions) in places.sorted(by: { $0.key ?? "" < $1.key ?? "" }) {
      guard let name else { continue }
      index.phrases.insert(
        words(of: name),
        PhraseIndex.Target(place: Int32(index.scopes.count), room: nil, kind: .scope))
      index.scopes.append(positions.map(Int32.init))
    }
  }

  // MARK: Rooms

  private mutating func addRooms(_ position: Int32) {
    let place = index.place(position)
    let names = ([place.name] + place.aliases + place.codes).map { words(of: $0) }
    for (number, room) in place.rooms.enumerated() {
      let room = (number: Int32(number), code: room.code, name: room.name)
      // Some codes repeat the building after an `@`.
      let hasBuilding = room.code.utf8.contains(UInt8(ascii: "@"))
      let code =
        hasBuilding
        ? room.code.split(separator: "@").first.map(String.init) ?? room.code : room.code
      let folded = FoldedText(code)
      let words = words(of: folded)
      insertRoom(words, .roomCode, room.number, position)
      if words.count != folded.words.count || code != room.code {
        insertRoom(self.words(of: room.code), .roomCode, room.number, position)
      }
      addLocalCode(words, folded, names, room.number, position)
      addNumber(folded, room.number, position)
      if let name = room.name, name != room.code { addRoomName(name, names, room.number, position) }
      notePrefix(folded, position)
    }
  }

  private mutating func insertRoom(
    _ words: [Int32], _ kind: PhraseIndex.Kind, _ room: Int32, _ place: Int32
  ) {
    index.phrases.insert(words, PhraseIndex.Target(place: place, room: room, kind: kind))
  }

  /// The code without its building: `0206` of COM1-0206, `SR1` of ERC-SR1.
  private mutating func addLocalCode(
    _ words: [Int32], _ folded: FoldedText, _ names: [[Int32]], _ room: Int32, _ place: Int32
  ) {
    let building = names.filter { words.starts(with: $0) }.map(\.count).max() ?? 0
    let local = Array(words.dropFirst(building))
    guard !local.isEmpty else { return }
    if isName(local) { insertRoom(local, .roomName, room, place) }
    let skipped = index.vocabulary.source(ofWord: building, in: folded)
    let key = RoomCode.key(folded, from: skipped, upTo: folded.words.count)
    index.rooms[GazetteerIndex.roomKey(place, key)] = room
  }

  /// The number of N2119 without its letter, and 342 of 2342: the floor's digit is often left out.
  private mutating func addNumber(_ folded: FoldedText, _ room: Int32, _ place: Int32) {
    guard let number = folded.words.first(where: \.isNumber), number.range.count >= 3 else {
      return
    }
    if folded.words.count == 2, folded.words.first?.range.count == 1, folded.words[1].isNumber,
      let word = words(of: folded).last
    {
      insertRoom([word], .roomCode, room, place)
      let key = RoomCode.key(folded, from: 1, upTo: 2)
      let known = GazetteerIndex.roomKey(place, key)
      if index.rooms[known] == nil { index.rooms[known] = room }
    }
    guard number.range.count == 4 else { return }
    let ending = RoomCode.key(folded.bytes[number.range].dropFirst())
    let key = GazetteerIndex.roomKey(place, ending)
    if index.endings[key] == nil { index.endings[key] = room }
  }

  /// "VCRM" is a room's name, "SR 1" is; "MC" may be anything.
  private func isName(_ words: [Int32]) -> Bool {
    guard words.contains(where: { !index.vocabulary.isNumber($0) }) else { return false }
    return words.count > 1 || words.allSatisfy { index.vocabulary.spelling(of: $0).utf8.count > 3 }
  }

  private mutating func addRoomName(
    _ name: String, _ names: [[Int32]], _ room: Int32, _ place: Int32
  ) {
    let words = words(of: name)
    insertRoom(words, .roomName, room, place)
    let building = names.filter { words.starts(with: $0) }.map(\.count).max() ?? 0
    let rest = Array(words.dropFirst(building))
    if building > 0, isName(rest) { insertRoom(rest, .roomName, room, place) }
    if let bare = NameForms.withoutBracket(name) {
      insertRoom(self.words(of: bare), .roomName, room, place)
    }
    // "MI HS 3" of "Hörsaal MI HS 3": the first word is only the kind of the room.
    let untyped = Array(
      words.drop { !index.vocabulary.traits(of: $0).isDisjoint(with: [.room, .gathering]) })
    if untyped.count > 2, untyped.count < words.count, isName(untyped) {
      insertRoom(untyped, .roomName, room, place)
    }
  }

  private mutating func notePrefix(_ code: FoldedText, _ position: Int32) {
    guard code.words.count >= 2, let word = code.words.first, !word.isNumber,
      word.range.count >= 2, code.words[1].gap.isEmpty || code.words[1].gap == .mark,
      // "BIZ2-0226" begins with BIZ2: BIZ alone may be the next building's.
      code.words.count == 2 || !code.words[1].isNumber || !code.words[1].gap.isEmpty,
      index.vocabulary.entry(word.hash)?.traits.contains(.abbreviation) != true
    else { return }
    prefixes[word.hash, default: []].insert(position)
  }

  /// The prefix of the room codes of only one place is a code of it: unlisted rooms are found as well.
  private mutating func addPrefixes() {
    for (hash, places) in prefixes where index.codeWords[hash] == nil {
      guard places.count == 1, let place = places.first else { continue }
      index.codeWords[hash] = [GazetteerIndex.CodeWord(place: place, isPrefix: true)]
    }
  }

  /// "NCRC Building 10" for "North Campus Research Complex Building 10".
  private mutating func addInitials(beforeNumberOf name: String, _ position: Int32) {
    let folded = FoldedText(name)
    guard (5...8).contains(folded.words.count), folded.words.last?.isNumber == true,
      folded.words.dropLast().allSatisfy({ !$0.isNumber && $0.range.count > 1 })
    else { return }
    let words = words(of: folded)
    let type = words[words.count - 2]
    guard words.count == folded.words.count, index.vocabulary.traits(of: type).contains(.building)
    else { return }
    let initials = folded.words.dropLast(2).map { folded.bytes[$0.range.lowerBound] }
    let word = index.vocabulary.intern(
      String(decoding: initials, as: UTF8.self), hash: StableHash.bytes(initials)
    ).first
    index.phrases.insert(
      [word, type, words[words.count - 1]],
      PhraseIndex.Target(place: position, room: nil, kind: .short))
  }

  // MARK: Words

  mutating func words(of text: String) -> [Int32] { words(of: FoldedText(text)) }

  private mutating func words(of folded: FoldedText) -> [Int32] {
    index.vocabulary.intern(folded)
  }
}
