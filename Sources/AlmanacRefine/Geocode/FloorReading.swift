import AlmanacModel

/// Reads the storey that a venue text names: "Level 3", "2nd floor", "Basement", "#02-18".
struct FloorReading: Sendable {
  private let patterns: [RoomCodePattern]
  /// The number of the ground floor: 0 where the gazetteer has rooms on a storey 0, else 1.
  private let ground: Int

  init(_ gazetteer: Gazetteer) {
    // Unit numbers are written so in many cities.
    patterns = (gazetteer.rules.roomCodes + ["#{floor}-{room}"]).compactMap(RoomCodePattern.init)
    let floors = gazetteer.places.lazy.flatMap(\.rooms).compactMap(\.floor)
    ground = floors.contains(0) ? 0 : 1
  }

  /// nil where the text names none.
  func floor(in text: FoldedText) -> Int? {
    for position in text.words.indices {
      for pattern in patterns {
        if let floor = pattern.floor(in: text, at: position) { return floor }
      }
    }
    for position in text.words.indices {
      if let floor = named(text, at: position) { return floor }
    }
    return nil
  }

  private func named(_ text: FoldedText, at position: Int) -> Int? {
    let word = text.words[position]
    switch word.hash {
    case Self.basement: return -1
    case Self.erdgeschoss: return ground
    case Self.untergeschoss, Self.ug: return number(text, position - 1).map { -$0 } ?? -1
    case Self.og: return number(text, position - 1).map { $0 + ground }
    case Self.eg where word.isUpper: return ground
    default: break
    }
    guard Self.storeys.contains(word.hash) else { return nil }
    if position > 0, Self.grounds.contains(text.words[position - 1].hash) { return ground }
    // "Level 3"; "2nd floor" is folded to three words.
    return number(text, position + 1) ?? number(text, position - 1)
      ?? (position > 1 && Self.ordinals.contains(text.words[position - 1].hash)
        ? number(text, position - 2) : nil)
  }

  private func number(_ text: FoldedText, _ position: Int) -> Int? {
    guard text.words.indices.contains(position), text.words[position].isNumber,
      text.words[position].range.count <= 2
    else { return nil }
    return Int(String(decoding: text.bytes[text.words[position].range], as: UTF8.self))
  }

  private static func hashes(_ words: String) -> Set<UInt64> {
    Set(words.split(separator: " ").map { StableHash.bytes($0.utf8) })
  }

  private static let storeys = hashes("level lvl floor flr storey etage stock stockwerk geschoss")
  private static let ordinals = hashes("st nd rd th")
  private static let grounds = hashes("ground main")
  private static let basement = StableHash.bytes("basement".utf8)
  private static let erdgeschoss = StableHash.bytes("erdgeschoss".utf8)
  private static let untergeschoss = StableHash.bytes("untergeschoss".utf8)
  private static let ug = StableHash.bytes("ug".utf8)
  private static let og = StableHash.bytes("og".utf8)
  private static let eg = StableHash.bytes("eg".utf8)
}
