public import AlmanacModel

/// Hands over single events and listings by their ids, where an edition needs but a few of them.
public struct EventLookup: Sendable {
  let event: @Sendable (_ id: String, _ campus: String) throws -> Event?
  let listings: @Sendable (_ ids: Set<String>) throws -> [Listing]

  /// - Parameters:
  ///   - event: Gives the event of an id, with its category and the weather of its occurrences.
  ///   - listings: Gives those of these listings that there are, in any order.
  public init(
    event: @escaping @Sendable (_ id: String, _ campus: String) throws -> Event?,
    listings: @escaping @Sendable (_ ids: Set<String>) throws -> [Listing]
  ) {
    self.event = event
    self.listings = listings
  }
}
