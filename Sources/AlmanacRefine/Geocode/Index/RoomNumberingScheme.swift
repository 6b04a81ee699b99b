import AlmanacModel

/// How the rooms of a group of buildings are numbered after the buildings: in "MW 1801" the second
/// digit means building 8, on the first floor.
///
/// Learned from the rooms that are known: nearly all numbers of four digits must keep to it, in two
/// buildings at least. Unlisted rooms are then found as well.
struct RoomNumberingScheme: Sendable {
  /// Three rooms are few, but by chance they would agree once in a thousand times.
  private static let fewest = 3

  /// By digit: the buildings, those with the digit in their name first.
  private let places: [UInt8: [Int32]]
  private let named: [UInt8: Int32]

  /// nil where the rooms are numbered otherwise, or too few are known.
  init?(of buildings: [(position: Int32, place: Place)]) {
    var conforming = 0
    var rooms = 0
    var seen = Set<UInt8>()
    var places: [UInt8: [Int32]] = [:]
    var named: [UInt8: [Int32]] = [:]
    for (position, place) in buildings {
      // The building's number is its code, or its id in gazetteers without codes.
      let numbers = (place.codes + [place.id]).compactMap(\.utf8.last)
      guard let digit = numbers.first(where: Self.isDigit) else { continue }
      places[digit, default: []].append(position)
      if Self.numbers(of: place.name).contains([digit]) {
        named[digit, default: []].append(position)
      }
      for room in place.rooms {
        guard let wing = Self.wing(ofRoom: room.code) else { continue }
        rooms += 1
        if wing == digit {
          conforming += 1
          seen.insert(digit)
        }
      }
    }
    guard rooms >= Self.fewest, seen.count >= 2, conforming * 10 >= rooms * 9 else { return nil }
    self.places = places
    self.named = named.compactMapValues { $0.count == 1 ? $0.first : nil }
  }

  /// The buildings in which the room with the number may be.
  func buildings(ofRoom number: some Collection<UInt8>) -> [Int32] {
    guard let wing = Self.wing(number) else { return [] }
    return named[wing].map { [$0] } ?? places[wing] ?? []
  }

  private static func wing(ofRoom code: String) -> UInt8? {
    let number = code.utf8.drop { !isDigit($0) }.prefix(while: isDigit)
    return wing(number)
  }

  private static func wing(_ number: some Collection<UInt8>) -> UInt8? {
    number.count == 4 ? number.dropFirst().first : nil
  }

  private static func numbers(of name: String) -> [[UInt8]] {
    name.utf8.split { !isDigit($0) }.map(Array.init)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}
