import AlmanacModel
import Testing

@testable import AlmanacRefine

/// What platforms, templates and typing add to a venue's name, on two invented campuses: none of it may
/// lead to another place.
@Suite struct VenueNoiseTests {
  private static let ellery = GazetteerMatcher(
    Gazetteer(
      name: "ellery", title: "Ellery University",
      places: [
        Place(id: "tamarack", name: "Tamarack Hall"),
        Place(id: "pell", name: "Pell Auditorium"),
        Place(id: "osgood", name: "Osgood & Finch Center"),
        Place(id: "computing", name: "School of Computing"),
        Place(id: "computing-2", name: "Computing 2"),
        Place(id: "pump", name: "Pump House", codes: ["214"]),
        Place(id: "gate", name: "Gatehouse", codes: ["2"]),
        Place(id: "bramwell", name: "Bramwell Memorial Union", codes: ["BMU"]),
        Place(id: "hollis", name: "Hollis Library", codes: ["HL"]),
        Place(id: "oregon", name: "Oregon Studies Building"),
        Place(id: "kestrel", name: "Dr. A. Kestrel Theatre"),
        Place(id: "international", name: "International House"),
        Place(id: "merrit", name: "Merrit Hall", aliases: ["Merrit"]),
        Place(
          id: "7205", name: "Boathouse",
          rooms: [
            Place.Room(code: "7205.01.017", name: "7205.01.017, Seminar Room A"),
            Place.Room(code: "81", name: "Seminar Room 81"),
          ]),
        Place(id: "quarter", name: "Harbor Quarter", kind: "area"),
        Place(id: "plaza", name: "Cobalt Plaza", within: "quarter"),
      ]))

  /// The whole campus is a place here, as in gazetteers that were imported from a map.
  private static let monteluz = GazetteerMatcher(
    Gazetteer(
      name: "monteluz",
      places: [
        Place(id: "campus", name: "University of Monteluz", kind: "campus"),
        Place(id: "library", name: "Library", within: "campus"),
        Place(id: "halden", name: "Edificio Oscar Halden", within: "campus"),
        Place(id: "aldara", name: "St Aldara's Chapel", within: "campus"),
        Place(id: "derecho", name: "Facultad de Derecho", within: "campus"),
        Place(
          id: "rector", name: "Rectorado", address: "Calle de los Olmos, 23", within: "campus"),
        Place(id: "store", name: "Almacén", codes: ["305"], within: "campus"),
      ]))

  private func expect(_ text: String, in matcher: GazetteerMatcher, is expected: String?) {
    let placement = matcher.place(VenueQuery(campus: "hill", text: text))
    #expect(placement.place == expected, "\(text): \(placement)")
  }

  @Test(
    "Tags, references, and mail and web addresses are no part of a venue",
    arguments: [
      "<p>Tamarack&nbsp;Hall</p>", "Tamarack Hall<br />2nd floor",
      "&lt;b&gt;Tamarack&lt;/b&gt; Hall",
      "Tamarack&amp;nbsp;Hall &ndash; Room 3", "T&aacute;m&#97;rack H&#x61;ll",
      "Tamarack Hall (desk@ellery.example.org)", "Tamarack Hall www.ellery.example/map?pell",
      "Tamarack Hall\nhttps://maps.example.org/Pell214", "Tamarack Hall (hybrid)",
      "Hybrid: Tamarack Hall", "In person at Tamarack Hall", "Meet at Tamarack Hall",
    ])
  func markup(text: String) {
    expect(text, in: Self.ellery, is: "tamarack")
  }

  @Test(
    "Character references are decoded, and an at sign between room and building is no mail address")
  func references() {
    expect("Osgood &amp; Finch Center", in: Self.ellery, is: "osgood")
    expect("Room 12@Tamarack Hall", in: Self.ellery, is: "tamarack")
    expect("St Aldara&rsquo;s Chapel", in: Self.monteluz, is: "aldara")
    #expect(VenueMarkup.removed(from: "A < B & C") == "A < B & C")
  }

  @Test(
    "The number of a room, a floor or a clock is no building's code",
    arguments: [
      ("Room 214, Pell Auditorium", "pell"), ("214 Tamarack Hall", "tamarack"),
      ("2nd Floor, Pell Auditorium", "pell"), ("Tamarack Hall, Floor 2", "tamarack"),
      ("Pell Auditorium, 2:14 pm", "pell"), ("Room 214", nil), ("Zoom 214", nil),
      ("TBA, 2nd floor", nil), ("214", "pump"), ("Building 214", "pump"),
    ])
  func numbers(text: String, expected: String?) {
    expect(text, in: Self.ellery, is: expected)
  }

  @Test("The number behind a whole name is a room's")
  func numbersElsewhere() {
    expect("Rectorado, aula 305", in: Self.monteluz, is: "rector")
    expect("305", in: Self.monteluz, is: "store")
  }

  @Test(
    "A floor behind a name is no part of another name",
    arguments: [
      "School of Computing, 2nd floor", "School of Computing 2. OG",
      "School of Computing, 2e étage", "School of Computing, 2ª planta",
      "3rd floor of School of Computing",
      "Third floor, School of Computing",
    ])
  func floors(text: String) {
    expect(text, in: Self.ellery, is: "computing")
  }

  @Test("A misspelled building in a named area, or named before another, is not passed over")
  func misspelledFirst() {
    expect("Cobalt Plzaa, Harbor Quarter", in: Self.ellery, is: "plaza")
    expect("Tamarakc Hall (rain location: Pell Auditorium)", in: Self.ellery, is: "tamarack")
    expect("Facultad de Dercho, University of Monteluz", in: Self.monteluz, is: "derecho")
  }

  @Test("A misspelled word before a landmark is recognized")
  func misspelledLandmark() {
    expect("Accross from Tamarack Hall", in: Self.ellery, is: nil)
    expect("Oposite St Aldara's Chapel", in: Self.monteluz, is: nil)
  }

  @Test("A campus that is a place itself is answered by its name alone")
  func wholeCampus() {
    expect("University of Monteluz", in: Self.monteluz, is: "campus")
    expect("Library, University of Monteluz", in: Self.monteluz, is: "library")
    expect("Zoom, University of Monteluz", in: Self.monteluz, is: nil)
    expect("Kirwan Pavilion, University of Monteluz", in: Self.monteluz, is: nil)
  }

  @Test("An area is not answered for a building in it that the gazetteer lacks")
  func unknownBuildingInArea() {
    expect("Orlando Vane Library, Harbor Quarter", in: Self.ellery, is: nil)
    expect("Harbor Quarter", in: Self.ellery, is: "quarter")
  }

  @Test("Short forms in small letters are words, and codes in capitals")
  func shortForms() {
    expect("Tamarack Hl", in: Self.ellery, is: "tamarack")
    expect("Osgood & Finch Cntr.", in: Self.ellery, is: "osgood")
    expect("HL 204", in: Self.ellery, is: "hollis")
  }

  @Test("A code heads the name of its room behind the campus's name or a floor as well")
  func codeBehindCampus() {
    expect("Ellery University BMU Walnut Room", in: Self.ellery, is: "bramwell")
    expect("2nd Floor, BMU Walnut Room", in: Self.ellery, is: "bramwell")
    expect("Ortega BMU Walnut Room", in: Self.ellery, is: nil)
  }

  @Test("A room's full code is no coincidence, a number behind a word is")
  func fullCode() {
    expect("7205.01.017, Seminar Room A", in: Self.ellery, is: "7205")
    expect("Seminar Room 81", in: Self.ellery, is: nil)
  }

  @Test("A text that is only a code of three letters is placed in small letters, too")
  func codeAlone() {
    expect("bmu", in: Self.ellery, is: "bramwell")
    expect("hl", in: Self.ellery, is: nil)
    expect("bmu gala", in: Self.ellery, is: nil)
  }

  @Test("A room with a name on a floor is not the building of the name")
  func roomOnFloor() {
    expect("Hollis Studio, 2nd floor", in: Self.ellery, is: nil)
    expect("Tamarack Lounge 2nd floor", in: Self.ellery, is: nil)
    expect("Merrit Room 2nd floor", in: Self.ellery, is: nil)
    expect("Merrit Room 214", in: Self.ellery, is: "merrit")
  }

  @Test("An institution of another place is elsewhere")
  func ofAnother() {
    expect("International House", in: Self.ellery, is: "international")
    expect("International House of Norway", in: Self.ellery, is: nil)
    expect("Universidad de Almenara, Facultad de Derecho", in: Self.monteluz, is: nil)
    expect("Tamarack Hall, Univ. of Kentmere", in: Self.ellery, is: nil)
  }

  @Test("A state or province is no building's name, nor a title before a name a street's type")
  func regionsAndTitles() {
    expect("Oregon, Room 3", in: Self.ellery, is: nil)
    expect("Kestrel Theatre", in: Self.ellery, is: "kestrel")
    expect("Saint Aldara's Chapel", in: Self.monteluz, is: "aldara")
  }

  @Test("In languages with the type in front a family name behind it is enough")
  func typeInFront() {
    expect("Edificio Halden, sala 104", in: Self.monteluz, is: "halden")
    expect("Teatro Halden", in: Self.monteluz, is: nil)
    expect("Calle de los Olmos, 23", in: Self.monteluz, is: "rector")
    expect("Calle de los Olmos, 25", in: Self.monteluz, is: nil)
  }
}
