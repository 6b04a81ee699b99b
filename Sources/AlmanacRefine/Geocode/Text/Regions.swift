import AlmanacModel

/// States, provinces, countries and towns by the hash of their folded name: `nc`, `north_carolina`,
/// `chapel_hill`.
enum Regions {
  /// Whether a US state or Canadian province has this code or name.
  static func isState(_ key: UInt64) -> Bool { states[key] != nil }

  static func isCountry(_ key: UInt64) -> Bool { countries[key] != nil }

  /// Whether a town of 20,000 people or more has the name.
  static func isTown(_ key: UInt64) -> Bool { towns[key] != nil }

  /// Whether no state or country of this name contains a part of the campus, and no town of it is near one of
  /// the campus's places.
  static func isElsewhere(_ key: UInt64, than index: GazetteerIndex) -> Bool {
    guard let bounds = index.bounds, bounds.west <= bounds.east else { return false }
    let isAround = boxes(of: key).contains { box in
      box.west <= bounds.east && bounds.west <= box.east && box.south <= bounds.north
        && bounds.south <= box.north
    }
    return !isAround && !towns[key, default: []].contains { $0.isNear(index, bounds) }
  }

  /// Whether there are towns of this name in a state or country, if one is given, and none is near.
  static func isOtherTown(
    _ key: UInt64, in region: UInt64?, than index: GazetteerIndex
  ) -> Bool {
    guard let bounds = index.bounds, bounds.west <= bounds.east else { return false }
    let named = towns[key, default: []].filter { town in
      region.map { boxes(of: $0).contains { $0.contains(town.center) } } ?? true
    }
    return !named.isEmpty && !named.contains { $0.isNear(index, bounds) }
  }

  private static func boxes(of key: UInt64) -> [BoundingBox] {
    states[key, default: []] + countries[key, default: []]
  }

  /// The names of the towns that one of the places is in.
  static func towns(around places: PlaceIndex) -> [String] {
    rows.filter { row in
      row.towns.contains { places.nearest(to: $0.center, within: $0.radius) != nil }
    }
    .map { String($0.name).replacing("_", with: " ") }
  }

  private struct Town {
    let center: Coordinate
    /// In meters: 4 km for 60,000 people, 15 km for a million.
    let radius: Double

    /// Whether a place of the campus is so near that the town's name may be used for it.
    func isNear(_ index: GazetteerIndex, _ bounds: BoundingBox) -> Bool {
      let reach = max(10_000, 3 * radius)
      return index.nearest.isEmpty
        ? bounds.center.map { $0.distance(to: center) <= reach } ?? true
        : index.nearest.nearest(to: center, within: reach) != nil
    }
  }

  private static let rows: [(name: Substring, towns: [Town])] =
    EmbeddedTable.towns.rows(separator: " ").map { row in
      let numbers = row.value.split(separator: " ").compactMap { Int($0) }
      let towns = stride(from: 0, to: numbers.count - 2, by: 3).compactMap { start -> Town? in
        let center = Coordinate(
          latitude: Double(numbers[start + 1]) / 100, longitude: Double(numbers[start]) / 100)
        return center.map {
          Town(center: $0, radius: 470 * Double(numbers[start + 2]).squareRoot())
        }
      }
      return (row.key, towns)
    }

  private static let towns = Dictionary(
    rows.map { (StableHash.bytes($0.name.utf8), $0.towns) },
    uniquingKeysWith: +)
  private static let states = table(of: "state")
  private static let countries = table(of: "country")

  private static func table(of kind: String) -> [UInt64: [BoundingBox]] {
    var boxes: [UInt64: [BoundingBox]] = [:]
    for row in EmbeddedTable.regions.rows(separator: " ") where row.key == kind {
      let degrees = row.value.split(separator: " ").compactMap { Double($0) }
      guard degrees.count == 4,
        let box = BoundingBox(
          west: degrees[0], south: degrees[1], east: degrees[2], north: degrees[3])
      else { continue }
      for name in row.value.split(separator: " ").dropLast(4) {
        boxes[StableHash.bytes(name.utf8), default: []].append(box)
      }
    }
    return boxes
  }
}
