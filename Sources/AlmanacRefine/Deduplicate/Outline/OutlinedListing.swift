import AlmanacModel
import Foundation

/// What an outline keeps of a listing beside its statements.
struct OutlinedListing: Sendable {
  var source: String
  /// Hash of its id.
  var id: UInt64
  /// It states something.
  var isItem = false
  var marks: CampusOutline.Marks = []
  /// Hash of its link, also where that says nothing; 0 where it has none, or states nothing.
  var link: UInt64 = 0
  /// Hash of what it asks the geocoder.
  var query: UInt64 = 0
  /// Of what its instances ask that are elsewhere.
  var otherQueries: [UInt64] = []

  init(source: String, id: UInt64) {
    self.source = source
    self.id = id
  }

  /// - Parameter named: What the operator's decisions name.
  init(_ listing: Listing, named: Set<String>) {
    self.init(source: listing.source, id: StableHash(listing.id).value)
    if !named.isEmpty, !named.isDisjoint(with: DecisionNames.names(of: listing)) {
      marks.insert(.named)
    }
    query = Self.hash(ofQuery: listing.venue, listing.coordinate)
    if !listing.overrides.isEmpty {
      otherQueries = listing.overrides.compactMap { $0.venue.map { Self.hash(ofQuery: $0, nil) } }
    }
  }

  /// The link of its first statement.
  mutating func set(link statement: CandidateTable.Candidate) {
    link = statement.statedLink
    if link != 0, statement.link == 0 { marks.insert(.landing) }
  }

  /// Of a question to the geocoder but for the strategy, which is the source's.
  static func hash(ofQuery text: String?, _ coordinate: Coordinate?) -> UInt64 {
    var hash = text.map { StableHash(composed($0)).value } ?? 0
    if let coordinate {
      // There are two zeros, and questions are equal with either.
      hash = PhraseHash.step(hash, (coordinate.latitude + 0).bitPattern)
      hash = PhraseHash.step(hash, (coordinate.longitude + 0).bitPattern)
    }
    return hash
  }

  /// Questions are also equal where one has "é" as one character and the other as two.
  private static func composed(_ text: String) -> String {
    text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
  }
}
