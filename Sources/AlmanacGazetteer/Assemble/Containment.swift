import AlmanacModel

/// Finds the candidates whose outline contains a point, the smallest first.
///
/// - Complexity: O(*n*) box tests per query, and a point-in-polygon test for each box that contains
///   the point.
struct Containment {
  private struct Area {
    let index: Int
    let box: BoundingBox
    let outline: Outline
    /// The area of its box in square degrees; only comparisons use it.
    let size: Double
  }

  private let areas: [Area]

  init(_ candidates: [PlaceCandidate]) {
    areas = candidates.indices.compactMap { index in
      guard let outline = candidates[index].outline,
        let box = BoundingBox(around: outline.rings.joined())
      else { return nil }
      return Area(
        index: index, box: box, outline: outline,
        size: (box.east - box.west) * (box.north - box.south))
    }.sorted { ($0.size, $0.index) < ($1.size, $1.index) }
  }

  /// Indices of the candidates whose outline contains the point, the smallest first.
  func containing(_ point: Coordinate) -> some Sequence<Int> {
    areas.lazy.filter { $0.box.contains(point) && $0.outline.contains(point) }.map(\.index)
  }

  /// The size of a candidate's outline in square degrees; nil without an outline.
  func size(of index: Int) -> Double? { areas.first { $0.index == index }?.size }
}

extension Outline {
  /// The distance in meters between the nearest corners of two outlines.
  func distance(to other: Outline) -> Double {
    rings.joined().reduce(.infinity) { nearest, corner in
      other.rings.joined().reduce(nearest) { min($0, corner.distance(to: $1)) }
    }
  }
}
