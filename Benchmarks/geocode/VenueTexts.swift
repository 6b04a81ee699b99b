import AlmanacModel

/// Distinct venue texts in common spellings, the same in every run.
///
/// Two of three name a place of the gazetteer. The others are elsewhere, online or nonsense.
struct VenueTexts {
  private let gazetteer: Gazetteer
  private var state: UInt64 = 0x9e37_79b9_7f4a_7c15

  private static let streets = ["Harbour Road", "Mill Street", "Station Avenue", "Parkring"]
  private static let strangers = ["Riverside Hotel", "Central Cinema", "City Museum", "Depot 7"]
  private static let online = ["Zoom", "Online", "Webinar", "Microsoft Teams"]

  init(_ gazetteer: Gazetteer) { self.gazetteer = gazetteer }

  func texts(_ count: Int) -> [String] {
    var maker = self
    var texts: [String] = []
    var seen = Set<String>()
    // Small gazetteers have fewer spellings; the number makes nearly every text new.
    while texts.count < count {
      let text = maker.text()
      if seen.insert(text).inserted { texts.append(text) }
    }
    return texts
  }

  private mutating func text() -> String {
    let place = gazetteer.places[next(gazetteer.places.count)]
    let names = [place.name] + place.aliases
    let name = names[next(names.count)]
    let number = next(900) + 100
    switch next(9) {
    case 0: return "\(name), Room \(number)"
    case 1: return "\(name), Level \(next(9)) (\(number) seats)"
    case 2: return "Room \(number), \(name), \(gazetteer.title ?? gazetteer.name)"
    case 3, 4:
      guard let room = place.rooms.isEmpty ? nil : place.rooms[next(place.rooms.count)] else {
        return "\(name) #\(next(20))-\(number)"
      }
      return "\(room.name ?? room.code) @ \(name) (\(room.code)) \(number)"
    case 5: return "\(name) and \(pick(Self.online)) \(number)"
    case 6: return "\(pick(Self.strangers)), \(number) \(pick(Self.streets))"
    case 7: return "\(pick(Self.online)), link \(number)-\(next(9_000))"
    default: return "\(pick(Self.strangers)) Hall \(number), Unit \(next(90))"
    }
  }

  private mutating func pick(_ words: [String]) -> String { words[next(words.count)] }

  /// SplitMix64.
  private mutating func next(_ bound: Int) -> Int {
    state &+= 0x9e37_79b9_7f4a_7c15
    var value = state
    value = (value ^ (value >> 30)) &* 0xbf58_476d_1ce4_e5b9
    value = (value ^ (value >> 27)) &* 0x94d0_49bb_1331_11eb
    return Int((value ^ (value >> 31)) % UInt64(bound))
  }
}
