public import AlmanacModel
import AlmanacTime
import Foundation

/// Finds the place nearest to a point.
///
/// The places are sorted by latitude, so that a search covers a narrow band only.
public struct PlaceIndex: Sendable {
  /// A place and its distance from the query point.
  public struct Neighbor: Hashable, Sendable {
    public let place: String
    /// Meters.
    public let distance: Double
  }

  private struct Entry {
    let coordinate: Coordinate
    let place: String
  }

  /// By latitude, then id.
  private let entries: [Entry]
  /// By id, each with its bounding box, which excludes most of them at once.
  private let outlines: [(place: String, box: BoundingBox, outline: Outline)]

  /// Places without a point and places that were replaced are left out.
  public init(_ places: [Place]) {
    outlines = places.compactMap { place in
      guard place.replacedBy == nil, let outline = place.outline,
        let box = BoundingBox(around: outline.rings.joined())
      else { return nil }
      return (place.id, box, outline)
    }
    .sorted { $0.place < $1.place }
    entries = places.compactMap { place in
      guard place.replacedBy == nil, let coordinate = place.coordinate else { return nil }
      return Entry(coordinate: coordinate, place: place.id)
    }
    .sorted {
      ($0.coordinate.latitude, $0.place) < ($1.coordinate.latitude, $1.place)
    }
  }

  var isEmpty: Bool { entries.isEmpty }

  /// The nearest place within so many meters, distance 0 if the point is in its outline; of equally near ones the first by id.
  public func nearest(to point: Coordinate, within meters: Double) -> Neighbor? {
    neighbors(of: point, within: meters).first
  }

  /// All places within so many meters, nearest first.
  public func neighbors(of point: Coordinate, within meters: Double) -> [Neighbor] {
    guard meters >= 0, meters.isFinite else { return [] }
    // A degree of latitude is never shorter than 110,574 m.
    let degrees = meters / 110_000
    var found: [Neighbor] = []
    var position = firstEntry(from: point.latitude - degrees)
    while position < entries.count {
      let entry = entries[position]
      guard entry.coordinate.latitude <= point.latitude + degrees else { break }
      let distance = point.distance(to: entry.coordinate)
      if distance <= meters { found.append(Neighbor(place: entry.place, distance: distance)) }
      position += 1
    }
    // Inside a building its own point may be farther away than the neighbor's.
    let inside = outlines.filter { $0.box.contains(point) && $0.outline.contains(point) }
      .map(\.place)
    found.removeAll { inside.contains($0.place) }
    found += inside.map { Neighbor(place: $0, distance: 0) }
    return found.sorted { ($0.distance, $0.place) < ($1.distance, $1.place) }
  }

  private func firstEntry(from latitude: Double) -> Int {
    entries.partitioningIndex { $0.coordinate.latitude >= latitude }
  }
}
