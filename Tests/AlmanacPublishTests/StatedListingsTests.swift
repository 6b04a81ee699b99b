import AlmanacModel
import AlmanacTestSupport
import AlmanacTime
import Foundation
import Testing

@testable import AlmanacPublish

/// Against the same listings in a dictionary.
@Suite struct StatedListingsTests {
  private static func listing(_ number: Int, _ random: inout SeededRandom) -> Listing {
    var listing = Listing(
      source: ["b", "a", "a\u{301}", "ä"].randomElement(using: &random) ?? "a", campus: "hill",
      key: "\(number)", title: "Event \(number)",
      start: EditionFixture.time("2026-03-03T19:00:00+08:00[Asia/Singapore]"))
    if Bool.random(using: &random) { listing.uid = "uid-\(number)" }
    if Bool.random(using: &random) { listing.link = "https://hill.example/\(number)" }
    if Bool.random(using: &random) { listing.venue = "Hall \(number)" }
    listing.tags = (0..<Int.random(in: 0..<3, using: &random)).map { "tag \(number) \($0)" }
    listing.visibility = Int.random(in: 0..<4, using: &random) == 0 ? .private : .public
    return listing
  }

  /// The values of a listing's row.
  private static func values(_ bytes: [UInt8]) -> [String?] {
    bytes.withUnsafeBytes { bytes in
      var row = RowUnpacker(bytes)
      var values: [String?] = []
      while !row.isAtEnd { values.append(row.text()) }
      return values
    }
  }

  @Test("a listing is found by its id, in whatever order they came", arguments: 1...20)
  func finds(seed: UInt64) throws {
    var random = SeededRandom(state: seed)
    var listings = (0..<Int.random(in: 0..<200, using: &random)).map { Self.listing($0, &random) }
    if seed > 10 { listings.sort { $0.id.utf8.lexicographicallyPrecedes($1.id.utf8) } }
    let stated = StatedListings(listings)
    #expect(stated.hidden == Set(listings.filter { $0.visibility != .public }.map(\.id)))
    for listing in listings {
      let reference = ListingReference(
        id: listing.id, source: listing.source, uid: "reference", url: "https://reference.example")
      var row = RowPacker()
      ListingRows.pack(reference, of: stated, to: &row)
      #expect(
        Self.values(row.bytes) == [
          listing.id, listing.source, listing.uid ?? "reference",
          listing.link ?? "https://reference.example", listing.title, listing.venue,
          listing.start.publicText, nil, listing.status.rawValue, nil, nil,
        ])
      #expect(stated.contains(listing.id))
      #expect(stated.tags(of: listing.id) == listing.tags)
    }
    for absent in ["", "a", "a/", "a/999", "b/-1", "z/0", "\u{10ffff}"] {
      #expect(!stated.contains(absent))
      #expect(stated.tags(of: absent) == [])
    }
  }

  @Test("of two listings with one id the first counts, as of those that are nowhere the reference")
  func takesFirst() {
    var random = SeededRandom(state: 3)
    var first = Self.listing(1, &random)
    first.source = "z"
    var second = first
    second.title = "Another"
    var other = first
    other.source = "a"
    let stated = StatedListings([first, second, other])
    var row = RowPacker()
    ListingRows.pack(ListingReference(id: first.id, source: "z"), of: stated, to: &row)
    #expect(Self.values(row.bytes)[4] == "Event 1")
    var unknown = RowPacker()
    ListingRows.pack(
      ListingReference(id: "q/1", source: "q", uid: "u", url: "https://q.example"), of: stated,
      to: &unknown)
    #expect(
      Self.values(unknown.bytes)
        == ["q/1", "q", "u", "https://q.example"] + [String?](repeating: nil, count: 7))
  }
}
