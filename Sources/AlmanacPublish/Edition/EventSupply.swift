public import AlmanacModel

/// Hands over the events of an edition, a stretch at a time and as often as it is asked, so that no
/// more of them are in memory than are being worked at.
public struct EventSupply: Sendable {
  public let count: Int
  private let read: @Sendable (Range<Int>) throws -> [Event]
  private let readIDs: (@Sendable (Range<Int>) throws -> [String])?

  /// - Parameter read: Gives the events at these positions in the order of their ids, byte by byte;
  ///   called from any thread.
  /// - Parameter ids: Gives the ids alone, where they are at hand without the events.
  public init(
    count: Int, ids: (@Sendable (Range<Int>) throws -> [String])? = nil,
    read: @escaping @Sendable (Range<Int>) throws -> [Event]
  ) {
    self.count = count
    self.read = read
    readIDs = ids
  }

  /// Of events in any order.
  public init(_ events: [Event]) {
    let isSorted = zip(events, events.dropFirst()).allSatisfy { $0.id.precedes($1.id) }
    let sorted = isSorted ? events : events.sorted { $0.id.precedes($1.id) }
    self.init(count: sorted.count, ids: { sorted[$0].map(\.id) }, read: { Array(sorted[$0]) })
  }

  func events(in positions: Range<Int>) throws -> [Event] { try read(positions) }

  func ids(in positions: Range<Int>) throws -> [String] {
    try readIDs?(positions) ?? read(positions).map(\.id)
  }

  /// Lends the ids of all events in their order.
  func eachID(_ body: (String) throws -> Void) throws {
    for start in stride(from: 0, to: count, by: Self.stretch) {
      for id in try ids(in: start..<min(start + Self.stretch, count)) { try body(id) }
    }
  }

  /// Lends all events, a stretch at a time.
  func each(_ body: (Event) throws -> Void) throws {
    for start in stride(from: 0, to: count, by: Self.stretch) {
      for event in try read(start..<min(start + Self.stretch, count)) { try body(event) }
    }
  }

  /// The same with some more events in their places.
  ///
  /// - Parameter more: In the order of their ids, each with the number of this supply's events that go
  ///   before it.
  func adding(_ more: [(event: Event, behind: Int)]) -> EventSupply {
    guard !more.isEmpty else { return self }
    return EventSupply(count: count + more.count) { positions in
      // Those of the added ones that stand before the range, and before its end.
      let first = more.indices.first { more[$0].behind + $0 >= positions.lowerBound } ?? more.count
      let last = more.indices.first { more[$0].behind + $0 >= positions.upperBound } ?? more.count
      let ours = try read(positions.lowerBound - first..<positions.upperBound - last)
      var events: [Event] = []
      var next = ours.startIndex
      for (event, behind) in more[first..<last] {
        let end = behind - (positions.lowerBound - first)
        events += ours[next..<end]
        events.append(event)
        next = end
      }
      return events + ours[next...]
    }
  }

  /// Events that are looked at together.
  private static let stretch = 512
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
