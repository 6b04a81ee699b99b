import AlmanacModel
import Testing

@testable import AlmanacRefine

/// Habits of venue texts, each with examples of two campuses' kinds of names.
@Suite struct VenueHabitTests {
  private static let matcher = GazetteerMatcher(
    Gazetteer(
      name: "skelby", title: "Skelby University",
      places: [
        Place(
          id: "pool", name: "Calder Recreation Building Sorrel Pool", aliases: ["CRBS"]),
        Place(id: "wendell", name: "Wendell Resources Library", aliases: ["WDLR"]),
        Place(id: "west", name: "West Hall"), Place(id: "east", name: "East Quadrangle"),
        Place(id: "lodge", name: "Guest Lodge", aliases: ["Guest Lodge (Tolland Business School)"]),
        Place(id: "tolland", name: "Edgar M. Tolland School of Business Building"),
        Place(id: "medical-2", name: "Medical Research Wing II", aliases: ["MRW2"]),
        Place(id: "medical-3", name: "Medical Research Wing III", aliases: ["MRW3"]),

        Place(id: "argon-2", name: "Argon House II", address: "12 S. Dorset St"),
        Place(id: "argon-3", name: "Argon House III"),
        Place(id: "park-10", name: "South Harbor Research Park Building 10"),
        Place(id: "park-20", name: "South Harbor Research Park Building 20"),
        Place(id: "aster", name: "Aster Quadrangle Residential Complex", aliases: ["Aster Quad"]),
        Place(
          id: "wing-3", name: "Section 3", within: "xw", rooms: [Place.Room(code: "0337")]),
        Place(id: "xw", name: "Crossworks", kind: "area", codes: ["XW"]),
        Place(id: "marine", name: "Marine Sciences Building"),
        Place(id: "letters", name: "Old Letters Building"),
        Place(
          id: "thorne", name: "Thorne House",
          rooms: [
            Place.Room(code: "0337"), Place.Room(code: "0412", name: "Auer Recital Hall"),
            Place.Room(code: "0413", name: "Orr Assembly Studio"),
          ]),
        Place(id: "law-library", name: "Law Library", subcategory: "Library"),
        Place(
          id: "reading", name: "Main Reading House", subcategory: "Library",
          rooms: [Place.Room(code: "RH-SR", name: "Seminar Room")]),
        Place(
          id: "finger", name: "Finger 6",
          rooms: [Place.Room(code: "00.06.011", name: "Hörsaal QL HS 3")]),
      ]))

  private func place(_ text: String) -> String? {
    Self.matcher.place(VenueQuery(campus: "skelby", text: text)).place
  }

  @Test(
    "An acronym in capitals before a room of any type is the building",
    arguments: [("CRBS Main Gym", "pool"), ("WDLR Black Box Theater", "wendell")])
  func acronym(text: String, expected: String) {
    #expect(place(text) == expected)
    #expect(place(text.prefix(4) + " Stadium") == nil)
  }

  @Test(
    "Words in brackets behind a landmark are about the landmark",
    arguments: [
      "opposite Guest Lodge (Tolland Business School)", "near West Hall (East Quadrangle)",
    ])
  func landmark(text: String) {
    #expect(place(text) == nil)
  }

  @Test(
    "A field or stadium is not the building of the same name",
    arguments: ["Marine Sciences Stadium", "Old Letters Arena", "Argon Stadium II"])
  func openAir(text: String) {
    #expect(place(text) == nil)
  }

  @Test(
    "A name followed by a room number is a building, not the room of that name",
    arguments: ["Auer Recital Hall", "Orr Assembly Studio"])
  func roomWithRooms(name: String) {
    #expect(place(name) == "thorne")
    #expect(place(name + " 217") == nil)
    #expect(place(name + ", Room 38") == nil)
    #expect(place(name + ", Room 0337") == "thorne")
  }

  @Test("A word of a category within a name does not mean the places of the category")
  func category() {
    #expect(place("Seminar Room, Library") == "reading")
    #expect(place("Seminar Room, Law Library") == "law-library")
  }

  @Test(
    "A label before a building and attendance notes behind it are ignored",
    arguments: [
      ("Location: CRBS Main Gym", "pool"),
      ("In-person: WDLR Black Box Theater", "wendell"),
      ("Where – West Hall", "west"), ("CRBS Main Gym and online via Zoom", "pool"),
      ("WDLR Black Box Theater & livestream", "wendell"),
      ("CRBS Main Gym | Free admission", "pool"), ("West Hall (in person) / Zoom", "west"),
      ("WDLR Black Box Theater, RSVP required", "wendell"),
      ("Join us at CRBS Main Gym", "pool"), ("Held at WDLR Black Box Theater", "wendell"),
    ])
  func notes(text: String, expected: String) { #expect(place(text) == expected) }

  @Test("Free admission is no admissions office", arguments: ["Quarry Barn", "Ferry Landing"])
  func admission(venue: String) {
    let matcher = GazetteerMatcher(
      Gazetteer(
        name: "skelby", title: "Skelby University",
        places: [Place(id: "office", name: "Office of Admissions", aliases: ["Admissions"])]))
    func place(_ text: String) -> String? {
      matcher.place(VenueQuery(campus: "skelby", text: text)).place
    }
    #expect(place("\(venue) | Free admission") == nil)
    #expect(place("\(venue), admission free") == nil)
    #expect(place("Admissions") == "office")
  }

  @Test("Venues that are only online stay online", arguments: ["Online", "Zoom and YouTube"])
  func onlyOnline(text: String) {
    #expect(Self.matcher.place(VenueQuery(campus: "skelby", text: text)).reason == .online)
  }

  @Test(
    "A department or club before a building is in it",
    arguments: [
      ("Botany Department, West Hall, Room 4464", "west"),
      ("Juggling Club, East Quadrangle, Room 12", "east"),
    ])
  func organization(text: String, expected: String) { #expect(place(text) == expected) }

  @Test("A school in brackets is the owner of the building and not its name")
  func owner() { #expect(place("Tolland Business School R1230") != "lodge") }

  @Test(
    "Numerals and digits at the end of a name are the same number",
    arguments: [
      ("MRW III, Room 3697", "medical-3"), ("MRW II, Room 12", "medical-2"),
      ("Argon House 2, Room 5", "argon-2"),
    ])
  func numerals(text: String, expected: String) {
    #expect(place(text) == expected)
    #expect(place("Argon House 4") == nil)
  }

  @Test(
    "The initials of a site before a building's number are the site",
    arguments: [
      ("SHRP Building 10, Research Auditorium", "park-10"), ("SHRP Bldg. 20, Lobby", "park-20"),
    ])
  func initials(text: String, expected: String) {
    #expect(place(text) == expected)
    #expect(place("SHRP Building 30") == nil)
  }

  @Test("An address directly behind a name explains itself")
  func address() { #expect(place("Aster Quad 105 S. Dorset St, Room 3100") == "aster") }

  @Test("A room number beside the code of its area is the room, in any order and in small letters")
  func roomOfArea() {
    for text in ["XW 0337", "Room 0337 XW", "Room 0337 xw"] { #expect(place(text) == "wing-3") }
    #expect(place("Room 0337") == nil)
  }

  @Test(
    "A name of several words is known without the word building",
    arguments: [("Marine Sciences 111", "marine"), ("Old Letters, Room 25", "letters")])
  func withoutBuilding(text: String, expected: String) { #expect(place(text) == expected) }

  @Test("A room's name is known without the word for its kind")
  func untypedRoom() {
    #expect(place("QL HS 3") == "finger")
    #expect(place("QL HS 4") == nil)
  }
}
