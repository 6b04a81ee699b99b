import AlmanacModel

/// Removes non-public data. Earlier stages have already rejected it; this is a second line of
/// defense.
struct VisibilityFilter: Sendable {
  private let listings: PublishedListings

  init(_ listings: PublishedListings) { self.listings = listings }

  /// The event without data of hidden listings; nil if nothing public remains.
  func publicPart(of event: Event) throws -> Event? {
    let hidden = listings.hidden
    guard !hidden.isEmpty else { return event }
    let mentioned = event.listings.map(\.id) + event.provenance.values
    return hidden.isDisjoint(with: mentioned) ? event : try without(hidden, event)
  }

  /// The event with the data of its other listings only. nil if a value comes from a hidden listing
  /// or has no known origin.
  private func without(_ hidden: Set<String>, _ event: Event) throws -> Event? {
    var event = event
    event.listings.removeAll { hidden.contains($0.id) }
    guard !event.listings.isEmpty, !event.provenance.isEmpty,
      !event.provenance.values.contains(where: hidden.contains)
    else { return nil }
    // The first listing of an occurrence provides its values.
    event.occurrences.removeAll { $0.listings.first.map(hidden.contains) ?? false }
    for index in event.occurrences.indices
    where event.occurrences[index].listings.contains(where: hidden.contains) {
      event.occurrences[index].listings.removeAll(where: hidden.contains)
      // The description may come from any of the listings.
      event.occurrences[index].text = nil
    }
    // Tags are the union of all listings' tags.
    let remaining = Set(try event.listings.flatMap { try listings.tags(of: $0.id) })
    event.tags.removeAll { !remaining.contains($0) }
    return event.occurrences.isEmpty ? nil : event
  }
}
