import AlmanacModel

/// A gazetteer made ready for questions; built once, then only read.
struct GazetteerIndex: Sendable {
  /// A code of letters alone, which counts only where it is typed like one.
  struct CodeWord: Sendable {
    let place: Int32
    /// Learned from the beginning of room codes: means the place only before a room's number.
    let isPrefix: Bool
    /// Short for a tenant, not for the building.
    var isTenant = false
  }

  struct RoomKey: Hashable, Sendable {
    let place: Int32
    /// Hash of the code without its building, separators and leading zeros.
    let key: UInt64
  }

  var places: [Place] = []
  var vocabulary = Vocabulary()
  var phrases = PhraseIndex()
  /// By the hash of the folded word.
  var codeWords: [UInt64: [CodeWord]] = [:]
  var rooms: [RoomKey: Int32] = [:]
  /// By scope: its places, sorted.
  var scopes: [[Int32]] = []
  /// By place with others in it: those, at any depth, sorted.
  var descendants: [Int32: [Int32]] = [:]
  /// By place: the words of its name.
  var names: [[Int32]] = []
  /// By place: the place it lies in.
  var parents: [Int32?] = []
  /// By place: the one to answer with, after replacements.
  var successors: [Int32] = []
  /// By place: whether it is an area rather than a building.
  var isArea: [Bool] = []
  /// As the file states them; else around the points of the places.
  var bounds: BoundingBox?
  var nearest = PlaceIndex([])
  var positions: [String: Int32] = [:]
  /// By word: the phrases of names and rooms that have it.
  var postings: [[Int32]] = []
  var spelling = SpellingIndex()

  func place(_ position: Int32) -> Place? {
    let index = Int(position)
    return places.indices.contains(index) ? places[index] : nil
  }

  func successor(of position: Int32) -> Int32 {
    let index = Int(position)
    return successors.indices.contains(index) ? successors[index] : position
  }

  func parent(of position: Int32) -> Int32? {
    let index = Int(position)
    return parents.indices.contains(index) ? parents[index] : nil
  }

  func isArea(_ position: Int32) -> Bool {
    let index = Int(position)
    return isArea.indices.contains(index) && isArea[index]
  }

  /// Whether the first place lies in the second, at any depth.
  func lies(_ inner: Int32, within outer: Int32) -> Bool {
    var current = parent(of: inner)
    // Deeper nesting than this is a circle.
    for _ in 0..<16 {
      guard let place = current else { return false }
      if place == outer { return true }
      current = parent(of: place)
    }
    return false
  }

  /// Whether so many places use the word that it is the campus's rather than theirs.
  func isCommon(_ word: Int32) -> Bool {
    vocabulary.uses(of: word) >= max(4, places.count / 40)
  }

  func name(of position: Int32) -> [Int32] {
    let index = Int(position)
    return names.indices.contains(index) ? names[index] : []
  }

  func scope(_ position: Int32) -> [Int32] {
    let index = Int(position)
    return scopes.indices.contains(index) ? scopes[index] : []
  }

  func room(_ position: Int32, of place: Int32) -> Place.Room? {
    guard let place = self.place(place) else { return nil }
    let index = Int(position)
    return place.rooms.indices.contains(index) ? place.rooms[index] : nil
  }
}
