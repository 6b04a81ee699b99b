import AlmanacModel

/// The read-only index of a gazetteer; `GazetteerIndexBuilder` builds it.
struct GazetteerIndex: Sendable {
  /// A code of letters alone, which counts only where it is typed like one.
  struct CodeWord: Sendable {
    let place: Int32
    /// Short for a tenant, not for the building.
    var isTenant = false
    /// Not in the gazetteer, but the words of a name begin so.
    var isInitials = false
    /// Not in the gazetteer, but all room codes of the place begin so.
    var isPrefix = false
    /// The letter of "Block C", which numbers without a name follow: "C 101".
    var isLetter = false
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
  /// By scope: its places, sorted.
  var scopes: [[Int32]] = []
  /// By place: the others in it, at any depth, sorted.
  var descendants: [[Int32]] = []
  /// By place: the words of its name.
  var names: [[Int32]] = []
  /// By place: whether one of its names has a type, such as "hall".
  var hasTypeInItsNames: [Bool] = []
  /// By place: the one to answer with, after replacements.
  var successors: [Int32] = []
  /// By place: whether it is an area rather than a building.
  var isArea: [Bool] = []
  /// The towns that the campus is in, as the file has them.
  var towns: [String] = []
  /// The words of the campus's names.
  var titleWords: Set<Int32> = []
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

  // Positions are those of `places`; the builder makes no others.

  func place(_ position: Int32) -> Place { places[Int(position)] }

  func successor(of position: Int32) -> Int32 { successors[Int(position)] }

  func isArea(_ position: Int32) -> Bool { isArea[Int(position)] }

  func name(of position: Int32) -> [Int32] { names[Int(position)] }

  /// What distinguishes the place from its siblings; nil for nothing.
  func designators(of position: Int32) -> Designators? { designators[Int(position)] }

  /// The places in a place, at any depth, sorted.
  func descendants(of position: Int32) -> [Int32] { descendants[Int(position)] }

  func hasDescendants(_ position: Int32) -> Bool { !descendants[Int(position)].isEmpty }

  /// Whether the first place is in the second, at any depth.
  func isPlace(_ inner: Int32, within outer: Int32) -> Bool {
    SortedSets.contains(descendants(of: outer), inner)
  }

  /// Whether so many places use the word that it distinguishes none of them.
  func isCommon(_ word: Int32) -> Bool {
    vocabulary.uses(of: word) >= fewestCommon
  }

  /// Whether a name or alias of the place has the word.
  func hasInItsNames(_ word: Int32, _ place: Int32) -> Bool {
    postings[Int(word)].contains { number in
      phrases.phrases[Int(number)].targets.contains { $0.place == place && $0.kind <= .alias }
    }
  }

  /// Whether it is an institution that most places are in: it identifies no building.
  func isWholeCampus(_ position: Int32) -> Bool {
    descendants(of: position).count * 2 > places.count
      && name(of: position).contains {
        VenueWords.institutions.contains(vocabulary.spelling(of: $0))
      }
  }
}
