import AlmanacModel
import Testing

@testable import AlmanacRefine

@Suite struct GazetteerMatcherTests {
  private static let matcher = GazetteerMatcher(.fairview)

  private func place(_ text: String) -> Placement { Self.matcher.place(.fairview(text)) }

  @Test(
    "A code, name, alias, tenant or address is placed however it is written",
    arguments: [
      ("COMP1", "comp1"), ("comp 1", "comp1"), ("ＣＯＭＰ１", "comp1"), ("Computing 1", "comp1"),
      ("LT27", "lt27"), ("lt-27", "lt27"), ("Lecture Theater 27", "lt27"),
      ("Lecture Theatre 27, Fairview University", "lt27"), ("E4-04-03", "e4"),
      ("E4A-04-03", "e4a"), ("University Hall, Level 2", "hall"),
      ("Galbally Bldg", "galbally"), ("GB 202", "galbally"),
      ("GB117 – Galbally Building", "galbally"),
      ("35 St Brendan St.", "galbally"), ("7 Hartley House Circle", "hart"),
      ("Fairview Ventures, Level 1", "okonkwo"), ("Linden Plaza, Student Village", "plaza"),
      ("Student Village", "village"), ("North entrance @ Linden Plaza", "plaza"),
      ("Soldiers Tower, beside Hartley House", "tower"),
      ("Old Gymnasium", "arena"), ("LT27, E4", "lt27"), ("LT27, near Harbour Front", "lt27"),
      ("Student Village, Innisfree College", "innisfree"),
      ("Robot Laboratory, Student Village", "comp1"),
    ])
  func places(text: String, expected: String) {
    let placement = place(text)
    #expect(placement.place == expected, "\(placement)")
    #expect(placement.reason == nil)
    #expect(placement.candidates.first?.place == expected)
  }

  @Test(
    "A room is kept as the gazetteer writes it",
    arguments: [
      ("COMP1-02-06", "comp1", "COMP1-0206"), ("COMP1 #02-06", "comp1", "COMP1-0206"),
      ("COMP1/206", "comp1", "COMP1-0206"), ("Seminar Room 3 @ COMP1", "comp1", "COMP1-0212"),
      ("SR3, School of Computing", "comp1", "COMP1-0212"),
      ("Seminar Room 12, School of Computing", "comp2", "COMP2-0301"),
      ("SR5, Student Village", "plaza", "LP-SR5"), ("LP-SR5", "plaza", "LP-SR5"),
      ("COMP1-B103", "comp1", "COMP1-B103"), ("Robot Lab, COMP1", "comp1", "COMP1-B103"),
      ("Robot Laboratory", "comp1", "COMP1-B103"),
      ("COMP2 - Room Number: HUB", "comp2", "COMP2-HUB"),
      ("COMP1 – Room No. B1-03", "comp1", "COMP1-B103"),
    ])
  func keepsRooms(text: String, expected: String, room: String) {
    let placement = place(text)
    #expect(placement.place == expected, "\(placement)")
    #expect(placement.room == room, "\(placement)")
  }

  @Test("A room's own point is preferred to its building's")
  func roomPoint() {
    #expect(place("COMP1-0206").coordinate == Coordinate(latitude: 50.0101, longitude: 10.0101))
    #expect(place("COMP1-0212").coordinate == Coordinate(latitude: 50.010, longitude: 10.010))
  }

  @Test(
    "The number of a street address is no room's number",
    arguments: [("Kiln Hall 206", "KH-206"), ("Kiln Hall, 206 Tarn Road", nil)])
  func houseNumber(text: String, room: String?) {
    let matcher = GazetteerMatcher(
      Gazetteer(
        name: "hill",
        places: [
          Place(id: "kiln", name: "Kiln Hall", codes: ["KH"], rooms: [Place.Room(code: "KH-206")]),
          Place(id: "tarn", name: "Tarn Library"),
        ]))
    let answer = matcher.place(VenueQuery(campus: "hill", text: text))
    #expect(answer.place == "kiln")
    #expect(answer.room == room)
  }

  @Test("A place without a point is placed without coordinates and with a reason")
  func placeWithoutPoint() {
    let placement = place("Museum")
    #expect(placement.place == "museum")
    #expect(placement.coordinate == nil)
    #expect(placement.reason == .noPoint)
  }

  @Test(
    "The floor is that of the room, else the one in the text",
    arguments: [
      ("COMP1-0206", 2), ("Robot Laboratory", -1), ("University Hall, Level 3", 3),
      ("2nd floor, University Hall", 2), ("Ground Floor, University Hall", 1),
      ("University Hall, Basement", -1), ("University Hall #04-18", 4),
      ("COMP1-05-11", 5), ("COMP2-B2-03", -2), ("COMP2-1204", 12), ("University Hall", nil),
    ] as [(String, Int?)])
  func keepsFloors(text: String, floor: Int?) {
    let placement = place(text)
    #expect(placement.place != nil, "\(placement)")
    #expect(placement.floor == floor, "\(placement)")
  }

  @Test(
    "A hybrid event keeps its room", arguments: ["LT27 and Zoom", "Online / LT27", "LT27 (TBC)"])
  func hybrid(text: String) {
    #expect(place(text).place == "lt27")
  }

  @Test(
    "Slips of the pen are forgiven, with less confidence",
    arguments: [("Okonkow Centre", "okonkwo"), ("Innisfre College", "innisfree")])
  func misspelled(text: String, expected: String) {
    let placement = place(text)
    #expect(placement.place == expected)
    #expect(placement.method == .fuzzy)
    #expect(placement.confidence < 0.95)
  }

  @Test("The informative part of a name is enough if no other place has it")
  func partialName() {
    #expect(place("Innisfree, Fairview University").place == "innisfree")
    #expect(place("Whitlock").place == "arena")
  }

  @Test(
    "Unknown, foreign and missing places are not placed",
    arguments: [
      ("Online", .online), ("https://meet.example.org/j/9", .online),
      ("Zoom (link follows)", .online), ("Campus Stream", .online),
      ("https://example.org/galbally-building", .unknown),
      ("Recreation Centre Robot Laboratory", .unknown), ("TBA", .toBeAnnounced),
      ("Student Centre Robot Laboratory", .unknown), ("Quux, GB 20205", .unknown),
      ("Venue to be confirmed", .toBeAnnounced),
      ("Lecture Theatre 6B", .unknown), ("LT 6.10, 461 Corrigan Road", .offCampus),
      ("LT6, Elsewhere Polytechnic, 510 Dorset Road", .offCampus),
      ("Fairview Ventures @ Hub 71", .offCampus),
      ("Fairview Ventures, 71 Corrigan Crescent", .offCampus),
      ("University Hall @ Harbour Front", .offCampus),
      ("Asian Peoples Museum, 1 Emperor Place", .offCampus),
      ("Seminar Room 1", .ambiguous), ("near University Hall", .unknown),
      ("Fairview University", .unknown), ("Room 3", .unknown),
      ("Innisfree Polytechnic", .offCampus),
      ("Hartley Road", .unknown), ("The Cup, 12 Hartley Zanzibar Road", .offCampus),
      ("The Cup, 12 Hartley Road", .unknown),
    ] as [(String, Placement.Abstention)])
  func abstains(text: String, reason: Placement.Abstention) {
    let placement = place(text)
    #expect(placement.place == nil, "\(placement)")
    #expect(placement.reason == reason, "\(placement)")
    #expect(placement.confidence == 0)
  }

  @Test("A street that has a building's name is not the building")
  func streetName() {
    #expect(place("Starbucks near University Hall Road, Tokyo").place == nil)
    #expect(place("3 University Hall Road").place == nil)
  }

  @Test("Surer evidence gives a higher confidence")
  func confidenceIsOrdered() {
    let texts = [
      "COMP1-0206, COMP1", "COMP1", "Fairview Ventures", "Okonkow Centre", "Seminar Room 1",
    ]
    let confidences = texts.map { place($0).confidence }
    #expect(confidences == confidences.sorted(by: >), "\(confidences)")
    #expect(place("COMP1").confidence >= 0.95)
  }

  @Test("Two places that are far apart leave more doubt than one, or than neighbors")
  func farApart() {
    #expect(place("LT27, E4").confidence < place("LT27").confidence)
    let neighbors = place("Hartley House, Soldiers' Tower")
    #expect(neighbors.confidence == place("Hartley House").confidence)
  }

  @Test("Of two places that have one name neither is answered")
  func sharedName() {
    let matcher = GazetteerMatcher(
      Gazetteer(
        name: "hill",
        places: [
          Place(id: "kiln", name: "Kiln Hall", aliases: ["Kestrel Commons"]),
          Place(id: "tarn", name: "Tarn Hall", aliases: ["Kestrel Commons"]),
        ]))
    let answer = matcher.place(VenueQuery(campus: "hill", text: "Kestrel Commons"))
    #expect(answer.place == nil)
    #expect(answer.reason == .ambiguous)
    #expect(Set(answer.candidates.map(\.place)) == ["kiln", "tarn"])
  }

  @Test("The ground floor is 0 if the gazetteer has rooms on floor 0", arguments: [0, 1])
  func groundFloor(floor: Int) {
    let matcher = GazetteerMatcher(
      Gazetteer(
        name: "hill",
        places: [
          Place(id: "kiln", name: "Kiln Hall", rooms: [Place.Room(code: "003", floor: floor)])
        ]))
    let answer = matcher.place(VenueQuery(campus: "hill", text: "Ground Floor, Kiln Hall"))
    #expect(answer.place == "kiln")
    #expect(answer.floor == floor)
  }

  @Test(
    "Any text is answered in time, by a place of the gazetteer or a reason",
    .timeLimit(.minutes(1)),
    arguments: [
      "", " ", "@", "-", String(repeating: "(", count: 5_000),
      String(repeating: "LT27 ", count: 5_000),
      String(repeating: "1", count: 5_000), "\u{0}\u{1F600}\u{202E}", "LT\u{301}\u{301}27",
      String(repeating: "a1", count: 3_000), "7 7 7 Street Street", "Street", "1 Street",
    ])
  func hostileTexts(text: String) {
    let placement = place(text)
    let known = Gazetteer.fairview.places.map(\.id)
    #expect((placement.coordinate == nil) == (placement.reason != nil))
    #expect(
      ([placement.place].compactMap { $0 } + placement.candidates.map(\.place))
        .allSatisfy(known.contains))
    #expect((0...1).contains(placement.confidence))
    #expect(placement.candidates.count <= 3)
  }

  @Test("An empty gazetteer answers nothing")
  func emptyGazetteer() {
    let matcher = GazetteerMatcher(Gazetteer(name: "none", places: []))
    #expect(matcher.place(.fairview("LT27")).place == nil)
    #expect(matcher.place(.fairview(nil)).reason == Placement.Abstention.none)
  }

  @Test("The order of the places doesn't matter")
  func orderOfPlaces() {
    var shuffled = Gazetteer.fairview
    shuffled.places.reverse()
    let other = GazetteerMatcher(shuffled)
    for text in ["LT27", "Seminar Room 1", "Okonkow Centre", "Innisfree", "SR5, Student Village"] {
      #expect(other.place(.fairview(text)).place == place(text).place, "\(text)")
    }
  }
}
