public import AlmanacModel

/// Supplies the events of an edition, a range at a time, so that no more of them are in memory than are
/// being written.
public struct EventSupply: Sendable {
  public let count: Int
  private let read: @Sendable (Range<Int>) throws -> [Event]

  /// - Parameter read: Gives the events at these positions in the order of their ids, byte by byte;
  ///   called from any thread.
  public init(count: Int, read: @escaping @Sendable (Range<Int>) throws -> [Event]) {
    self.count = count
    self.read = read
  }

  /// Of events in any order.
  public init(_ events: [Event]) {
    let isSorted = zip(events, events.dropFirst()).allSatisfy { $0.id.precedes($1.id) }
    let sorted = isSorted ? events : events.sorted { $0.id.precedes($1.id) }
    self.init(count: sorted.count) { Array(sorted[$0]) }
  }

  func events(in positions: Range<Int>) throws -> [Event] { try read(positions) }
}

/// What a supply of events must not do.
public enum EventSupplyError: Error, Equatable, CustomStringConvertible {
  /// This event came behind one whose id goes after its own.
  case unordered(id: String)

  public var description: String {
    switch self {
    case .unordered(let id): "the event \(id) is not in the order of ids; sort the events and retry"
    }
  }
}
