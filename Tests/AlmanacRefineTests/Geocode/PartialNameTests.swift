import AlmanacModel
import Testing

@testable import AlmanacRefine

/// Names that a text has in part, names of rooms behind a whole name, and words that say that something
/// else has the name.
@Suite struct PartialNameTests {
  private static let matcher: GazetteerMatcher = {
    var rules = Gazetteer.Rules()
    rules.stopWords = ["Corvane"]
    return GazetteerMatcher(
      Gazetteer(
        name: "corvane", title: "Corvane University Millbrook", rules: rules,
        places: [
          Place(id: "ostrander", name: "Edmund R. Ostrander Jr. Library"),
          Place(id: "velde", name: "Maria and Anton Velde Museum of Art"),
          Place(id: "velde-shop", name: "Velde Print Shop"),
          Place(id: "quillon", name: "Quillon Student Union"),
          Place(id: "tarrow", name: "Tarrow Food Science Building"),
          Place(id: "brisk", name: "Brisk Ice Arena"),
          Place(id: "yates-1", name: "Yates Building I"),
          Place(id: "yates-2", name: "Yates Building II"),
          Place(id: "pruitt", name: "Pruitt Hall", aliases: ["Pruitt"]),
          Place(id: "kessel", name: "Kessel Hall (Mining Building III)", codes: ["KES"]),
          Place(id: "mining-1", name: "Mining Building I (MB1)"),
          Place(id: "observatory", name: "Observatory"),
          Place(id: "west", name: "West Hall"),
          Place(id: "east-quad", name: "East Quadrangle"),
          Place(id: "coria", name: "Coria Recreation Center"),
          Place(id: "gallery", name: "Brandt Gallery"),
          Place(id: "chapel", name: "Odell Chapel"),
          Place(id: "museum", name: "Alder Memorial Hall", aliases: ["CVMA"]),
          Place(id: "north", name: "Wickham House", address: "355 N. Larch Ave"),
          Place(id: "ferris", name: "Ferris House", address: "1100 E. 7th St"),
          Place(id: "innes", name: "Inverle College Student Residence"),
          Place(id: "institute", name: "Ambria Institute for Studies in Law"),
          Place(id: "field", name: "Garnet Field Rowing Stadium"),
          Place(id: "deck", name: "Lomax Hall Parking Deck"),
          Place(id: "hollis", name: "Hollis Center"),
          Place(id: "grand", name: "Brand Hall"),
          Place(
            id: "ek", name: "Edith Kovar Memorial Library and Archive", aliases: ["EKM Library"]),
          Place(id: "branch", name: "North Weir Branch Library"),
        ]))
  }()

  private func place(_ text: String) -> Placement {
    Self.matcher.place(VenueQuery(campus: "corvane", text: text))
  }

  @Test(
    "A name in part is the place that alone has its words and its type",
    arguments: [
      ("Ostrander Library", "ostrander"), ("Ostrander Library, 1103 Auditorium", "ostrander"),
      ("Edmund Ostrander Library - Reading Room", "ostrander"),
      ("Velde Museum of Art - Room Number: Sculpture Court", "velde"),
      ("Tarrow Building 105", "tarrow"), ("Brisk Arena", "brisk"), ("Garnet Field", "field"),
      ("EKM Memorial Library and Archive", "ek"), ("North Weir Branch", "branch"),
      ("Yates II, 1500", "yates-2"),
      ("Yates I - Corvane University, Glass Garage (Prototypes)", "yates-1"),
      ("Mining Building III, Room 4", "kessel"), ("MB1 Room 1011", "mining-1"),
    ])
  func partOfName(text: String, expected: String) {
    let placement = place(text)
    #expect(placement.place == expected, "\(placement)")
    #expect(placement.confidence < 0.98)
  }

  @Test(
    "A family name that one place has is the place where a room's number follows",
    arguments: [("Quillon 3285", "quillon"), ("Tarrow Room 12", "tarrow"), ("Coria", "coria")])
  func familyName(text: String, expected: String) {
    #expect(place(text).place == expected, "\(place(text))")
  }

  @Test(
    "A name of another type is another place's",
    arguments: [
      "Pruitt Park", "Pruitt Place", "Pruitt Station", "Pruitt Theater", "Pruitt Room",
      "Ostrander Stadium", "Quillon Field",
      "Wellmann Recreation Center", "Odell Chapel Quad", "Ostrander Library Apartments",
      "Edmund Carver Library", "Grand Hall", "Mining Building II",
      "Inverle College", "Lomax Hall", "KES 2026 Conference", "Quillon 2026 Symposium", "Corai",
      "4 Elm Street, Ambria, M5S 3G3",
    ])
  func otherType(text: String) {
    #expect(place(text).place == nil, "\(place(text))")
  }

  @Test(
    "Words behind a whole name are about a room, even if the name has common words only",
    arguments: [
      ("West Hall Room 411", "west"), ("West Hall, Department of Botany", "west"),
      ("East Quad, Keel Theater", "east-quad"), ("East Quad - Room 1423", "east-quad"),
      ("CVMA Larsen Auditorium", "museum"), ("KES Fireside Nook", "kessel"),
      ("KES Room 1060", "kessel"), ("CVMA Rm. 12", "museum"), ("KES Suite 267", "kessel"),
      ("KES 1926", "kessel"), ("KES B117", "kessel"), ("KES 2026 Conference Room", "kessel"),
    ])
  func wholeName(text: String, expected: String) {
    #expect(place(text).place == expected, "\(place(text))")
  }

  @Test("A gallery behind an unknown building is not placed")
  func roomOfOtherBuilding() {
    #expect(place("Brandt Gallery").place == "gallery")
    #expect(place("Marlo Stenner Center, Brandt Gallery").place == nil)
  }

  @Test(
    "An address behind a whole name is ignored if the gazetteer has none of the place",
    arguments: [
      ("The Hollis Center, 1101 Gorsuch St, Millbrook", "hollis"),
      ("1100 East Seventh Street, Rm 101", "ferris"),
      ("355 North Larch Avenue", "north"), ("355 Larch Ave, Room 7", "north"),
    ])
  func address(text: String, expected: String) {
    #expect(place(text).place == expected, "\(place(text))")
  }

  @Test("Unknown words behind a whole name are about the place, behind a part of one its town")
  func unknownBehind() {
    #expect(place("Observatory, Level 2 (168 seats)").place == "observatory")
    #expect(place("Hollis, Surrey").place == nil, "\(place("Hollis, Surrey"))")
  }

  @Test("An address in another town without a known name is elsewhere")
  func foreignAddress() {
    #expect(place("Dunmore Books, 4209 Lassen Mill Road").place == nil)
  }
}
