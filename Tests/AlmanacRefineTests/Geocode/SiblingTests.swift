import AlmanacModel
import Testing

@testable import AlmanacRefine

/// Buildings that only a letter, a number, a direction or a code distinguishes, and the answers for one
/// that the gazetteer lacks.
@Suite struct SiblingTests {
  /// Families of siblings; some have an alias that leaves out what distinguishes them.
  private static let places: [Place] = [
    Place(id: "birch-a", name: "Birchwood Residence - Block A", aliases: ["Birchwood-A"]),
    Place(id: "birch-b", name: "Birchwood Residence - Block B", aliases: ["Birchwood-B"]),
    Place(id: "birch-g", name: "Birchwood Residence - Block G", aliases: ["Birchwood-G"]),
    Place(id: "court-b", name: "Block B (Orchard Court)"),
    Place(id: "linden-5", name: "Linden Hall 5", aliases: ["Linden Hall"]),
    Place(id: "linden-7", name: "Linden Hall 7"),
    Place(id: "sports-1-4", name: "Sports Dome 1-4", aliases: ["Sports Dome"]),
    Place(id: "sports-6", name: "Sports Dome 6"),
    Place(id: "tower-1", name: "Meridian Tower 1", aliases: ["Meridian Tower"]),
    Place(id: "tower-2", name: "Meridian Tower 2"),
    Place(id: "annex-1", name: "Foundry Annex I", aliases: ["Foundry Annex"]),
    Place(id: "annex-2", name: "Foundry Annex II"),
    Place(id: "east", name: "Quarry East Wing", aliases: ["Quarry Wing"]),
    Place(id: "west", name: "Quarry West Wing"),
    Place(id: "n14", name: "Institute of Glass", aliases: ["Building N14"], codes: ["N14"]),
    Place(id: "n15", name: "Institute of Clay", aliases: ["Building N15"], codes: ["N15"]),
    Place(id: "lt27", name: "Lecture Theatre 27", aliases: ["LT27"]),
    Place(id: "lt33", name: "Lecture Theatre 33", aliases: ["LT33"]),
  ]

  private static func matcher(without missing: String? = nil) -> GazetteerMatcher {
    GazetteerMatcher(
      Gazetteer(name: "elsmere", places: places.filter { $0.id != missing }))
  }

  /// Names that identify one of the siblings.
  private static func distinctNames(_ place: Place) -> [String] {
    ([place.name] + place.aliases).filter { name in
      !places.contains { $0.id != place.id && $0.name.hasPrefix(name + " ") }
        && name != "Quarry Wing"
    }
  }

  /// Venue texts with the names.
  private static func texts(_ names: [String]) -> [String] {
    names.flatMap {
      [$0, "\($0), Room 204", "\($0) (Level 3)", "Seminar Room 2, \($0)", "\($0) and Zoom"]
    }
  }

  @Test("Each sibling is found if the gazetteer has all", arguments: places)
  func found(place: Place) {
    let matcher = Self.matcher()
    for text in Self.texts([place.name] + place.aliases) {
      let answer = matcher.place(VenueQuery(campus: "elsmere", text: text))
      #expect(answer.place == place.id, "\(text)")
    }
  }

  @Test("No sibling is placed if the gazetteer lacks the right one", arguments: places)
  func missing(place: Place) {
    let matcher = Self.matcher(without: place.id)
    for text in Self.texts(Self.distinctNames(place)) {
      let answer = matcher.place(VenueQuery(campus: "elsmere", text: text))
      #expect(answer.place == nil, "\(text): \(answer.candidates)")
    }
  }

  @Test(
    "The word that identifies a sibling is reported",
    arguments: [
      ("Linden Hall 9", "linden-5", "9"), ("Meridian Tower 3, Level 2", "tower-1", "3"),
      ("Foundry Annex IV", "annex-1", "iv"), ("Quarry North Wing", "east", "north"),
      ("Institute of Glass, N16-02-01", "n14", "n16"),
    ])
  func evidence(text: String, sibling: String, word: String) {
    let answer = Self.matcher().place(VenueQuery(campus: "elsmere", text: text))
    #expect(answer.place == nil)
    let candidate = answer.candidates.first { $0.place == sibling }
    #expect(candidate?.against == word, "\(answer.candidates)")
  }

  @Test(
    "Numbers of rooms, floors and the building itself are no siblings",
    arguments: [
      ("Linden Hall 204", "linden-5"), ("Linden Hall, Level 2", "linden-5"),
      ("Linden Hall 2-12", "linden-5"), ("Linden Hall", "linden-5"),
      ("Sports Dome 3", "sports-1-4"), ("Sports Dome 2 & 3", "sports-1-4"),
      ("Foundry Annex 1", "annex-1"), ("Institute of Glass (N14-02-01), near N15", "n14"),
      ("Birchwood-A #05-12", "birch-a"), ("block a, birchwood residence", "birch-a"),
      ("LT27, N14", "lt27"),
    ])
  func agreeing(text: String, place: String) {
    let answer = Self.matcher().place(VenueQuery(campus: "elsmere", text: text))
    #expect(answer.place == place, "\(answer.candidates)")
  }

  @Test("A number behind a tenant's name doesn't number the building")
  func tenant() {
    let matcher = GazetteerMatcher(
      Gazetteer(
        name: "elsmere",
        places: [
          Place(
            id: "linden-5", name: "Linden Hall 5", tenants: [Place.Tenant(name: "Maker Guild")]),
          Place(id: "linden-7", name: "Linden Hall 7"),
        ]))
    let answer = matcher.place(VenueQuery(campus: "elsmere", text: "Maker Guild 7"))
    #expect(answer.place == "linden-5", "\(answer.candidates)")
  }

  @Test("The letter of a block beside an unknown name places nothing")
  func letteredBlock() {
    let answer = Self.matcher(without: "birch-b")
      .place(VenueQuery(campus: "elsmere", text: "Birchwood Residence - Block B"))
    #expect(answer.place == nil, "\(answer.candidates)")
    let alone = Self.matcher(without: "birch-b")
      .place(VenueQuery(campus: "elsmere", text: "Block B"))
    #expect(alone.place == "court-b")
  }
}
