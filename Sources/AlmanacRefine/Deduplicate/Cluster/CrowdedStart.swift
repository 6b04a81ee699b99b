/// The candidates of one block and one start if they are too many to compare each with each: every
/// candidate is compared with its neighbors in the order of the titles, read forwards and backwards.
///
/// A misspelling changes either the beginning or the end of a title, so that one of the two orders
/// keeps both spellings close (sorted neighborhood method, Hernández and Stolfo 1995).
struct CrowdedStart: Sendable {
  /// How many neighbors on each side.
  private static let window = 100
  /// Bytes of a title and venue that decide the order.
  private static let longestKey = 96

  private let orders: [[Int32]]
  /// By candidate its place in each order.
  private let places: [Int32: [Int]]

  init(_ members: some Sequence<Int32>, _ table: RecordTable) {
    let keyed = members.map { (member: $0, key: Self.key(of: table.candidates[Int($0)], table)) }
    let forwards = keyed.sorted { Self.isBefore(($0.key, $0.member), ($1.key, $1.member)) }
    let backwards = keyed.map { (member: $0.member, key: Array($0.key.reversed())) }
      .sorted { Self.isBefore(($0.key, $0.member), ($1.key, $1.member)) }
    let orders = [forwards.map(\.member), backwards.map(\.member)]
    var places: [Int32: [Int]] = [:]
    for order in orders {
      for (place, member) in order.enumerated() { places[member, default: []].append(place) }
    }
    self.orders = orders
    self.places = places
  }

  /// Calls with the candidates that are compared with this one; some of them twice.
  func forEachNeighbor(of candidate: Int32, _ body: (Int32) -> Void) {
    for (order, place) in zip(orders, places[candidate] ?? []) {
      let range = max(0, place - Self.window)..<min(order.count, place + Self.window + 1)
      for index in range { body(order[index]) }
    }
  }

  /// The title's words, then the venue's.
  private static func key(
    of candidate: LinkageRecord, _ table: RecordTable
  ) -> [UInt8] {
    var key: [UInt8] = []
    let words =
      table.titleVariants[Int(candidate.titleVariant)].words.range.map { table.words[$0].token }
      + table.venues[Int(candidate.venue)].words.range.map { table.venueWords[$0] }
    for token in words where key.count < longestKey {
      key += table.spellings[table.tokens[Int(token)].spelling.range]
      key.append(0x20)
    }
    return key
  }

  private static func isBefore(
    _ left: (key: [UInt8], member: Int32), _ right: (key: [UInt8], member: Int32)
  ) -> Bool {
    if left.key == right.key { return left.member < right.member }
    return left.key.lexicographicallyPrecedes(right.key)
  }
}
