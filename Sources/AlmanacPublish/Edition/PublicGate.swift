import AlmanacModel

/// Keeps back what is not public: the stages before have dropped it, this is the last gate.
struct PublicGate: Sendable {
  private let listings: StatedListings

  init(_ listings: StatedListings) { self.listings = listings }

  /// The event without what is hidden; nil where nothing of it is left.
  func admitted(_ event: Event) -> Event? {
    let hidden = listings.hidden
    guard !hidden.isEmpty else { return event }
    let stating = event.listings.map(\.id) + event.provenance.values
    return hidden.isDisjoint(with: stating) ? event : without(hidden, event)
  }

  /// The event as its other listings state it; nil where its words are a hidden listing's, or
  /// where nobody noted whose they are.
  private func without(_ hidden: Set<String>, _ event: Event) -> Event? {
    var event = event
    event.listings.removeAll { hidden.contains($0.id) }
    guard !event.listings.isEmpty, !event.provenance.isEmpty,
      !event.provenance.values.contains(where: hidden.contains)
    else { return nil }
    // The first listing of an occurrence gives its words.
    event.occurrences.removeAll { $0.listings.first.map(hidden.contains) ?? false }
    for index in event.occurrences.indices
    where event.occurrences[index].listings.contains(where: hidden.contains) {
      event.occurrences[index].listings.removeAll(where: hidden.contains)
      // A description may be of any of them.
      event.occurrences[index].text = nil
    }
    // Tags are those of all listings together.
    let stated = Set(event.listings.flatMap { listings.tags(of: $0.id) })
    event.tags.removeAll { !stated.contains($0) }
    return event.occurrences.isEmpty ? nil : event
  }
}
