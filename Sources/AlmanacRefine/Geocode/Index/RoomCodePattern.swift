/// How a campus writes room codes, by the rules of its gazetteer: `{building}-{floor:2}-{room}`,
/// `{building}-{floor:2}{room:2}`, `#{floor}-{room}`.
///
/// Reads the floor from the code of a room that the gazetteer doesn't list.
struct RoomCodePattern: Sendable {
  /// The number must follow the building's code.
  private let followsBuilding: Bool
  /// The number must follow `#`.
  private let isAnnounced: Bool
  private let floorDigits: Int?
  private let roomDigits: Int?
  /// Whether floor and room are one number.
  private let isJoined: Bool

  /// nil for a pattern without a floor before its room.
  init?(_ pattern: String) {
    guard let floor = Self.field("floor", in: pattern), let room = Self.field("room", in: pattern),
      floor.range.upperBound <= room.range.lowerBound
    else { return nil }
    floorDigits = floor.digits
    roomDigits = room.digits
    isJoined = floor.range.upperBound == room.range.lowerBound
    if isJoined, floor.digits == nil { return nil }
    followsBuilding = Self.field("building", in: pattern) != nil
    isAnnounced = pattern.hasPrefix("#")
  }

  /// The floor of the code at a position of the text; nil if there is none.
  func floor(in text: FoldedText, at position: Int) -> Int? {
    guard text.words.indices.contains(position) else { return nil }
    let word = text.words[position]
    guard word.isNumber, word.range.count <= 8 else { return nil }
    if isAnnounced, !isFirstAfterSign(text, position) { return nil }
    if followsBuilding {
      // A floor below ground has its letter: COM1-B1-12.
      let start = isBelowGround(text, position) ? position - 1 : position
      guard start > 0, !text.words[start].gap.isEmpty,
        text.words[start].gap.isDisjoint(with: [.part, .at])
      else { return nil }
    }
    let digits = text.bytes[word.range]
    guard let number = isJoined ? joined(digits) : parted(digits, text, position) else {
      return nil
    }
    return isBelowGround(text, position) ? -number : number
  }

  private func joined(_ digits: ArraySlice<UInt8>) -> Int? {
    guard let floorDigits, digits.count > floorDigits,
      roomDigits == nil || digits.count == floorDigits + (roomDigits ?? 0)
    else { return nil }
    return Self.number(digits.prefix(floorDigits))
  }

  private func parted(_ digits: ArraySlice<UInt8>, _ text: FoldedText, _ position: Int) -> Int? {
    guard floorDigits == nil || digits.count == floorDigits || isBelowGround(text, position),
      digits.count <= 2, text.words.indices.contains(position + 1)
    else { return nil }
    let next = text.words[position + 1]
    guard next.isNumber, next.gap.contains(.mark), next.gap.isSubset(of: [.mark, .space]),
      roomDigits == nil || next.range.count == roomDigits
    else { return nil }
    return Self.number(digits)
  }

  private func isFirstAfterSign(_ text: FoldedText, _ position: Int) -> Bool {
    let start = isBelowGround(text, position) ? position - 1 : position
    return text.words[start].gap.contains(.number)
  }

  private func isBelowGround(_ text: FoldedText, _ position: Int) -> Bool {
    guard position > 0, text.words[position].gap.isEmpty else { return false }
    return text.bytes[text.words[position - 1].range].elementsEqual("b".utf8)
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    Int(String(decoding: digits, as: UTF8.self))
  }

  private static func field(
    _ name: String, in pattern: String
  ) -> (range: Range<String.Index>, digits: Int?)? {
    var start = pattern.startIndex
    while let open = pattern[start...].firstIndex(of: "{"),
      let close = pattern[open...].firstIndex(of: "}")
    {
      let parts = pattern[pattern.index(after: open)..<close].split(separator: ":")
      let end = pattern.index(after: close)
      if parts.first.map(String.init) == name {
        return (open..<end, parts.dropFirst().first.flatMap { Int($0) })
      }
      start = end
    }
    return nil
  }
}
