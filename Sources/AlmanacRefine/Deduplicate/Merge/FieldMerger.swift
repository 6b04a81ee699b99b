import AlmanacModel

/// Takes each field from the most trusted listing that has it, and records its provenance.
struct FieldMerger {
  /// Most trusted first.
  private let members: [DatedListing]
  /// Field name to listing id.
  private(set) var provenance: [String: String] = [:]

  init(_ members: [DatedListing]) {
    self.members = members
  }

  mutating func take<Value>(_ name: String, _ value: (Listing) -> Value?) -> Value? {
    for member in members {
      guard let found = value(member.listing) else { continue }
      provenance[name] = member.id
      return found
    }
    return nil
  }

  /// As `take`, passing over blank texts.
  mutating func text(_ name: String, _ value: (Listing) -> String?) -> String? {
    take(name) { listing in
      value(listing).flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
    }
  }

  mutating func note(_ name: String, from listing: String) { provenance[name] = listing }

  /// All values in the order in which they are first seen; words that differ in case or punctuation
  /// only are one.
  func united(_ values: (Listing) -> [String]) -> [String] {
    var seen: Set<String> = []
    return members.flatMap { values($0.listing) }.filter { value in
      let folded = FoldedText.fold(value)
      return seen.insert(folded.isEmpty ? value : folded).inserted
    }
  }
}
