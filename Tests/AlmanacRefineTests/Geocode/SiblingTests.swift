import AlmanacModel
import Testing

@testable import AlmanacRefine

/// Houses that are told apart by a letter, a number, a direction or a code, and what is answered for
/// one that the gazetteer lacks.
@Suite struct SiblingTests {
  /// Families of siblings; some have an alias that leaves out what tells them apart.
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

  /// Names that say which of the siblings is meant.
  private static func tellingNames(_ place: Place) -> [String] {
    ([place.name] + place.aliases).filter { name in
      !places.contains { $0.id != place.id && $0.name.hasPrefix(name + " ") }
        && name != "Quarry Wing"
    }
  }

  /// What people write for a place.
  private static func texts(_ names: [String]) -> [String] {
    names.flatMap {
      [$0, "\($0), Room 204", "\($0) (Level 3)", "Seminar Room 2, \($0)", "\($0) and Zoom"]
    }
  }

  @Test("All siblings are found where all are known", arguments: places)
  func found(place: Place) {
    let matcher = Self.matcher()
    for text in Self.texts([place.name] + place.aliases) {
      let answer = matcher.place(VenueQuery(campus: "elsmere", text: text))
      #expect(answer.place == place.id, "\(text)")
    }
  }

  @Test("A sibling is not answered where the right one is missing", arguments: places)
  func missing(place: Place) {
    let matcher = Self.matcher(without: place.id)
    for text in Self.texts(Self.tellingNames(place)) {
      let answer = matcher.place(VenueQuery(campus: "elsmere", text: text))
      // Who types "Annex I" may be about to type "Annex II": likely, never sure.
      if text.hasSuffix("Annex I") {
        #expect(answer.confidence < 0.9, "\(text): \(answer.candidates)")
      } else {
        #expect(answer.place == nil, "\(text): \(answer.candidates)")
      }
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
    "Numbers of rooms, floorLetters and own houses contradict nothing",
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

  @Test("A number behind a tenant's name is the tenant's, not the house's")
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

  @Test("A lettered block alone doesn't decide beside another name")
  func letteredBlock() {
    let answer = Self.matcher(without: "birch-b")
      .place(VenueQuery(campus: "elsmere", text: "Birchwood Residence - Block B"))
    #expect(answer.place == nil, "\(answer.candidates)")
    let alone = Self.matcher(without: "birch-b")
      .place(VenueQuery(campus: "elsmere", text: "Block B"))
    #expect(alone.place == "court-b")
  }
}
