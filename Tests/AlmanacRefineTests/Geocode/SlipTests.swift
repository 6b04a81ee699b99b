import AlmanacModel
import AlmanacTestSupport
import Foundation
import Testing

@testable import AlmanacRefine

/// Names as people mistype them, and beside what they put floorLetters and rooms.
@Suite struct SlipTests {
  private static let matcher = GazetteerMatcher(
    Gazetteer(
      name: "lakeside",
      places: [
        Place(id: "marlowe", name: "Marlowe College"),
        Place(id: "marlowe-residence", name: "Marlowe College Residence"),
        Place(id: "library", name: "Central Library"), Place(id: "dental", name: "Dental Clinic"),
        Place(id: "medicine", name: "Medical Sciences Building"),
        Place(id: "court-j", name: "McNally Court Residence - Block J"),
        Place(id: "other-j", name: "Residence Block J", aliases: ["Block J"]),
        Place(id: "lt12", name: "Lecture Theatre 12"),
        Place(id: "square", name: "Central Square"), Place(id: "ea", name: "EA"),
        Place(id: "i3", name: "i3 Building"), Place(id: "1820", name: "1820 Block"),
        Place(id: "orchid-a", name: "Orchid Greenhouse A"),
        Place(id: "orchid-b", name: "Orchid Greenhouse B"),
        Place(id: "5501", name: "Foundry", rooms: [Place.Room(code: "0178@5501")]),
      ]))

  private func place(_ text: String) -> Placement {
    Self.matcher.place(VenueQuery(campus: "lakeside", text: text))
  }

  @Test(
    "A slip doesn't make the shorter name or the namesake of the longer one",
    arguments: [
      ("Marlowe College Residnce", "marlowe-residence"), ("Marlowe Colege", "marlowe"),
      ("Medical Scences Building", "medicine"), ("McNlaly Court Res - Block J", "court-j"),
    ])
  func longerName(text: String, expected: String) {
    #expect(place(text).place == expected, "\(place(text))")
    #expect(place(text).confidence < 0.9)
  }

  @Test(
    "A changed first letter doesn't leave the shorter name as the answer",
    arguments: ["Marlowe College Nesidence", "Kedical Sciences Building"])
  func firstLetter(text: String) {
    #expect(place(text).place == nil, "\(place(text))")
  }

  @Test(
    "A name whose words are written together is the place, a compound of other words is not",
    arguments: [
      ("MarloweCollege 12", "marlowe"), ("marlowecollegeresidence", "marlowe-residence"),
      ("Carrel 4, CentralLibrary", "library"), ("Lakeside-DENTALCLINIC", "dental"),
      ("LectureTheatre12", "lt12"),
      ("CentralClinic", nil), ("MarloweSquare", nil), ("Squarelibrary", nil),
    ] as [(String, String?)])
  func writtenTogether(text: String, expected: String?) {
    #expect(place(text).place == expected, "\(place(text))")
  }

  @Test("A roman number that is joined to a name is no slip of the name")
  func joinedNumeral() {
    #expect(place("Marlowe Collegeii").place == nil, "\(place("Marlowe Collegeii"))")
  }

  @Test(
    "A letter that is joined to a room's number is no part of a name, one before it is no article",
    arguments: [("1820 Block J252", "1820"), ("Orchid Greenhouse A B494", "orchid-a")])
  func letter(text: String, expected: String) {
    #expect(place(text).place == expected, "\(place(text))")
  }

  @Test("A number behind a word for a room is not a building's")
  func roomNumber() {
    #expect(place("5501").place == "5501")
    #expect(place("Room 5501").place == nil, "\(place("Room 5501"))")
  }

  @Test("A misspelled word is read as the one that a name has beside its neighbor")
  func neighbor() {
    #expect(place("Cental Library").place == "library", "\(place("Cental Library"))")
  }

  @Test("A block of an unknown name is not placed, and a joined code is")
  func strangersBlock() {
    #expect(place("Zanzibar Towers, Block J").place == nil)
    #expect(place("The Hangar @ i3 Building").place == "i3")
  }

  @Test(
    "A floor or a room before a name is not a house number",
    arguments: [
      ("Level 3, Central Square", "square"), ("Seminar Room 3, Central Square", "square"),
      ("Room 2.104, Central Square", "square"),
      ("Level 3, EA", "ea"), ("0178@5501", "5501"),
    ])
  func floorLetters(text: String, expected: String) {
    #expect(place(text).place == expected, "\(place(text))")
  }

  @Test("Every place of the project's gazetteer is found by its name")
  func ownNames() throws {
    let bytes = try Data(contentsOf: ProjectFiles.url("config/gazetteer/nus.geojson"))
    let gazetteer = try #require(GazetteerReader.read([UInt8](bytes)).0)
    let matcher = GazetteerMatcher(gazetteer)
    let names = Dictionary(grouping: gazetteer.places, by: \.name)
    for place in gazetteer.places where place.replacedBy == nil && names[place.name]?.count == 1 {
      for text in [place.name, "Level 3, \(place.name)", "\(place.name), Room 17"] {
        let answer = matcher.place(VenueQuery(campus: "nus", text: text))
        #expect(answer.place == place.id, "\(text): \(answer)")
      }
    }
  }
}
