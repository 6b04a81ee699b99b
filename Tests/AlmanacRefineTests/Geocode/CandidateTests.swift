import AlmanacModel
import Testing

@testable import AlmanacRefine

/// What may be meant, where the text is too short or too vague to say.
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
        Place(id: "east", name: "East House / Haus K"),
        Place(id: "archive", name: "Archive", rooms: [Place.Room(code: "K119", name: "Store")]),
      ]))

  private func place(_ text: String) -> Placement {
    Self.matcher.place(VenueQuery(campus: "hillside", text: text))
  }

  @Test(
    "The likeliest is first, whether it is sure enough to be placed or not",
    arguments: [
      // The area by its acronym, the building by the digit that its rooms have.
      ("WK1801", "508"), ("0833 wk", "508"),
      // The storey's digit left out.
      ("201 Works", "502"),
      // A qualifier says that it is not the one that is called just so.
      ("new refectory", "refectory-hill"),
      // A house's letter before a room's number; a letter left out.
      ("K.203", "east"), ("119", "archive"),
    ])
  func first(text: String, expected: String) {
    #expect(place(text).candidates.first?.place == expected, "\(place(text))")
  }

  @Test(
    "Of a word that joins two the first is known",
    arguments: [
      ("praktikumsraum", "praktikum"), ("millhaus", "mill"), ("forgenhalle", "forge"),
      ("raum", nil), ("xyzraum", nil), ("praktikumstag", nil),
    ] as [(String, String?)])
  func compounds(word: String, expected: String?) {
    let vocabulary = Self.matcher.index.vocabulary
    let beginning = vocabulary.beginning(ofCompound: Array(word.utf8)[...])
    #expect(beginning.map(vocabulary.spelling) == expected)
  }

  @Test("A postal code has no house's letter", arguments: ["K5E 1X9", "K5E1X9"])
  func postalCodes(code: String) {
    let postal = place("110 The Esplanade, Toronto, ON \(code)").candidates
    #expect(postal.allSatisfy { $0.score < 0.1 }, "\(postal)")
    let house = place("110 The Esplanade, K5").candidates
    #expect(house.first?.place == "east" && (house.first?.score ?? 0) > 0.3, "\(house)")
  }

  @Test("Hints alone place nothing", arguments: ["K.203", "119", "new refectory", "0833 wk"])
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

  @Test("A room's name says little where the text names an area in which it is not")
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

  @Test("Letters in brackets that others use as well are no acronym")
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

  @Test("The beginning of one building's code is not the next one's")
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
