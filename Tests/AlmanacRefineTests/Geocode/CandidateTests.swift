import AlmanacModel
import Testing

@testable import AlmanacRefine

/// The candidates of texts that are too short or too vague to be placed.
@Suite struct CandidateTests {
  private static let matcher = GazetteerMatcher(
    Gazetteer(
      name: "hillside",
      places: [
        Place(id: "works", name: "Works (WK)", kind: "area"),
        Place(
          id: "501", name: "Part 1, Foundry", within: "works",
          rooms: [Place.Room(code: "0178"), Place.Room(code: "1102", name: "Lecture Hall 3")]),
        Place(
          id: "502", name: "Part 2, Forge", within: "works",
          rooms: [Place.Room(code: "2201", name: "Praktikum")]),
        Place(id: "508", name: "Part 8, Mill", within: "works"),
        Place(id: "refectory-old", name: "Refectory", aliases: ["Refectory Kiln Street"]),
        Place(id: "refectory-hill", name: "Refectory Hill"),
        Place(id: "archive", name: "Archive", rooms: [Place.Room(code: "K119", name: "Store")]),
        Place(id: "hydraulics", name: "Wasserbauversuchsanstalt"),
        Place(id: "kiln", name: "Brickmaker Kilnhouse", within: "works"),
        Place(id: "offices", name: "Haus D, Verwaltung"),
      ]))

  private func place(_ text: String) -> Placement {
    Self.matcher.place(VenueQuery(campus: "hillside", text: text))
  }

  @Test(
    "The likeliest place is the first candidate, whether it is placed or not",
    arguments: [
      // The area by its acronym, the building by the digit that its rooms have.
      ("WK1801", "508"), ("0833 wk", "508"),
      // The digit of the floor left out.
      ("201 Works", "502"),
      // A qualifier excludes the place that is called just "Refectory".
      ("new refectory", "refectory-hill"),
      // The letter of the room's code left out.
      ("119", "archive"),
    ])
  func first(text: String, expected: String) {
    #expect(place(text).candidates.first?.place == expected, "\(place(text))")
  }

  @Test("The town behind an unknown room hardly proposes a place with the town in its name")
  func town() {
    #expect(place("Heron Room, Hill").candidates.allSatisfy { $0.score < 0.1 })
    #expect(place("Hill").candidates.first?.place == "refectory-hill")
  }

  @Test(
    "A word typed in part, with a slip, in a compound or with others as one proposes its place",
    arguments: [
      ("brickm", "kiln"), ("kilnhuose works", "kiln"), ("brickmakrkilnhouse", "kiln"),
      ("versuchsanst", "hydraulics"), ("wasserbua", "hydraulics"), ("verwalt", "offices"),
      ("praktikumsraum wk", "502"),
    ])
  func search(text: String, expected: String) {
    let placement = place(text)
    #expect(placement.candidates.first?.place == expected, "\(placement)")
    #expect(placement.place == nil)
    #expect(placement.candidates.allSatisfy { $0.score < GazetteerMatcher.threshold })
  }

  @Test("A text that resembles no name has no candidates")
  func nothingAlike() {
    #expect(place("xylophone quartet").candidates.isEmpty, "\(place("xylophone quartet"))")
  }

  @Test("A misspelled place is less likely if it is a landmark")
  func misspelledLandmark() throws {
    let venue = try #require(place("wasserbauversuchsansalt").candidates.first)
    let beside = place("opposite wasserbauversuchsansalt").candidates
    #expect(venue.place == "hydraulics")
    #expect(beside.allSatisfy { $0.score < venue.score / 2 }, "\(venue), \(beside)")
  }

  @Test("Hints alone place nothing", arguments: ["119", "new refectory", "0833 wk"])
  func hints(text: String) {
    #expect(place(text).place == nil, "\(place(text))")
  }

  @Test("The place is the first candidate, and no candidate is repeated")
  func order() {
    for text in ["Works", "Refectory", "Works, Forge", "WK1801", "Lecture Hall 3, Works"] {
      let placement = place(text)
      let ids = placement.candidates.map(\.place)
      #expect(placement.place == nil || ids.first == placement.place, "\(placement)")
      #expect(Set(ids).count == ids.count)
    }
  }

  @Test(
    "A room number of two buildings in an area places neither",
    arguments: [("1102 Works", nil), ("201 Works", "works")] as [(String, String?)])
  func sharedNumbers(text: String, expected: String?) {
    let matcher = GazetteerMatcher(
      Gazetteer(
        name: "hill",
        places: [
          Place(id: "works", name: "Works", kind: "area"),
          Place(
            id: "501", name: "Foundry", within: "works",
            rooms: [Place.Room(code: "1102"), Place.Room(code: "1201")]),
          Place(
            id: "502", name: "Forge", within: "works",
            rooms: [Place.Room(code: "1102"), Place.Room(code: "2201")]),
        ]))
    let placement = matcher.place(VenueQuery(campus: "hill", text: text))
    #expect(placement.place == expected, "\(placement)")
    #expect(placement.candidates.first?.place == "works", "\(placement)")
  }

  @Test(
    "A room of an area is in the building of the area's name if that has most of its rooms",
    arguments: [(6, "works-1"), (1, nil)] as [(Int, String?)])
  func mainBuilding(rooms: Int, expected: String?) {
    let matcher = GazetteerMatcher(
      Gazetteer(
        name: "hill",
        places: [
          Place(id: "works", name: "Kilnworks", kind: "area"),
          Place(
            id: "works-1", name: "Kilnworks I", within: "works",
            rooms: (1...rooms).map { Place.Room(code: "110\($0)") }),
          Place(
            id: "works-2", name: "Kilnworks II", within: "works",
            rooms: [Place.Room(code: "2101")]),
          Place(
            id: "mill", name: "Mill",
            rooms: [Place.Room(code: "K1", name: "Praktikum Nord")]),
        ]))
    let placement = matcher.place(VenueQuery(campus: "hill", text: "Kilnworks Praktikum"))
    #expect(placement.place == expected, "\(placement)")
  }

  @Test("A number of one lecture hall and of offices is the hall's, one of two halls neither's")
  func lectureHall() {
    func place(_ names: [String?]) -> String? {
      let places = names.enumerated().map { number, name in
        Place(
          id: "\(number)", name: "Mill \(number)",
          rooms: [Place.Room(code: "2503", name: name)])
      }
      let matcher = GazetteerMatcher(Gazetteer(name: "hill", places: places))
      return matcher.place(VenueQuery(campus: "hill", text: "2503")).place
    }
    #expect(place(["Office", "Lecture Hall 3", nil]) == "1")
    #expect(place(["Lecture Hall 1", "Lecture Hall 3"]) == nil)
    #expect(place(["Office", nil]) == nil)
  }

  @Test(
    "A letter before a room's number is the building's that alone has the letter",
    arguments: [
      ("D.119", "offices"), ("Room E 204", "block-e"), ("D.12", nil), ("F 204", nil),
      ("D 119, Wardour Hall", nil),
    ] as [(String, String?)])
  func letter(text: String, expected: String?) {
    let matcher = GazetteerMatcher(
      Gazetteer(
        name: "hill",
        places: [
          Place(id: "offices", name: "Mill Street 3 / Haus C + Haus D, Verwaltung"),
          Place(id: "block-e", name: "Block E"), Place(id: "block-f", name: "Block F"),
          Place(id: "campus-f", name: "Campus F"),
        ]))
    let placement = matcher.place(VenueQuery(campus: "hill", text: text))
    #expect(placement.place == expected, "\(placement)")
  }

  @Test("A room outside the area that the text names is not placed")
  func roomElsewhere() {
    let matcher = GazetteerMatcher(
      Gazetteer(
        name: "hill",
        places: [
          Place(id: "works", name: "Works", kind: "area"),
          Place(
            id: "502", name: "Forge", within: "works",
            rooms: [Place.Room(code: "2201", name: "Praktikum")]),
          Place(id: "kestrel", name: "Kestrel Yard", kind: "area"),
          Place(id: "mill", name: "Mill", within: "kestrel"),
        ]))
    func place(_ text: String) -> Placement {
      matcher.place(VenueQuery(campus: "hill", text: text))
    }
    #expect(place("Praktikum, Works").place == "502")
    #expect(place("Praktikum, Kestrel Yard").place != "502", "\(place("Praktikum, Kestrel Yard"))")
  }

  @Test("Letters in brackets that another name has are no acronym")
  func sharedAcronym() {
    let matcher = GazetteerMatcher(
      Gazetteer(
        name: "hill",
        places: [
          Place(id: "core", name: "East Core (HSU)"), Place(id: "shop", name: "HSU Shop"),
          Place(id: "lib", name: "Library"),
        ]))
    let placement = matcher.place(VenueQuery(campus: "hill", text: "HSU, Library"))
    #expect(placement.place == "lib", "\(placement)")
  }

  @Test("A room code doesn't match a building with another number")
  func numberedBlocks() {
    let matcher = GazetteerMatcher(
      Gazetteer(
        name: "hill",
        places: [
          Place(id: "biz2", name: "BIZ2", rooms: [Place.Room(code: "BIZ2-0413")]),
          Place(id: "lib", name: "Library"),
        ]))
    #expect(matcher.place(VenueQuery(campus: "hill", text: "BIZ1-0413")).place == nil)
    #expect(matcher.place(VenueQuery(campus: "hill", text: "BIZ2-0999")).place == "biz2")
  }
}
