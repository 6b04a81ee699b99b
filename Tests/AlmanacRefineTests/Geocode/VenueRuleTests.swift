import AlmanacModel
import Testing

@testable import AlmanacRefine

/// Habits of English venue texts, each on two invented campuses: what they mean, and what they don't.
@Suite struct VenueRuleTests {
  private static let corvane = GazetteerMatcher(
    Gazetteer(
      name: "corvane", title: "Corvane University Millbrook",
      places: [
        Place(id: "ostrander", name: "Edmund R. Ostrander Jr. Library"),
        Place(id: "west", name: "West Hall"),
        Place(id: "larch", name: "640 South Larch Building"),
        Place(id: "selby", name: "Selby-Nakata Hall"),
        Place(id: "quillon", name: "Quillon Center"),
        Place(id: "tarrow", name: "Tarrow Hall"),
        Place(id: "stadium", name: "Ned Wexham Baseball Stadium"),
        Place(id: "green", name: "Commons Green - Lower Campus"),
        Place(id: "golf", name: "Golf Clubhouse", aliases: ["Golf Course"]),
        Place(id: "dunmore", name: "Dunmore Center"),
        Place(id: "institute", name: "Ambria Research Institute", codes: ["BXR"]),
        Place(id: "union", name: "Corvane Union"),
        Place(id: "bright", name: "Bright"),
        Place(id: "hospitals", name: "Merrow Hospitals"),
        Place(id: "yard", name: "Storage Yard", codes: ["114"]),
        Place(id: "annals", name: "Annals House", codes: ["GA"]),
        Place(id: "tickets", name: "Selwyn Center Box Office"),
        Place(id: "garrity", name: "Garrity Residence Hall"),
        Place(id: "garrity-sports", name: "Garrity Recreation Centre"),
      ]))

  private static let harrowgate = GazetteerMatcher(
    Gazetteer(
      name: "harrowgate", title: "University of Harrowgate",
      places: [
        Place(id: "3-east", name: "3 East", codes: ["3E"]),
        Place(id: "3-north", name: "3 North - Zoology and Botany"),
        Place(id: "larkin", name: "Larkin-Osei Building"),
        Place(id: "priory", name: "12 Priory Gate"),
        Place(id: "parade", name: "The Parade"),
        Place(id: "deans", name: "Deans' Building"),
        Place(id: "arts", name: "Arts Lecture Theatre"),
        Place(id: "crail", name: "Crail"),
        Place(id: "museum", name: "Fenwick Museums"),
        Place(id: "fenwick", name: "Fenwick Walled Garden"),
        Place(id: "sports", name: "Tamsin Oyelaran Tennis Centre", codes: ["TOC"]),
        Place(id: "stores", name: "Central Stores", codes: ["207"]),
        Place(id: "club", name: "Recreation Club"),
        Place(id: "bookshop", name: "Ketton Centre Book Shop"),
        Place(id: "wystan", name: "Wystan College"),
        Place(id: "wystan-rooms", name: "Wystan College Residence"),
      ]))

  private func expect(_ text: String, in matcher: GazetteerMatcher, is expected: String?) {
    let placement = matcher.place(VenueQuery(campus: "hill", text: text))
    #expect(placement.place == expected, "\(text): \(placement)")
  }

  @Test(
    "A room number may precede a whole name of common words, and its subject may follow",
    arguments: [("B844 West Hall", "west"), ("337 West Hall, Physics", "west")])
  func numberBeforeName(text: String, place: String) {
    expect(text, in: Self.corvane, is: place)
    expect("2.14 3 East", in: Self.harrowgate, is: "3-east")
  }

  @Test("A place outside a building is not in it")
  func outside() {
    expect("Meet at the fountain outside of the Corvane Union", in: Self.corvane, is: nil)
    expect("Corvane Union (outside)", in: Self.corvane, is: "union")
    expect("The lawn outside Deans' Building", in: Self.harrowgate, is: nil)
    expect("En face du Deans' Building", in: Self.harrowgate, is: nil)
    expect("Enfrente del Tarrow Hall", in: Self.corvane, is: nil)
    expect("Deans' Building, outside", in: Self.harrowgate, is: "deans")
  }

  @Test("An organization named after a building, a department and where to ask are no venue")
  func organizations() {
    expect("Quillon Center Advisory Board", in: Self.corvane, is: nil)
    expect("Quillon Center Board Room", in: Self.corvane, is: "quillon")
    expect("Directions will be given at the Dunmore Center", in: Self.corvane, is: nil)
    expect("Fenwick Museums Alumni Association", in: Self.harrowgate, is: nil)
    expect("Department of Arts", in: Self.harrowgate, is: nil)
    expect("Ask at Deans' Building", in: Self.harrowgate, is: nil)
    expect("Freundeskreis Fenwick Museum e.V.", in: Self.harrowgate, is: nil)
    expect("Société des Amis de Tarrow Hall", in: Self.corvane, is: nil)
  }

  @Test("Steps, a lawn and a roof are where the building is, a bus stop need not be")
  func partsOfBuildings() {
    expect("Steps of Corvane Union", in: Self.corvane, is: "union")
    expect("Tarrow Hall rooftop", in: Self.corvane, is: "tarrow")
    expect("Deans' Building lawns", in: Self.harrowgate, is: "deans")
    expect("Larkin-Osei Building bus stop", in: Self.harrowgate, is: nil)
    expect("Tarrow Hall bus stop", in: Self.corvane, is: nil)
  }

  @Test("What is denied, old, hosting, left behind or headed for is not the venue")
  func notTheVenue() {
    for words in [
      "Not at", "No longer at", "Formerly held at", "The old", "Hosted by", "Organized by",
      "Friends of the", "Bus to",
      "5 minutes from", "Livestreamed from", "Various locations including",
    ] {
      expect("\(words) Tarrow Hall", in: Self.corvane, is: nil)
      expect("\(words) Deans' Building", in: Self.harrowgate, is: nil)
    }
    expect("Bus departs from Tarrow Hall", in: Self.corvane, is: "tarrow")
    expect("Deans' Building, 5 to 7 pm", in: Self.harrowgate, is: "deans")
  }

  @Test("What is seen online has no place")
  func virtual() {
    expect("Virtual tour of Tarrow Hall", in: Self.corvane, is: nil)
    expect("Virtual event - Tarrow Hall", in: Self.corvane, is: nil)
    expect("Tarrow Hall (visite virtuelle)", in: Self.corvane, is: nil)
    expect("Virtueller Rundgang durch Deans' Building", in: Self.harrowgate, is: nil)
    expect("Deans' Building (online)", in: Self.harrowgate, is: nil)
    expect("Deans' Building and online", in: Self.harrowgate, is: "deans")
  }

  @Test("A room's code that the gazetteer lacks, or a floor, may be beside a name")
  func codeBesideName() {
    expect("CVTH 101 Tarrow Hall", in: Self.corvane, is: "tarrow")
    expect("HLB 2.04 Bright", in: Self.corvane, is: "bright")
    expect("UHCR 12 Crail", in: Self.harrowgate, is: "crail")
    expect("Ostrander ground floor lounge", in: Self.corvane, is: "ostrander")
    expect("Deans, 2nd floor", in: Self.harrowgate, is: "deans")
    expect("Ostrander lounge", in: Self.corvane, is: nil)
  }

  @Test("The building of an office is where the office is")
  func buildingOfOffice() {
    expect("Selwyn Center, Corvane University", in: Self.corvane, is: "tickets")
    expect("Selwyn Garage", in: Self.corvane, is: nil)
    expect("Ketton Centre, Room 2", in: Self.harrowgate, is: "bookshop")
  }

  @Test("The family name of two buildings is ambiguous unless one is named after the other")
  func sharedFamilyName() {
    expect("Garrity", in: Self.corvane, is: nil)
    expect("Garrity Residence", in: Self.corvane, is: "garrity")
    expect("Wystan", in: Self.harrowgate, is: "wystan")
  }

  @Test("General words behind a name that is not ours are somebody else's")
  func generalNameOfOthers() {
    expect("Golf Course", in: Self.corvane, is: "golf")
    expect("Rennick Golf Course, Alton Woods", in: Self.corvane, is: nil)
    expect("Recreation Club", in: Self.harrowgate, is: "club")
    expect("Maudlin Recreation Club", in: Self.harrowgate, is: nil)
  }

  @Test("A building named after a donor is not a field of the same donor")
  func openAir() {
    expect("Wexham Stadium", in: Self.corvane, is: "stadium")
    expect("Wexham Building", in: Self.corvane, is: nil)
    expect("Fenwick Building", in: Self.harrowgate, is: nil)
    expect("Tarrow Building", in: Self.corvane, is: "tarrow")
  }

  @Test("A code in capitals before a room is the building, even if the room has capitals")
  func codeBeforeRoom() {
    expect("BXR ABC Seminar Rooms", in: Self.corvane, is: "institute")
    expect("TOC Members' Lounge", in: Self.harrowgate, is: "sports")
    expect("BXR GALA XYZ", in: Self.corvane, is: nil)
    expect("3067 GA", in: Self.corvane, is: "annals")
    expect("Millbrook, GA", in: Self.corvane, is: nil)
  }

  @Test("A building whose name is an address is found by its street")
  func addressAsName() {
    expect("640 South Larch Street, Room 1022", in: Self.corvane, is: "larch")
    expect("640 S. Larch", in: Self.corvane, is: "larch")
    expect("641 South Larch Street", in: Self.corvane, is: nil)
    expect("12 Priory Gate, Room 4", in: Self.harrowgate, is: "priory")
    expect("14 Priory Gate", in: Self.harrowgate, is: nil)
  }

  @Test("A family name before a room identifies its building")
  func familyName() {
    expect("Ostrander, Room 125", in: Self.corvane, is: "ostrander")
    expect("Tarrow, Room 2", in: Self.corvane, is: "tarrow")
    expect("Ostrander, Fairfield", in: Self.corvane, is: nil)
    expect("Deans, Room 3", in: Self.harrowgate, is: "deans")
  }

  @Test("A theater is in the building that is named behind it")
  func roomBeforeHouse() {
    expect("Keel Theater, West Hall", in: Self.corvane, is: "west")
    expect("Orr Lecture Theatre, 3E 1.7", in: Self.harrowgate, is: "3-east")
    expect("Britten Recital Hall, E.R. Ostrander Library", in: Self.corvane, is: "ostrander")
    expect("3 East 1.7 (Orr Lecture Theatre)", in: Self.harrowgate, is: "3-east")
    expect("The Mill, Arts Theatre", in: Self.harrowgate, is: nil)
  }

  @Test("The name is before the dash; behind it is the location or the purpose")
  func dash() {
    expect("Commons Green", in: Self.corvane, is: "green")
    expect("3 North 0.72", in: Self.harrowgate, is: "3-north")
    expect("Lower Campus", in: Self.corvane, is: nil)
    expect("Zoology", in: Self.harrowgate, is: nil)
  }

  @Test("The first of two joined family names is enough")
  func joinedNames() {
    expect("Selby Hall, Founders Auditorium", in: Self.corvane, is: "selby")
    expect("Larkin Building 4.1", in: Self.harrowgate, is: "larkin")
    expect("Selby Park", in: Self.corvane, is: nil)
    expect("Larkin Stadium", in: Self.harrowgate, is: nil)
  }

  @Test("The number behind a family name is a room's, though a building has it as its code")
  func numberOfRoom() {
    expect("Tarrow 114", in: Self.corvane, is: "tarrow")
    expect("114", in: Self.corvane, is: "yard")
    expect("Deans 207", in: Self.harrowgate, is: "deans")
  }

  @Test("A subject or an event before the type makes it another building")
  func otherSubject() {
    expect("Quillon Event Center", in: Self.corvane, is: nil)
    expect("Quillon Cancer Center", in: Self.corvane, is: nil)
    expect("Ostrander Medical Library", in: Self.corvane, is: "ostrander")
    expect("Oyelaran Indoor Tennis Centre", in: Self.harrowgate, is: "sports")
    expect("Oyelaran Tennis Event Centre", in: Self.harrowgate, is: nil)
  }

  @Test("A building without a type in its name may be called a hall, not a theater")
  func nameWithoutType() {
    expect("Bright Hall 005", in: Self.corvane, is: "bright")
    expect("Bright Theater", in: Self.corvane, is: nil)
    expect("Crail House, Room 2", in: Self.harrowgate, is: "crail")
    expect("Crail Park", in: Self.harrowgate, is: nil)
  }

  @Test("Types are the same in the plural")
  func plural() {
    expect("Merrow Hospital - Ford Auditorium", in: Self.corvane, is: "hospitals")
    expect("Fenwick Museum", in: Self.harrowgate, is: "museum")
  }

  @Test("A street's name or a town behind something else is no place of that name")
  func streetOrTown() {
    expect("3 East Parade, Leeds", in: Self.harrowgate, is: nil)
    expect("The Parade", in: Self.harrowgate, is: "parade")
    expect("Ford Field, Dunmore", in: Self.corvane, is: nil)
    expect("Palmer Park, Oyelaran", in: Self.harrowgate, is: nil)
    expect("Dunmore Center", in: Self.corvane, is: "dunmore")
  }
}
