import AlmanacModel

/// Room codes as people vary them: COM1-02-06, COM1-0206, COM1/206, #02-06.
enum RoomCode {
  /// The hash of a code without what parts its words and without leading zeros.
  struct Key {
    private(set) var hash = StableHash.seed
    private var isLeading = true

    mutating func append(_ word: some Sequence<UInt8>) {
      for byte in word {
        if isLeading, byte == UInt8(ascii: "0") { continue }
        isLeading = false
        hash = StableHash.step(hash, byte)
      }
    }
  }

  /// The key of the words in a range.
  static func key(_ text: FoldedText, from: Int, upTo: Int) -> UInt64 {
    var key = Key()
    guard from < upTo, upTo <= text.words.count else { return key.hash }
    for word in text.words[from..<upTo] { key.append(text.bytes[word.range]) }
    return key.hash
  }

  static func key(_ number: some Sequence<UInt8>) -> UInt64 {
    var key = Key()
    key.append(number)
    return key.hash
  }
}

/// The numbers of a text that may be a room's: `0206`, `#02-06`, `B103`, `1/202`.
struct RoomNumbers {
  private let keys: [UInt64]

  init(_ text: VenueText, _ context: VenueContext) {
    let folded = text.folded
    // Notes and web addresses are no words of the venue.
    var sources = WordSet()
    for (position, word) in text.words.enumerated() where !context.inAddress.contains(position) {
      sources.insert(word.source)
    }
    var keys: [UInt64] = []
    for start in 0..<min(folded.words.count, VenueText.mostWords) {
      let first = folded.words[start]
      guard first.isNumber || first.range.count <= 3, sources.contains(start) else { continue }
      Self.addKeys(from: start, in: folded, to: &keys)
    }
    self.keys = keys
  }

  /// The keys of all codes that begin with a word.
  private static func addKeys(from start: Int, in folded: FoldedText, to keys: inout [UInt64]) {
    let isAnnounced = isAnnounced(start, in: folded)
    var digits = 0
    var key = RoomCode.Key()
    for end in start..<min(start + 4, folded.words.count) {
      let word = folded.words[end]
      if end > start, !word.gap.isDisjoint(with: [.part, .at]) || word.gap == .space { return }
      if word.isNumber { digits += word.range.count } else if word.range.count > 3 { return }
      key.append(folded.bytes[word.range])
      guard digits >= 3 || digits >= 1 && end > start || isAnnounced else { continue }
      keys.append(key.hash)
    }
  }

  var isEmpty: Bool { keys.isEmpty }

  /// Whether "room number" precedes the word, so that letters are a code too (LiveWhale writes
  /// "COM3 - Room Number: MPH").
  private static func isAnnounced(_ position: Int, in folded: FoldedText) -> Bool {
    position >= 2 && folded.words[position - 2].range.count == 4
      && folded.words[position - 2].hash == room
      && numbers.contains(folded.words[position - 1].hash)
  }

  private static let room = StableHash.bytes("room".utf8)
  private static let numbers = Set(
    ["number", "no", "nr"].map { StableHash.bytes($0.utf8) })

  /// The room that the number's digits end, of a number of three that leaves the floor out.
  func roomEnding(of place: Int32, in index: GazetteerIndex) -> Int32? {
    for key in keys.reversed() {
      if let room = index.endings[GazetteerIndex.roomKey(place, key)] { return room }
    }
    return nil
  }

  func room(of place: Int32, in index: GazetteerIndex) -> Int32? {
    for key in keys.reversed() {
      if let room = index.rooms[GazetteerIndex.roomKey(place, key)] { return room }
    }
    return nil
  }
}
