import AlmanacModel

/// The read-only index of a gazetteer; `GazetteerIndexBuilder` builds it.
struct GazetteerIndex: Sendable {
  /// A code of letters alone, which counts only where it is typed like one.
  struct CodeWord: Sendable {
    let place: Int32
    /// Learned from the beginning of room codes: means the place only before a room's number.
    let isPrefix: Bool
    /// Short for a tenant, not for the building.
    var isTenant = false
    /// Not in the gazetteer, but the words of a name begin so.
    var isInitials = false
    /// Too short to be more than a hint.
    var isHint = false
  }

  /// Of a place and the hash of a room's code without its building, separators and leading zeros.
  static func roomKey(_ place: Int32, _ code: UInt64) -> UInt64 {
    code ^ (UInt64(UInt32(bitPattern: place)) &* 0x9e37_79b9_7f4a_7c15)
  }

  var places: [Place] = []
  var vocabulary = Vocabulary()
  var phrases = PhraseIndex()
  /// By the hash of the folded word.
  var codeWords: [UInt64: [CodeWord]] = [:]
  var rooms: [UInt64: Int32] = [:]
  /// By the number without the digit of the floor; the first such room.
  var endings: [UInt64: Int32] = [:]
  /// By area: how its rooms are numbered after its buildings, where they are.
  var roomNumbering: [Int32: RoomNumberingScheme] = [:]
  /// By place: what distinguishes it from its siblings.
  var designators: [Designators?] = []
  /// By place: the position of its first room among all rooms; at the end the number of all.
  var firstRooms: [Int] = []
  /// By room: what makes it likelier than others of its number.
  var roomBonuses: [Float] = []
  /// By scope: its places, sorted.
  var scopes: [[Int32]] = []
  /// By place: the others in it, at any depth, sorted.
  var descendants: [[Int32]] = []
  /// By place: the words of its name.
  var names: [[Int32]] = []
  /// By place: whether one of its names has a type, such as "hall".
  var hasTypeInItsNames: [Bool] = []
  /// By place: the place that contains it.
  var parents: [Int32?] = []
  /// By place: the one to answer with, after replacements.
  var successors: [Int32] = []
  /// By place: whether it is an area rather than a building.
  var isArea: [Bool] = []
  /// The towns that the campus is in, as the file has them.
  var towns: [String] = []
  /// As the file has them; else around the points of the places.
  var bounds: BoundingBox?
  var nearest = PlaceIndex([])
  var floors: FloorReading?
  var positions: [String: Int32] = [:]
  /// By word: the phrases of names and rooms that have it.
  var postings: [[Int32]] = []
  var spelling = SpellingIndex()

  /// A word in the names of so many places belongs to the campus.
  private var fewestCommon: Int { max(4, places.count / 40) }

  func place(_ position: Int32) -> Place? {
    let index = Int(position)
    return places.indices.contains(index) ? places[index] : nil
  }

  func id(of position: Int32) -> String? {
    let index = Int(position)
    return places.indices.contains(index) ? places[index].id : nil
  }

  func coordinate(of position: Int32) -> Coordinate? {
    let index = Int(position)
    return places.indices.contains(index) ? places[index].coordinate : nil
  }

  func successor(of position: Int32) -> Int32 {
    let index = Int(position)
    return successors.indices.contains(index) ? successors[index] : position
  }

  func isArea(_ position: Int32) -> Bool {
    let index = Int(position)
    return isArea.indices.contains(index) && isArea[index]
  }

  /// Whether the first place is in the second, at any depth.
  func isPlace(_ inner: Int32, within outer: Int32) -> Bool {
    var current = Int(inner)
    // Deeper nesting than this is a cycle.
    for _ in 0..<16 {
      guard parents.indices.contains(current), let parent = parents[current] else { return false }
      if parent == outer { return true }
      current = Int(parent)
    }
    return false
  }

  /// Of an area's buildings that have its name in theirs the one with the most rooms.
  func mainBuilding(of area: Int32) -> Int32? {
    let name = name(of: area)
    let named = descendants(of: area).filter { place in
      !isArea(place) && !name.isEmpty && self.name(of: place).starts(with: name)
    }
    return named.max { first, second in
      let sizes = (places[Int(first)].rooms.count, places[Int(second)].rooms.count)
      return sizes.0 != sizes.1 ? sizes.0 < sizes.1 : first > second
    }
  }

  /// Whether so many places use the word that it distinguishes none of them.
  func isCommon(_ word: Int32) -> Bool {
    vocabulary.uses(of: word) >= fewestCommon
  }

  func name(of position: Int32) -> [Int32] {
    let index = Int(position)
    return names.indices.contains(index) ? names[index] : []
  }

  /// Whether a name or alias of the place has the word.
  func hasInItsNames(_ word: Int32, _ place: Int32) -> Bool {
    postings[Int(word)].contains { number in
      phrases.phrases[Int(number)].targets.contains { $0.place == place && $0.kind <= .alias }
    }
  }

  /// The places in a place, at any depth, sorted.
  func descendants(of position: Int32) -> [Int32] {
    let index = Int(position)
    return descendants.indices.contains(index) ? descendants[index] : []
  }

  func hasDescendants(_ position: Int32) -> Bool {
    let index = Int(position)
    return descendants.indices.contains(index) && !descendants[index].isEmpty
  }

  /// Whether it is an institution that most places are in: it says no more than the campus.
  func isWholeCampus(_ position: Int32) -> Bool {
    descendants(of: position).count * 2 > places.count
      && name(of: position).contains {
        VenueWords.institutions.contains(vocabulary.spelling(of: $0))
      }
  }

  func scope(_ position: Int32) -> [Int32] {
    let index = Int(position)
    return scopes.indices.contains(index) ? scopes[index] : []
  }

  /// What distinguishes the place from its siblings; nil for nothing.
  func designators(of place: Int32) -> Designators? {
    let index = Int(place)
    return designators.indices.contains(index) ? designators[index] : nil
  }

  func hasDesignators(_ place: Int32) -> Bool {
    let index = Int(place)
    return designators.indices.contains(index) && designators[index] != nil
  }

  /// What makes a room likelier than others of its number: a name, more so that of a lecture hall,
  /// or a place among lecture halls.
  func roomBonus(_ room: Int32, of place: Int32) -> Float {
    let index = Int(place)
    guard index >= 0, index + 1 < firstRooms.count else { return 0 }
    let position = firstRooms[index] + Int(room)
    return room >= 0 && position < firstRooms[index + 1] ? roomBonuses[position] : 0
  }

  func hasRooms(_ place: Int32) -> Bool {
    let index = Int(place)
    return index >= 0 && index + 1 < firstRooms.count
      && firstRooms[index] < firstRooms[index + 1]
  }
}
