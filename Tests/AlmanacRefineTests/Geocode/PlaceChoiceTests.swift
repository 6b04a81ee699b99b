import AlmanacModel
import Testing

@testable import AlmanacRefine

/// The choice among the places that a venue text resembles.
@Suite struct PlaceChoiceTests {
  private static let index = GazetteerIndexBuilder.build(
    Gazetteer(
      name: "hill",
      places: [
        Place(id: "brook", name: "Brookside Pavilion"), Place(id: "moor", name: "Moorland Studio"),
      ]))

  /// Two places that a text of one word resembles to these degrees.
  private func choice(_ first: Float, _ second: Float) -> PlaceChoice {
    PlaceChoice(
      [first, second].enumerated().map { place, value in
        PlaceScore(place: Int32(place), value: value, method: .fuzzy, range: 0..<1)
      }, Self.index, SourcePoint(nil, Self.index))
  }

  @Test(
    "A similar name is chosen only if it is better than the next by 0.08",
    arguments: [(0.75, true), (0.7, true), (0.66, false), (0.63, false)] as [(Float, Bool)])
  func margin(first: Float, isChosen: Bool) {
    let choice = choice(first, 0.6)
    #expect(choice.best?.place == (isChosen ? 0 : nil))
    #expect(choice.isAmbiguous == !isChosen)
  }

  @Test(
    "A search word that resembles one name half as much again as any other reaches the threshold",
    arguments: [(0.3, true), (0.36, true), (0.38, false), (0.44, false)] as [(Float, Bool)])
  func raises(second: Float, isRaised: Bool) {
    var choice = choice(0.55, second)
    choice.raiseOnly(in: VenueText("Brookside", Self.index), Self.index)
    #expect(choice.best?.value == (isRaised ? Float(GazetteerMatcher.threshold) : 0.55))
  }

  @Test("The area of the place is no rival of a search word")
  func raisesInArea() {
    let index = GazetteerIndexBuilder.build(
      Gazetteer(
        name: "hill",
        places: [
          Place(id: "brook", name: "Brookside Pavilion", within: "meadow"),
          Place(id: "meadow", name: "Brookside Meadow", kind: "area"),
        ]))
    var choice = PlaceChoice(
      [Float(0.55), 0.5].enumerated().map { place, value in
        PlaceScore(place: Int32(place), value: value, method: .fuzzy, range: 0..<1)
      }, index, SourcePoint(nil, index))
    choice.raiseOnly(in: VenueText("Brookside", index), index)
    #expect(choice.best?.place == 0)
    #expect(choice.best?.value == Float(GazetteerMatcher.threshold))
  }
}
