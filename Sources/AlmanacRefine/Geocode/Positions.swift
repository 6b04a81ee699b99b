/// A set of positions in a venue text, the first 64 of it: what lies beyond is no venue's name.
struct Positions: Sendable {
  static let most = 64

  private var bits: UInt64 = 0

  var isEmpty: Bool { bits == 0 }
  var count: Int { bits.nonzeroBitCount }

  /// From the first to the last; empty for none.
  var range: Range<Int> {
    bits == 0 ? 0..<0 : bits.trailingZeroBitCount..<(Self.most - bits.leadingZeroBitCount)
  }

  func contains(_ position: Int) -> Bool {
    position >= 0 && position < Self.most && bits & (1 << UInt64(position)) != 0
  }

  mutating func insert(_ position: Int) {
    if position < Self.most { bits |= 1 << UInt64(position) }
  }

  mutating func remove(_ range: Range<Int>) {
    for position in range.lowerBound..<min(range.upperBound, Self.most) {
      bits &= ~(1 << UInt64(position))
    }
  }

  mutating func insert(contentsOf range: Range<Int>) {
    for position in range { insert(position) }
  }

  func isDisjoint(with range: Range<Int>) -> Bool { !range.contains(where: contains) }
}
