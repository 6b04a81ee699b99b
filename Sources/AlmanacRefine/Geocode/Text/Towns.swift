import AlmanacModel

/// The towns of the table `towns`. It is read as bytes in one pass: each run that places venues needs it.
struct Towns: Sendable {
  struct Town: Sendable {
    let center: Coordinate
    let thousands: Double

    /// In meters: 4 km for 60,000 people, 15 km for a million.
    var radius: Double { 470 * thousands.squareRoot() }

    /// Whether a place of the campus is so near that the town's name may be used for it; half as near if an address
    /// has its state.
    func isNear(_ index: GazetteerIndex, _ bounds: BoundingBox, hasState: Bool = false) -> Bool {
      let reach = max(10_000, 3 * radius) / (hasState ? 2 : 1)
      return index.nearest.isEmpty
        ? bounds.center.map { $0.distance(to: center) <= reach } ?? true
        : index.nearest.nearest(to: center, within: reach) != nil
    }
  }

  private let bytes = EmbeddedTable.towns.bytes
  private var towns: [Town] = []
  /// By name: its bytes, and its towns.
  private var names: [(name: Range<Int>, towns: Range<Int>)] = []
  /// By the hash of the name.
  private var positions: [UInt64: Int] = [:]

  init() {
    positions.reserveCapacity(32_768)
    var start = 0
    for end in bytes.indices where bytes[end] == UInt8(ascii: "\n") {
      add(start..<end)
      start = end + 1
    }
  }

  /// The towns with a name, the largest first.
  func named(_ key: UInt64) -> ArraySlice<Town> {
    positions[key].map { towns[names[$0].towns] } ?? []
  }

  /// The names of the towns that one of the places is in.
  func names(around places: PlaceIndex) -> [String] {
    names.filter { row in
      towns[row.towns].contains { places.nearest(to: $0.center, within: $0.radius) != nil }
    }
    .map { row in
      String(decoding: bytes[row.name], as: UTF8.self).replacing("_", with: " ")
    }
  }

  private mutating func add(_ line: Range<Int>) {
    let name = line.prefix { bytes[$0] != UInt8(ascii: " ") }
    let first = towns.count
    var position = name.endIndex
    while position < line.endIndex {
      let longitude = number(at: &position, line.endIndex)
      let latitude = number(at: &position, line.endIndex)
      let people = number(at: &position, line.endIndex)
      if let center = Coordinate(latitude: latitude / 100, longitude: longitude / 100) {
        towns.append(Town(center: center, thousands: people))
      }
    }
    let key = name.reduce(StableHash.seed) { StableHash.step($0, bytes[$1]) }
    positions[key] = names.count
    names.append((name.startIndex..<name.endIndex, first..<towns.count))
  }

  /// The number behind the space at a position, which moves behind it.
  private func number(at position: inout Int, _ end: Int) -> Double {
    position += 1
    let isNegative = position < end && bytes[position] == UInt8(ascii: "-")
    if isNegative { position += 1 }
    var value = 0
    while position < end, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[position]) {
      value = value * 10 + Int(bytes[position] - UInt8(ascii: "0"))
      position += 1
    }
    return Double(isNegative ? -value : value)
  }
}
