public import AlmanacModel

/// The events of each place: what happens there, in it and near it.
public struct EventsByPlace: Sendable {
  private let events: [Event]
  /// By place id: positions of its own events, ascending.
  private let own: [String: [Int]]
  /// By place id: the places that lie directly in it, in order.
  private let inner: [String: [String]]
  private let index: PlaceIndex

  /// An event is at every place that one of its occurrences has; replaced places hand theirs over.
  public init(_ events: [Event], places: [Place]) {
    self.events = events
    var successors: [String: String] = [:]
    var inner: [String: [String]] = [:]
    for place in places {
      successors[place.id] = place.replacedBy
      if let outer = place.within, outer != place.id { inner[outer, default: []].append(place.id) }
    }
    self.inner = inner
    index = PlaceIndex(places)
    var own: [String: [Int]] = [:]
    for (position, event) in events.enumerated() {
      let placements = [event.placement] + event.occurrences.map(\.placement)
      for place in Set(placements.compactMap { $0?.place }) {
        own[Self.last(place, successors), default: []].append(position)
      }
    }
    self.own = own
  }

  /// The events at a place and, unless told otherwise, in those that lie in it; in their given order,
  /// each once. Empty for a place that nobody knows.
  public func events(at place: String, withInner: Bool = true) -> [Event] {
    var positions: Set<Int> = []
    var seen: Set<String> = []
    var open = [place]
    while let next = open.popLast() {
      // Places may lie in each other by mistake.
      guard seen.insert(next).inserted else { continue }
      positions.formUnion(own[next] ?? [])
      if withInner { open += inner[next] ?? [] }
    }
    return positions.sorted().map { events[$0] }
  }

  /// The events at the places within so many meters of the point, the nearest place's first, each
  /// once.
  public func events(within meters: Double, of point: Coordinate) -> [Event] {
    var seen: Set<Int> = []
    return index.neighbors(of: point, within: meters).flatMap { neighbor in
      (own[neighbor.place] ?? []).filter { seen.insert($0).inserted }.map { events[$0] }
    }
  }

  private static func last(_ place: String, _ successors: [String: String]) -> String {
    var current = place
    // A longer chain of replacements is a circle.
    for _ in 0..<16 {
      guard let next = successors[current] else { break }
      current = next
    }
    return current
  }
}
