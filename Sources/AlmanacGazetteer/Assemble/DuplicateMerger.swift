import AlmanacModel

/// Makes one place of what a file, or several, have more than once.
///
/// Two are one if a name of the one is the other's, they are near each other and no code says otherwise:
/// a relation and its outer way, the pieces of a promenade, the two stops of a road.
struct DuplicateMerger {
  private(set) var merged: [PlaceCandidate] = []
  /// Where each candidate went.
  private(set) var position: [Int] = []
  private var byName: [String: [Int]] = [:]

  init(_ candidates: [PlaceCandidate]) {
    for candidate in candidates {
      if let index = twin(of: candidate) {
        merge(candidate, into: index)
        position.append(index)
      } else {
        for name in Set(([candidate.name] + candidate.aliases).map(\.nameKey)) where !name.isEmpty {
          byName[name, default: []].append(merged.count)
        }
        position.append(merged.count)
        merged.append(candidate)
      }
    }
  }

  private func twin(of candidate: PlaceCandidate) -> Int? {
    (byName[candidate.nameKey] ?? []).first { Self.isOne(merged[$0], candidate) }
  }

  private static func isOne(_ one: PlaceCandidate, _ other: PlaceCandidate) -> Bool {
    guard one.role == other.role || one.role != .room && other.role != .room else { return false }
    guard one.kind == .campus || other.kind != .campus || one.outline == nil else { return false }
    let codes = Set(one.codes.map(\.nameKey))
    if !codes.isEmpty, !other.codes.isEmpty {
      guard other.codes.contains(where: { codes.contains($0.nameKey) }) else { return false }
    }
    guard let here = one.coordinate, let there = other.coordinate else {
      // A place without a point is the one that shares its code.
      return !codes.isEmpty && !other.codes.isEmpty
    }
    if one.outline?.contains(there) ?? false || other.outline?.contains(here) ?? false {
      return true
    }
    if let outline = one.outline, let second = other.outline {
      return outline.distance(to: second) <= nearOutlines
    }
    let isStop = one.kind == .stop || other.kind == .stop
    return here.distance(to: there) <= (isStop ? nearStops : nearPoints)
  }

  /// Meters. Outlines of one thing touch; points that two people set in one building differ by its
  /// size; the stops of a road lie on both its sides, and at some way from the house they are named after.
  private static let nearOutlines = 20.0
  private static let nearPoints = 60.0
  private static let nearStops = 200.0

  private mutating func merge(_ other: PlaceCandidate, into index: Int) {
    var (one, other) = (merged[index], other)
    // A building says more than the stop that bears its name.
    if one.kind == .stop, other.kind != .stop { swap(&one, &other) }
    for alias in [other.name] + other.aliases { one.addAlias(alias) }
    for code in other.codes { one.addCode(code) }
    one.address = one.address ?? other.address
    one.city = one.city ?? other.city
    one.category = one.category ?? other.category
    one.isOutdoor = one.isOutdoor ?? other.isOutdoor
    one.floor = one.floor ?? other.floor
    one.parent = one.parent ?? other.parent
    if other.kind != .stop {
      one.outline = Outline(rings: Self.rings(one.outline, other.outline))
      one.point = one.point ?? other.point
    }
    if one.role != other.role, other.role == .place { one.role = .place }
    merged[index] = one
  }

  /// Of outlines that cover each other one is enough.
  private static func rings(_ one: Outline?, _ other: Outline?) -> [[Coordinate]] {
    let rings = one?.rings ?? []
    return rings
      + (other?.rings ?? []).filter { ring in
        !ring.contains { corner in one?.contains(corner) ?? false || rings.joined().contains(corner)
        }
      }
  }
}
