import AlmanacModel
import Testing

@testable import AlmanacRefine

/// Other towns and institutions in a venue text.
@Suite struct ElsewhereTests {
  private static let places: [Place] = [
    Place(id: "pruitt", name: "Pruitt Hall"),
    Place(id: "stadium", name: "Memorial Stadium"),
    Place(id: "center", name: "Wexley University Center"),
    Place(id: "wyndham", name: "Wyndham College"),
    Place(id: "library", name: "Central Library"),
    Place(id: "palms", name: "Jardín Olmedo"),
    Place(id: "flats", name: "University West"),
  ]

  private func place(_ text: String, towns: [String] = []) -> Placement {
    var rules = Gazetteer.Rules()
    rules.towns = towns
    let matcher = GazetteerMatcher(
      Gazetteer(
        name: "corvane", title: "Corvane University Millbrook", rules: rules,
        places: Self.places))
    return matcher.place(VenueQuery(campus: "corvane", text: text))
  }

  @Test(
    "Another town with its state or postal code is elsewhere if the gazetteer has the campus's town",
    arguments: [
      "Dover, N.H., Pruitt Hall", "Pruitt Hall, Dover, NH 03820", "Dover, Mass. (Pruitt Hall)",
      "Pruitt Hall, Dover, Delaware", "Pruitt Hall, 28014 Madrid",
      "Pruitt Hall, Malet Street, London WC1E 7HU", "Pruitt Hall, Claverton, Bath, BA2 7AY",
    ])
  func otherTown(text: String) {
    let placement = place(text, towns: ["Millbrook"])
    #expect(placement.place == nil && placement.reason == .offCampus, "\(placement)")
  }

  @Test(
    "The campus's own town is no evidence against a place",
    arguments: [
      "Millbrook, N.Y., Pruitt Hall", "Pruitt Hall, 4 Elm St, Millbrook, NY 12545",
      "Pruitt Hall, 12545 Millbrook", "Pruitt Hall, Millbrook ML2 7AY",
    ])
  func ownTown(text: String) {
    #expect(place(text, towns: ["Millbrook"]).place == "pruitt")
  }

  @Test(
    "A town in a state, province or country that the campus is not in is elsewhere",
    arguments: [
      ("Pruitt Hall, Dover, MA 02115", nil), ("Pruitt Hall, Dover ME 04426", nil),
      ("Pruitt Hall, Dover, New York", nil), ("Pruitt Hall, Dover, N.Y.", nil),
      ("Pruitt Hall, Dover, ON M5S 1A7", nil), ("Pruitt Hall, Dover, England", nil),
      ("Pruitt Hall, Dover, NC", "pruitt"), ("Pruitt Hall, Dover NC 27606", "pruitt"),
      ("Pruitt Hall, Dover, North Carolina", "pruitt"), ("Pruitt Hall, Dover, USA", nil),
      ("Pruitt Hall, Greensboro, NC", nil), ("Pruitt Hall, Chapel Hill", nil),
      ("Pruitt Hall, 9 Elm Street Greensboro, NC", nil), ("Pruitt Hall, Dover, IN", nil),
      ("Pruitt Hall, Dover, OR 97201", nil),
      ("Pruitt Hall, lake side", "pruitt"), ("Pruitt Hall, Raleigh, NC", "pruitt"),
      ("Pruitt Hall, Raleigh, North Carolina, USA", "pruitt"),
      ("Pruitt Hall, GA 2067", "pruitt"), ("Pruitt Hall, Glasgow", nil),
      ("Pruitt Hall, Hong Kong", nil), ("Pruitt Hall, Japan", nil), ("Pruitt Hall, USA", "pruitt"),
    ] as [(String, String?)])
  func otherRegion(text: String, expected: String?) {
    let matcher = GazetteerMatcher(
      Gazetteer(
        name: "corvane",
        bounds: BoundingBox(west: -78.7, south: 35.7, east: -78.6, north: 35.8),
        places: Self.places))
    let placement = matcher.place(VenueQuery(campus: "corvane", text: text))
    #expect(placement.place == expected, "\(placement)")
    #expect(
      placement.confidence < 0.9 || text.hasSuffix("USA") || text.hasSuffix("2067")
        || text.contains("Raleigh"))
  }

  @Test(
    "The town around the places is no doubt without a rule, its name elsewhere is another town",
    arguments: [
      ("Pruitt Hall, Durham, NC 27708", "pruitt"), ("Durham, N.C., Pruitt Hall", "pruitt"),
      ("Pruitt Hall, Durham", "pruitt"), ("Pruitt Hall, Durham, NH 03824", nil),
      ("Pruitt Hall, Durham, England", nil), ("Pruitt Hall, Chapel Hill, NC", nil),
      ("Pruitt Hall, 48143 Münster", nil), ("Pruitt Hall, Hillsborough, NC", nil),
      ("Pruitt Hall, Gorman, NC", nil),
    ] as [(String, String?)])
  func townAround(text: String, expected: String?) {
    let matcher = GazetteerMatcher(
      Gazetteer(
        name: "corvane",
        places: [
          Place(
            id: "pruitt", name: "Pruitt Hall",
            coordinate: Coordinate(latitude: 36.001, longitude: -78.94))
        ]))
    let placement = matcher.place(VenueQuery(campus: "corvane", text: text))
    #expect(placement.place == expected && (expected == nil || placement.confidence >= 0.9))
  }

  @Test(
    "A name of general words is another place's if unknown words belong to it",
    arguments: [
      ("Law Library", "law"), ("Law Library, Lobby", "law"), ("Corvane Law Library", "law"),
      ("Sandmoor County Public Law Library", nil), ("Sandmoor State Park, Visitor Center", nil),
      ("Sandmoor State Park Visitor Center", nil), ("Visitor Center", "visitors"),
      ("Sandmoor Maritime Museum in Durham", nil),
      ("Wesley Pruitt Music Library", nil), ("Wesley Pruitt Library", "research"),
      ("UC Davis", nil),
      ("UC 204", "uc"), ("CA 94534", nil), ("CA 204", "ca"), ("Durham, N.C.", nil),
      ("Durham, NC, Law Library", "law"),
      ("Chapel Hill Lounge, Law Library", "law"), ("Uni Sandmoor, Law Library", nil),
      ("Fort Gasket State Park", nil), ("Gaskit Hall", "gasket"), ("Belfry", "belfry"),
      ("Sandmoor Belfry", nil),
      ("Gaskit", "gasket"), ("Fort Gaskit State Park", nil),
    ] as [(String, String?)])
  func generalName(text: String, expected: String?) {
    func place(_ id: String, _ name: String, _ codes: [String] = []) -> Place {
      Place(
        id: id, name: name, codes: codes,
        coordinate: Coordinate(latitude: 36.001, longitude: -78.94))
    }
    let matcher = GazetteerMatcher(
      Gazetteer(
        name: "corvane", title: "Corvane",
        places: [
          place("law", "Law Library"), place("visitors", "Visitor Center"),
          place("durham", "Durham Theater"), place("uc", "Union Court", ["UC"]),
          place("ca", "Cedar Annex", ["CA"]), place("gasket", "Gasket Hall"),
          place("belfry", "Memorial Belfry"),
          place("research", "Wesley Pruitt Legal Research Library"),
        ]))
    let placement = matcher.place(VenueQuery(campus: "corvane", text: text))
    #expect(placement.place == expected, "\(placement)")
  }

  @Test("An unknown town lowers the confidence of a building name that many towns have")
  func unknownTown() {
    #expect(place("Memorial Stadium").place == "stadium")
    #expect(place("Memorial Stadium, Dover, Ill.").place == nil)
    #expect(place("Pruitt Hall, Dover, Ill.").place == "pruitt")
    #expect(place("Memorial Stadium, Millbrook, Ill.").place == "stadium")
    #expect(place("Memorial Stadium, Millbrook, Ill.").confidence > 0.9)
  }

  @Test(
    "Another university or college is elsewhere, also where a hall of the name is here",
    arguments: [
      "Pruitt Hall, Carling University", "Pruitt Hall, Carling State University",
      "Pruitt Hall, University of Kentmere", "Carling College, Pruitt Hall",
      "Pruitt Hall, Carling State", "Pruitt Hall, NC State", "Pruitt Hall, Universidad Almenara",
      "IIT Carling, Central Library", "Memorial Stadium, Fort Kentmere",
      "Pruitt Hall, Georgia Tech",
      "Pruitt Hall, UNC Charlotte", "Pruitt Hall, UC Davis",
      "Pruitt Hall, Carling University, West Linford",
    ])
  func institution(text: String) {
    #expect(place(text).place == nil, "\(place(text))")
  }

  @Test(
    "An unknown word at the end is a town of a college's, or of a name that an unknown word precedes",
    arguments: [
      "Wyndham College Dublin", "Wyndham College, Dublin", "Real Jardín Olmedo, Madrid",
      "Fordham Central Library", "Pruitt Hall-Lens",
    ])
  func town(text: String) {
    #expect(place(text).place == nil, "\(place(text))")
  }

  @Test(
    "An unknown room, person or department beside a whole name is not elsewhere",
    arguments: [
      ("Wyndham College, Fireside Chamber", "wyndham"), ("Frank Pruitt Hall, Studio 2", "pruitt"),
      ("Central Library, Group Study Room 2", "library"), ("Pruitt Hall, Dublin", "pruitt"),
    ])
  func unknownBeside(text: String, expected: String) {
    #expect(place(text).place == expected, "\(place(text))")
  }

  @Test(
    "The campus's own name and a building named after a university are not elsewhere",
    arguments: [
      ("Pruitt Hall, Corvane University", "pruitt"), ("Wexley University Center", "center"),
      ("Carling College of Engineering, Pruitt Hall", "pruitt"),
    ])
  func ownInstitution(text: String, expected: String) {
    #expect(place(text).place == expected, "\(place(text))")
  }
}
