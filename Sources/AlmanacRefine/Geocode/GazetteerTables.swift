import AlmanacModel

/// What an index consists of, while it is built.
struct GazetteerTables {
  var places: [Place] = []
  var vocabulary = Vocabulary()
  var phrases = PhraseIndex()
  var codeWords = IntegerTable<[GazetteerIndex.CodeWord]>()
  var rooms = IntegerTable<Int32>()
  var endings = IntegerTable<Int32>()
  var wings: [Int32: WingNumbering] = [:]
  var designators: [Designators?] = []
  var firstRooms: [Int] = []
  var roomBonuses: [Float] = []
  var scopes: [[Int32]] = []
  var descendants: [[Int32]] = []
  var names: [[Int32]] = []
  var parents: [Int32?] = []
  var successors: [Int32] = []
  var isArea: [Bool] = []
  var bounds: BoundingBox?
  var towns: [String] = []
  var nearest = PlaceIndex([])
  var floors: FloorReading?
  var positions: [String: Int32] = [:]
  var postings: [[Int32]] = []
  var spelling = SpellingIndex()

  func place(_ position: Int32) -> Place? {
    let index = Int(position)
    return places.indices.contains(index) ? places[index] : nil
  }

  /// Whether the first place lies in the second, at any depth.
  func lies(_ inner: Int32, within outer: Int32) -> Bool {
    GazetteerIndex.lies(inner, within: outer, parents)
  }
}
