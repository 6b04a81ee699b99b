import Testing

@testable import AlmanacIngest

@Suite struct KeyPlacesTests {
  /// Keys by index, and where they are.
  private struct Table {
    var keys: [String] = []
    var places: KeyPlaces

    func index(of key: String) -> Int? {
      var search = places.search(key)
      while let index = places.next(&search) {
        if keys[index] == key { return index }
      }
      return nil
    }

    mutating func append(_ key: String) {
      places.put(places.search(key), at: keys.count)
      keys.append(key)
    }
  }

  @Test("keys are found as in a dictionary", arguments: [0, 10, 5_000])
  func same(expected: Int) {
    var table = Table(places: KeyPlaces(expecting: expected))
    var dictionary: [String: Int] = [:]
    for number in 0..<5_000 {
      // Every third comes again.
      let key = "https://example.org/\(number % 3 == 2 ? number / 2 : number)"
      #expect(table.index(of: key) == dictionary[key])
      if dictionary[key] == nil {
        dictionary[key] = table.keys.count
        table.append(key)
      }
    }
    for (key, index) in dictionary { #expect(table.index(of: key) == index) }
    #expect(table.index(of: "https://example.org") == nil)
  }

  @Test("all that were put under one key are found")
  func several() {
    var places = KeyPlaces()
    for index in 0..<40 { places.put(places.search(index % 2 == 0 ? "a" : "b"), at: index) }
    var search = places.search("a")
    var found: [Int] = []
    while let index = places.next(&search) { found.append(index) }
    #expect(found.filter { $0 % 2 == 0 }.sorted() == Array(stride(from: 0, to: 40, by: 2)))
  }

  @Test("texts that Unicode takes for the same are one key")
  func canonical() {
    var table = Table(places: KeyPlaces())
    table.append("caf\u{e9}")
    #expect(table.index(of: "cafe\u{301}") == 0)
  }
}
