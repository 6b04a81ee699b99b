public import AlmanacModel

/// Provides the events of an edition in ranges, so that only those being written are in memory.
public struct EventSupply: Sendable {
  public let count: Int
  private let read: @Sendable (Range<Int>) throws -> [Event]

  /// - Parameter read: Returns the events at these positions, sorted by id in byte order. Called
  ///   from any thread.
  public init(count: Int, read: @escaping @Sendable (Range<Int>) throws -> [Event]) {
    self.count = count
    self.read = read
  }

  /// Provides an array of events in any order.
  public init(_ events: [Event]) {
    let isSorted = zip(events, events.dropFirst()).allSatisfy { $0.id.precedes($1.id) }
    let sorted = isSorted ? events : events.sorted { $0.id.precedes($1.id) }
    self.init(count: sorted.count) { Array(sorted[$0]) }
  }

  func events(in positions: Range<Int>) throws -> [Event] { try read(positions) }
}

/// A violation of the order that `EventSupply` requires.
public enum EventSupplyError: Error, Equatable, CustomStringConvertible {
  /// This event follows one with a greater id.
  case unordered(id: String)

  public var description: String {
    switch self {
    case .unordered(let id): "the event \(id) is not in the order of ids; sort the events and retry"
    }
  }
}
