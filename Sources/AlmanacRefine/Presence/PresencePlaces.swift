public import AlmanacModel

/// Maps positions to the places of a campus.
public struct PresencePlaces: Sendable {
  private let places: [Place]
  private let numbers: [String: Int32]
  private let index: PlaceIndex
  private let radius: Double

  /// - Parameter radius: Meters from a place's point within which a position outside all outlines
  ///   belongs to it.
  public init(_ gazetteer: Gazetteer, radius: Double) {
    places = gazetteer.places
    numbers = Dictionary(
      zip(gazetteer.places.lazy.map(\.id), Int32(0)...), uniquingKeysWith: { first, _ in first })
    index = PlaceIndex(gazetteer.places)
    self.radius = radius
  }

  /// The place with a number.
  subscript(number: Int32) -> Place { places[Int(number)] }

  /// The number of a place, or of its replacement; nil for an unknown id.
  func number(of id: String) -> Int32? {
    guard let number = numbers[id] else { return nil }
    // Follow one step only, because places may replace each other.
    return self[number].replacedBy.flatMap { numbers[$0] } ?? number
  }

  /// The place at a point: the innermost of those whose outline contains it, else the nearest one.
  func number(at point: Coordinate) -> Int32? {
    let neighbors = index.neighbors(of: point, within: radius)
    let inside = neighbors.prefix { $0.distance == 0 }.map(\.place)
    // A building is within its campus, but people are counted once.
    let outer = Set(inside.compactMap { numbers[$0].flatMap { self[$0].within } })
    let found = inside.first { !outer.contains($0) } ?? neighbors.first?.place
    return found.flatMap { numbers[$0] }
  }

  /// Whether this is the id of a place.
  public func contains(_ id: String) -> Bool { numbers[id] != nil }
}
