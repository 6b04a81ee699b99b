import AlmanacModel

/// States, provinces, countries and towns by the hash of their folded name: `nc`, `north_carolina`,
/// `chapel_hill`.
enum Regions {
  /// Whether a US state or Canadian province has this code or name.
  static func isState(_ key: UInt64) -> Bool { states[key] != nil }

  static func isCountry(_ key: UInt64) -> Bool { countries[key] != nil }

  /// Whether a town of 20,000 people or more has the name.
  static func isLargeTown(_ key: UInt64) -> Bool {
    towns.named(key).first.map { $0.thousands >= 20 } ?? false
  }

  static func isTown(_ key: UInt64) -> Bool { !towns.named(key).isEmpty }

  /// Whether no state or country of this name contains a part of the campus, and no town of it is near one of
  /// the campus's places.
  static func isElsewhere(_ key: UInt64, than index: GazetteerIndex) -> Bool {
    guard let bounds = index.bounds, bounds.west <= bounds.east else { return false }
    let isAround = boxes(of: key).contains { box in
      box.west <= bounds.east && bounds.west <= box.east && box.south <= bounds.north
        && bounds.south <= box.north
    }
    return !isAround && !towns.named(key).contains { $0.isNear(index, bounds) }
  }

  /// Whether there are towns of this name in a state or country, if one is given, and none is near.
  static func isOtherTown(
    _ key: UInt64, in region: UInt64?, than index: GazetteerIndex
  ) -> Bool {
    guard let bounds = index.bounds, bounds.west <= bounds.east else { return false }
    let named = towns.named(key).filter { town in
      region.map { boxes(of: $0).contains { $0.contains(town.center) } } ?? true
    }
    let hasState = region.map(isState) ?? false
    return !named.isEmpty && !named.contains { $0.isNear(index, bounds, hasState: hasState) }
  }

  private static func boxes(of key: UInt64) -> [BoundingBox] {
    states[key, default: []] + countries[key, default: []]
  }

  /// The names of the towns that one of the places is in.
  static func towns(around places: PlaceIndex) -> [String] { towns.names(around: places) }

  private static let towns = Towns()
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
