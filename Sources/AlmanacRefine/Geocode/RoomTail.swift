/// The words from a building's name to the kind of a room in it: "Walnut Room" of `IMU Walnut Room`.
enum RoomTail {
  /// Longer names are of something else.
  private static let most = 8

  /// The position of the word that says the kind of room; nil where none follows.
  static func end(in text: VenueText, from start: Int) -> Int? {
    var position = start
    while position < min(text.words.count, start + most) {
      let word = text.words[position]
      guard word.traits.isDisjoint(with: [.street, .addressOnly, .foreign]), !word.isLandmark,
        !word.gap.contains(.at), !word.traits.contains(.kind) || word.traits.contains(.room)
      else { return nil }
      let isRoom =
        word.traits.contains(.room)
        || word.traits.contains(.gathering) && !word.traits.contains(.kind)
      if isRoom { return position }
      position += 1
    }
    return nil
  }
}
