import Testing

@testable import AlmanacIngest

@Suite struct KeyPlacesTests {
  @Test("keys are found as in a dictionary", arguments: [0, 10, 5_000])
  func same(expected: Int) {
    var places = KeyPlaces(expecting: expected)
    var dictionary: [String: Int] = [:]
    for number in 0..<5_000 {
      // Every third comes again.
      let key = "https://example.org/\(number % 3 == 2 ? number / 2 : number)"
      #expect(places[key] == dictionary[key])
      places.put(key, at: number)
      dictionary[key] = number
    }
    for (key, index) in dictionary { #expect(places[key] == index) }
    #expect(places["https://example.org"] == nil)
  }

  @Test("what was looked for is put where it belongs")
  func found() {
    var places = KeyPlaces()
    let none = places.find("a")
    #expect(none.index == nil)
    places.put("a", at: 7, where: none)
    let one = places.find("a")
    #expect(one.index == 7)
    places.put("a", at: 8, where: one)
    #expect(places["a"] == 8)
  }

  @Test("texts that Unicode takes for the same are one key")
  func canonical() {
    var places = KeyPlaces()
    places.put("caf\u{e9}", at: 1)
    #expect(places["cafe\u{301}"] == 1)
  }
}
