import AlmanacModel
import Testing

@testable import AlmanacRefine

/// Texts that name two buildings, or a building and a number that is another's code.
@Suite struct TwoBuildingsTests {
  private static let matcher = GazetteerMatcher(
    Gazetteer(
      name: "quay", title: "Quayside", bounds: nil, rules: Gazetteer.Rules(),
      places: [
        Place(id: "tern", name: "Ternmark Hall", coordinate: at(50.01, 10.01)),
        Place(
          id: "auk", name: "Auk House", coordinate: at(50.0215, 10.02),
          tenants: [Place.Tenant(name: "School of Tides")]),
        Place(id: "osprey", name: "Osprey Hall", coordinate: at(50.02, 10.02)),
        Place(id: "depot", name: "Depot Street 7", codes: ["4012"], coordinate: at(50.03, 10.03)),
        Place(id: "court", name: "Heron Court", kind: "area", coordinate: at(50.04, 10.04)),
        Place(
          id: "skua", name: "Skua House", within: "court", coordinate: at(50.041, 10.041)),
        Place(id: "pier", name: "Pier Forum (Heron Court)", within: "court"),
        Place(
          id: "gull", name: "Gullmore Union", codes: ["GUL"], coordinate: at(50.05, 10.05)),
        Place(id: "stage", name: "Puffin Auditorium", coordinate: at(50.02, 10.021)),
        Place(id: "college", name: "University College", coordinate: at(50.06, 10.06)),
        Place(id: "petrel", name: "Petrel College", coordinate: at(50.063, 10.06)),
        Place(
          id: "lab", name: "Kestrel Building", aliases: ["Kestrel"], codes: ["KSB"],
          coordinate: at(50.0635, 10.06)),
        Place(id: "theater", name: "Dunlin Theatre", coordinate: at(50.0632, 10.06)),
        Place(id: "gardens", name: "Grebe Gardens"),
        Place(id: "music", name: "Ada Plover School of Music", coordinate: at(50.07, 10.06)),
      ]))

  private static func at(_ latitude: Double, _ longitude: Double) -> Coordinate? {
    Coordinate(latitude: latitude, longitude: longitude)
  }

  private func place(_ text: String) -> Placement {
    Self.matcher.place(VenueQuery(campus: "quay", text: text))
  }

  @Test(
    "The second of two buildings named in full is never chosen",
    arguments: [
      "Between Ternmark Hall and Osprey Hall",
      "Ternmark Hall parking lot (rain: Osprey Hall 3)",
      "Pier of Ternmark Hall, Osprey Hall 3 if wet", "Starts from Ternmark Hall to Osprey Hall",
    ])
  func isNeverTheSecond(text: String) {
    let placement = place(text)
    #expect(placement.place != "osprey", "\(placement)")
    if placement.place == nil { #expect(placement.reason == .ambiguous) }
  }

  @Test(
    "The venue is the place that is no landmark, the inner place, or the building of an auditorium",
    arguments: [
      ("Near Ternmark Hall, Osprey Hall", "osprey"), ("Skua House / Heron Court", "skua"),
      ("Heron Court", "court"),
      ("Heron Court, Skua House", "skua"), ("Skua House, Heron Court", "skua"),
      ("Osprey Hall, opposite Ternmark Hall", "osprey"),
      ("Puffin Auditorium at Osprey Hall", "stage"),
      ("Osprey Hall, next to Ternmark Hall", "osprey"),
      ("Osprey Hall at Ternmark Hall Circle", "osprey"),
      ("Petrel College, Kestrel Building", "lab"), ("Kestrel Building, Petrel College", "lab"),
      ("Kestrel Building, Grebe Gardens", "lab"), ("Grebe Gardens, Kestrel Building", "lab"),
      ("Kestrel Building, Dunlin Theatre", "theater"),
      ("Dunlin Theatre, Kestrel Building", "theater"),
      ("Osprey Hall or online", "osprey"), ("Osprey Hall and theatre", "osprey"),
    ])
  func choosesOne(text: String, expected: String) {
    let placement = place(text)
    #expect(placement.place == expected, "\(placement)")
  }

  @Test(
    "Of two buildings apart, named as alternatives, as a route, on two days or in a list, none is chosen",
    arguments: [
      "Osprey Hall or Ternmark Hall", "Osprey Hall 12 / Ternmark Hall", "Osprey Hall & GUL",
      "Osprey Hall and the Gullmore Union", "Gullmore Union at Osprey Hall",
      "Ternmark Hall at Osprey Hall", "Osprey Hall at University College",
      "University College or Osprey Hall",
      "Gullmore Union to Osprey Hall", "Mondays: Osprey Hall, Fridays: Ternmark Hall",
      "Day 1: Gullmore Union; Day 2: Skua House", "Osprey Hall/Ternmark Hall",
      "Registration: Osprey Hall; Lectures: Ternmark Hall",
      "Morning session in Gullmore Union, afternoon session in Skua House",
      "Start: Fulmar Fountain, Finish: Osprey Hall", "Start: Osprey Hall, finish: Fulmar Fountain",
      "Del Osprey Hall al Gullmore Union", "Osprey Hall, Ternmark Hall",
      "Ternmark Hall, Dunlin Theatre", "Puffin Auditorium, Ternmark Hall", "Osprey Hall or Plover",
      "Plover or Osprey Hall",
    ])
  func alternatives(text: String) {
    let placement = place(text)
    #expect(placement.place == nil, "\(placement)")
    #expect(placement.reason == .ambiguous, "\(placement)")
  }

  @Test(
    "Of two buildings apart, one or both known by a short name, a code or a donor, none is chosen",
    arguments: [
      "Kestrel, Osprey Hall", "Osprey Hall, Kestrel", "Kestrel, GUL", "GUL, Osprey Hall",
      "Osprey Hall, GUL", "Gullmore, Osprey Hall", "Osprey Hall, Gullmore", "Gullmore, Kestrel",
      "Kestrel 120, Osprey Hall", "GUL 120; KSB 204",
      "Kestrel lobby, Osprey Hall",
    ])
  func shortNames(text: String) {
    let placement = place(text)
    #expect(placement.place == nil, "\(placement)")
    #expect(placement.reason == .ambiguous, "\(placement)")
  }

  @Test(
    "A hall of another college or hospital is not placed, also if it has a donor's name of the campus",
    arguments: ["Osprey Hall, Kestrel College", "Osprey Hall, Wigeon Children's Hospital"])
  func otherInstitution(text: String) {
    #expect(place(text).place == nil, "\(place(text))")
  }

  @Test(
    "Beside a building, a tenant, its grounds, its town or a donor's room is no second one",
    arguments: [
      ("School of Tides, Osprey Hall", "osprey"), ("Osprey Hall, School of Tides", "osprey"),
      ("Osprey Hall; Kestrel Building parking", "osprey"),
      ("Osprey Hall, Gullmore Gallery", "osprey"),
      ("Gullmore, Walrus Ballroom", "gull"), ("Gullmore, Quayside", "gull"),
      ("Osprey Hall, Room 12, Osprey", "osprey"),
    ])
  func oneOfTwo(text: String, expected: String) {
    let placement = place(text)
    #expect(placement.place == expected, "\(placement)")
  }

  @Test(
    "A label before a place or a part of the program without a place makes no alternatives",
    arguments: [
      "Lecture: Osprey Hall", "Ceremony: Osprey Hall. Reception: Osprey Hall 12",
      "Concert: Osprey Hall; parking: Ternmark Hall lot",
    ])
  func oneOfProgram(text: String) {
    #expect(place(text).place == "osprey", "\(place(text))")
  }

  @Test(
    "The venue is where the event was moved to, and not where it was",
    arguments: [
      ("Osprey Hall - MOVED to Gullmore Union", "gull"),
      ("Moved from Osprey Hall to Gullmore Union", "gull"),
      ("Osprey Hall, relocated to Skua House", "skua"),
      ("Osprey Hall (moved from Gullmore Union)", "osprey"),
      ("Skua House (was: Osprey Hall)", "skua"), ("Skua House, previously: Osprey Hall", "skua"),
      ("Osprey Hall (not Skua House)", "osprey"),
    ])
  func moved(text: String, expected: String) {
    let placement = place(text)
    #expect(placement.place == expected, "\(placement)")
  }

  @Test(
    "A number beside a building named in full is a room's, whichever building has it as its code",
    arguments: [
      "Room 4012, Osprey Hall", "Rm 4012, Osprey Hall", "Raum 4012 Osprey Hall",
      "Sala 4012, Osprey Hall", "Salle 4012, Osprey Hall", "#4012 Osprey Hall",
      "Room No. 4012, Osprey Hall", "Osprey Hall, Room #4012", "Osprey Hall 4012",
      "4012 Osprey Hall",
    ])
  func readsRoomNumbers(text: String) {
    let placement = place(text)
    #expect(placement.place == "osprey", "\(placement)")
    #expect(placement.confidence >= 0.9)
  }

  @Test(
    "A code without a building's name beside it, or behind \"Building\", is the building's",
    arguments: ["4012", "Building 4012", "Depot Street 7 (4012)"])
  func readsCodes(text: String) {
    #expect(place(text).place == "depot")
  }

  @Test(
    "A room's name between a building and a word for a room is about the room",
    arguments: [
      ("GUL Walrus Room", "gull"), ("GUL Eider & Tern Rooms", "gull"),
      ("GUL Auk, Eider and Tern rooms", "gull"), ("Osprey Hall Narwhal Seminar Room", "osprey"),
      ("Gullmore Union Beluga Lounge (2nd floor)", "gull"),
    ])
  func explainsRooms(text: String, expected: String) {
    let placement = place(text)
    #expect(placement.place == expected, "\(placement)")
  }

  @Test(
    "Capitals before a room are no building in a text of capitals, behind other words or in a street",
    arguments: [
      "GUL WALRUS ROOM FOR ALL", "Meet GUL Walrus", "GUL Street Market Room",
    ])
  func explainsNothingElse(text: String) {
    let placement = place(text)
    #expect(placement.confidence < 0.9, "\(placement)")
  }

  @Test(
    "A landmark is not the venue",
    arguments: [
      "Snowdrop Lounge (entrance across from Osprey Hall)", "Sidewalk in front of Osprey Hall",
      "Bus stop at Osprey Hall", "Parking lot by Ternmark Hall",
      "North of Osprey Hall", "between Osprey Hall and Gullmore Union", "formerly Osprey Hall",
    ])
  func landmark(text: String) {
    #expect(place(text).place == nil, "\(place(text))")
  }
}
