import AlmanacModel

/// Merges candidates that describe one place, within a file or across files.
///
/// Two candidates are duplicates if they share a name, are near each other and have no conflicting
/// codes. Examples are a relation and its outer way, or the two stops of a road.
///
/// - Complexity: O(*n* · *k*), where *k* candidates share a name.
struct DuplicateMerger {
  private(set) var merged: [PlaceCandidate] = []
  /// For each candidate, its index in `merged`.
  private(set) var position: [Int] = []
  private var byName: [String: [Int]] = [:]

  init(_ candidates: [PlaceCandidate]) {
    for candidate in candidates {
      if let index = duplicate(of: candidate) {
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

  /// The index in `merged` of a duplicate.
  private func duplicate(of candidate: PlaceCandidate) -> Int? {
    (byName[candidate.nameKey] ?? []).first { Self.isDuplicate(merged[$0], candidate) }
  }

  /// Whether two candidates that share a name are one place.
  private static func isDuplicate(_ one: PlaceCandidate, _ other: PlaceCandidate) -> Bool {
    // A room is never the same as a place, and a building never the same as a campus with an
    // outline.
    guard one.role == other.role || one.role != .room && other.role != .room else { return false }
    guard one.kind == .campus || other.kind != .campus || one.outline == nil else { return false }
    let codes = Set(one.codes.map(\.nameKey))
    // If both have codes, they must share one.
    if !codes.isEmpty, !other.codes.isEmpty {
      guard other.codes.contains(where: { codes.contains($0.nameKey) }) else { return false }
    }
    guard let here = one.coordinate, let there = other.coordinate else {
      // Without a point, a shared code decides.
      return !codes.isEmpty && !other.codes.isEmpty
    }
    // From here on, the distance decides.
    if one.outline?.contains(there) ?? false || other.outline?.contains(here) ?? false {
      return true
    }
    if let outline = one.outline, let second = other.outline {
      return outline.distance(to: second) <= nearOutlines
    }
    let isStop = one.kind == .stop || other.kind == .stop
    return here.distance(to: there) <= (isStop ? nearStops : nearPoints)
  }

  /// Largest distances between duplicates, in meters. Outlines of one place touch. Points that two
  /// people set in a building differ by its size. The stops of a road are on both its sides.
  private static let nearOutlines = 20.0
  private static let nearPoints = 60.0
  private static let nearStops = 200.0

  /// Merges a duplicate into `merged`. The first candidate's name and values take precedence.
  private mutating func merge(_ other: PlaceCandidate, into index: Int) {
    var (one, other) = (merged[index], other)
    // A building has more data than the stop named after it.
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

  /// All rings of both outlines, without those of `other` that overlap `one`.
  private static func rings(_ one: Outline?, _ other: Outline?) -> [[Coordinate]] {
    let rings = one?.rings ?? []
    return rings
      + (other?.rings ?? []).filter { ring in
        !ring.contains { corner in one?.contains(corner) ?? false || rings.joined().contains(corner)
        }
      }
  }
}
