public import AlmanacModel

/// Hands over some events and listings by their ids, where an edition needs but a few of them.
public struct EventLookup: Sendable {
  let events: @Sendable (_ ids: Set<String>, _ campus: String) throws -> [Event]
  let listings: @Sendable (_ ids: Set<String>) throws -> [Listing]

  /// - Parameters:
  ///   - events: Gives those of these events of a campus that there are, in any order, each with its
  ///     category and the weather of its occurrences.
  ///   - listings: Gives those of these listings that there are, in any order.
  public init(
    events: @escaping @Sendable (_ ids: Set<String>, _ campus: String) throws -> [Event],
    listings: @escaping @Sendable (_ ids: Set<String>) throws -> [Listing]
  ) {
    self.events = events
    self.listings = listings
  }
}
