import AlmanacModel

/// Reads the floor that a venue text names: "Level 3", "2nd floor", "Basement", "#02-18".
struct FloorReading: Sendable {
  private let patterns: [RoomCodePattern]
  /// The number of the ground floor: 0 where the gazetteer has rooms on a floor 0, else 1.
  private let ground: Int

  init(_ gazetteer: Gazetteer) {
    // Unit numbers are written so in many cities.
    patterns = (gazetteer.rules.roomCodes + ["#{floor}-{room}"]).compactMap(RoomCodePattern.init)
    let floors = gazetteer.places.lazy.flatMap(\.rooms).compactMap(\.floor)
    ground = floors.contains(0) ? 0 : 1
  }

  /// nil where the text names none.
  func floor(in text: FoldedText) -> Int? {
    for position in text.words.indices where text.words[position].isNumber {
      for pattern in patterns {
        if let floor = pattern.floor(in: text, at: position) { return floor }
      }
    }
    for position in text.words.indices where !text.words[position].isNumber {
      let hash = text.words[position].hash
      if let word = Self.words[hash],
        let floor = named(word, text, at: position)
      {
        return floor
      }
    }
    return nil
  }

  private enum Word {
    case floor, ordinal, ground, basement, erdgeschoss, untergeschoss, og, ug, eg
  }

  private func named(_ word: Word, _ text: FoldedText, at position: Int) -> Int? {
    switch word {
    case .basement: return -1
    case .erdgeschoss: return ground
    case .untergeschoss, .ug: return number(text, position - 1).map { -$0 } ?? -1
    case .og: return number(text, position - 1).map { $0 + ground }
    case .eg: return text.words[position].isUpper ? ground : nil
    case .floor: break
    case .ordinal, .ground: return nil
    }
    let before = position > 0 ? Self.words[text.words[position - 1].hash] : nil
    if before == .ground { return ground }
    // "Level 3"; "2nd floor" is folded to three words.
    return number(text, position + 1) ?? number(text, position - 1)
      ?? (before == .ordinal ? number(text, position - 2) : nil)
  }

  private func number(_ text: FoldedText, _ position: Int) -> Int? {
    guard text.words.indices.contains(position), text.words[position].isNumber,
      text.words[position].range.count <= 2
    else { return nil }
    return Int(String(decoding: text.bytes[text.words[position].range], as: UTF8.self))
  }

  private static let words: [UInt64: Word] = {
    var table: [UInt64: Word] = [:]
    let lists: [(Word, [String])] = [
      (.floor, VenueWords.floor + ["lvl", "flr"]), (.ordinal, ["st", "nd", "rd", "th"]),
      (.ground, ["ground", "main"]), (.basement, ["basement"]), (.erdgeschoss, ["erdgeschoss"]),
      (.untergeschoss, ["untergeschoss"]), (.og, ["og"]), (.ug, ["ug"]), (.eg, ["eg"]),
    ]
    for (word, spellings) in lists {
      for spelling in spellings { table[StableHash.bytes(spelling.utf8)] = word }
    }
    return table
  }()
}
