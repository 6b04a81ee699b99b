import AlmanacFiles
import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacRecords

@Suite("Spilled listings equal those in memory")
struct DocumentListingsTests {
  private static func samples(_ count: Int, seed: UInt64 = 6) -> [Listing] {
    var random = RecordSamples.Random(seed: seed)
    return (0..<count).map { number in
      var listing = RecordSamples(&random).listing
      listing.key += String(number)
      return listing
    }
  }

  private static func drafts(_ listings: [Listing], holding most: Int) -> ListingDrafts {
    var drafts = ListingDrafts(holding: most, expecting: listings.count)
    for listing in listings { drafts.append(listing) }
    return drafts
  }

  private static func texts(of found: DocumentListings) throws -> [String] {
    var texts: [String] = []
    try found.forEachText { key, text in texts.append(key + String(decoding: text, as: UTF8.self)) }
    return texts
  }

  private static func texts(of listings: [Listing]) throws -> [String] {
    try listings.map { $0.key + (try RecordCoding.text(of: $0)) }
  }

  @Test(
    "Spilled records have the same values, JSON and keys as those in memory",
    arguments: [0, 1, 299, 300, 1_000])
  func same(most: Int) throws {
    let listings = Self.samples(300)
    var drafts = Self.drafts(listings, holding: most)
    #expect(drafts.count == 300)
    let found = try drafts.finish(language: nil, order: nil)
    #expect(found.count == 300)
    #expect(try found.array() == listings)
    #expect(try Self.texts(of: found) == (try Self.texts(of: listings)))
    #expect(try found.keys() == listings.map(\.key))
    #expect((found.inMemory == nil) == (most < 300))
  }

  @Test("Listings beyond the limit are read from the file")
  func many() throws {
    let listings = Self.samples(6_000)
    var drafts = Self.drafts(listings, holding: 10)
    let found = try drafts.finish(language: "de", order: nil)
    var index = 0
    try found.forEachListing { listing in
      #expect(listing.key == listings[index].key && listing.text == listings[index].text)
      index += 1
    }
    #expect(index == 6_000)
  }

  @Test(
    "The document's language is added to listings without one",
    arguments: ["de", "a \"language\"\n"])
  func language(language: String) throws {
    let listings = Self.samples(50)
    #expect(Set(listings.map { $0.language == nil }).count == 2)
    var expected = listings
    for index in expected.indices {
      expected[index].language = listings[index].language ?? language
    }
    for most in [0, 20, 50] {
      var drafts = Self.drafts(listings, holding: most)
      #expect(drafts[3].language == listings[3].language)
      let found = try drafts.finish(language: language, order: nil)
      #expect(try found.array() == expected)
      #expect(try Self.texts(of: found) == (try Self.texts(of: expected)))
    }
  }

  @Test(
    "Changes to listings and the requested order remain", arguments: [0, 5, 20])
  func changes(most: Int) throws {
    var listings = Self.samples(20)
    var drafts = Self.drafts(listings, holding: most)
    for index in [2, 7, 19] {
      drafts[index].title = "Changed"
      drafts[index].key = "key \(index)"
      listings[index].title = "Changed"
      listings[index].key = "key \(index)"
    }
    let found = try drafts.finish(language: nil, order: Array((0..<20).reversed()))
    #expect(try found.array() == listings.reversed())
    #expect(try found.keys() == listings.reversed().map(\.key))
  }

  @Test(
    "Derived keys are detected in memory, in the file and after reloading listings",
    arguments: [0, 1, 2, 3])
  func derivedKeys(most: Int) throws {
    let listings = Self.samples(2)
    #expect(try !Self.finished(listings, holding: most).hasDerivedKeys)
    var derived = Self.samples(3)
    derived[1].key = Listing.derivedKey(title: derived[1].title, start: derived[1].start)
    #expect(derived[1].hasDerivedKey)
    #expect(try Self.finished(derived, holding: most).hasDerivedKeys)
    #expect(DocumentListings(derived).hasDerivedKeys)
  }

  private static func finished(_ listings: [Listing], holding most: Int) throws -> DocumentListings
  {
    var drafts = Self.drafts(listings, holding: most)
    return try drafts.finish(language: nil, order: nil)
  }
}
