import AlmanacModel
import Testing

@testable import AlmanacRefine

@Suite struct RoomNumberingSchemeTests {
  private func building(_ id: String, _ name: String, _ rooms: [String]) -> Place {
    Place(id: id, name: name, rooms: rooms.map { Place.Room(code: $0) })
  }

  private func numbering(_ places: [Place]) -> RoomNumberingScheme? {
    RoomNumberingScheme(of: places.enumerated().map { (Int32($0.offset), $0.element) })
  }

  @Test("Unlisted rooms are found if the second digit is the building's")
  func learns() throws {
    let learned = try #require(
      numbering([
        building("501", "Wing 1", ["0178", "1102"]), building("502", "Wing 2", ["N2201"]),
        building("508", "Wing 8", []), building("518", "Boiler House", []),
        building("509", "Yard", []),
      ]))
    #expect(learned.buildings(ofRoom: "1801".utf8) == [2])
    #expect(learned.buildings(ofRoom: "0915".utf8) == [4])
    #expect(learned.buildings(ofRoom: "0715".utf8).isEmpty)
    #expect(learned.buildings(ofRoom: "80".utf8).isEmpty)
  }

  @Test(
    "The prefix of the room codes of one building is a code of it, for its unlisted rooms as well",
    arguments: [("QXL-05-07", "quarry"), ("QXL", nil), ("BRN-05-07", nil)] as [(String, String?)])
  func prefixes(text: String, expected: String?) {
    let matcher = GazetteerMatcher(
      Gazetteer(
        name: "hill",
        places: [
          building("quarry", "Quarry Library", ["QXL-04-01", "QXL-04-02"]),
          building("barn", "Barn", ["BRN-01-01"]), building("byre", "Byre", ["BRN-02-01"]),
        ]))
    let placement = matcher.place(VenueQuery(campus: "hill", text: text))
    #expect(placement.place == expected, "\(placement)")
  }

  @Test("The number of a building may be its code")
  func learnsFromCodes() throws {
    func coded(_ code: String, _ name: String, _ rooms: [String]) -> Place {
      Place(
        id: name.lowercased(), name: name, codes: [code], rooms: rooms.map { Place.Room(code: $0) })
    }
    let learned = try #require(
      numbering([
        coded("701", "Foundry", ["0178", "1102"]), coded("702", "Mill", ["2201"]),
        coded("706", "Forge", []),
      ]))
    #expect(learned.buildings(ofRoom: "1655".utf8) == [2])
  }

  @Test("Other numbers, or too few of them, are no numbering scheme")
  func doubts() {
    #expect(numbering([building("501", "A", ["0178", "1102", "1109"])]) == nil)
    #expect(numbering([building("501", "A", ["0178"]), building("502", "B", ["0201"])]) == nil)
    #expect(
      numbering([building("501", "A", ["0178", "0190"]), building("502", "B", ["0301", "1201"])])
        == nil)
    #expect(numbering([]) == nil)
  }
}
