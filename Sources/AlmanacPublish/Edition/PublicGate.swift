import AlmanacModel

/// Keeps back what is not public: the stages before have dropped it, this is the last gate.
struct PublicGate: Sendable {
  /// Ids of listings.
  private let hidden: Set<String>
  private let tags: [String: [String]]

  init(_ listings: [Listing]) {
    hidden = Set(listings.lazy.filter { $0.visibility != .public }.map(\.id))
    tags =
      hidden.isEmpty
      ? [:]
      : Dictionary(listings.map { ($0.id, $0.tags) }, uniquingKeysWith: { first, _ in first })
  }

  func admits(_ listing: Listing) -> Bool { hidden.isEmpty || !hidden.contains(listing.id) }

  /// The event without what is hidden; nil where nothing of it is left.
  func admitted(_ event: Event) -> Event? {
    guard !hidden.isEmpty else { return event }
    let stating = event.listings.map(\.id) + event.provenance.values
    return hidden.isDisjoint(with: stating) ? event : without(event)
  }

  /// The event as its other listings state it; nil where its words are a hidden listing's, or
  /// where nobody noted whose they are.
  private func without(_ event: Event) -> Event? {
    var event = event
    event.listings.removeAll { hidden.contains($0.id) }
    guard !event.listings.isEmpty, !event.provenance.isEmpty,
      !event.provenance.values.contains(where: hidden.contains)
    else { return nil }
    // The first listing of an occurrence gives its words.
    event.occurrences.removeAll { $0.listings.first.map(hidden.contains) ?? false }
    for index in event.occurrences.indices {
      event.occurrences[index].listings.removeAll(where: hidden.contains)
    }
    // Tags are those of all listings together.
    let stated = Set(event.listings.flatMap { tags[$0.id] ?? [] })
    event.tags.removeAll { !stated.contains($0) }
    return event.occurrences.isEmpty ? nil : event
  }
}
