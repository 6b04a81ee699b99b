import AlmanacModel

/// Which candidate's outline holds a point: the smallest one.
///
/// Each question looks at the boxes of all outlines, and at the corners of the few that fit.
struct Containment {
  private struct Area {
    let index: Int
    let box: BoundingBox
    let outline: Outline
    /// Square degrees of its box: enough to tell a building from its campus.
    let size: Double
  }

  private let areas: [Area]

  init(_ candidates: [PlaceCandidate]) {
    areas = candidates.indices.compactMap { index in
      guard let outline = candidates[index].outline, let box = BoundingBox(around: outline) else {
        return nil
      }
      return Area(
        index: index, box: box, outline: outline,
        size: (box.east - box.west) * (box.north - box.south))
    }.sorted { ($0.size, $0.index) < ($1.size, $1.index) }
  }

  /// The outlines that hold the point, the smallest first.
  func holders(of point: Coordinate) -> some Sequence<Int> {
    areas.lazy.filter { $0.box.contains(point) && $0.outline.contains(point) }.map(\.index)
  }

  /// The size of an outline among all; nil for a point.
  func size(of index: Int) -> Double? { areas.first { $0.index == index }?.size }
}

extension BoundingBox {
  init?(around outline: Outline) {
    let points = outline.rings.joined()
    guard let west = points.map(\.longitude).min(), let east = points.map(\.longitude).max(),
      let south = points.map(\.latitude).min(), let north = points.map(\.latitude).max()
    else { return nil }
    self.init(west: west, south: south, east: east, north: north)
  }
}

extension Outline {
  /// Meters between the nearest corners of two outlines.
  func distance(to other: Outline) -> Double {
    rings.joined().reduce(.infinity) { nearest, corner in
      other.rings.joined().reduce(nearest) { min($0, corner.distance(to: $1)) }
    }
  }
}
