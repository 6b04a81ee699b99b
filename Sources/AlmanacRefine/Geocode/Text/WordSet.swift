/// A set of word positions in a venue text; only the first 64, which every venue's name fits.
struct WordSet: Equatable, Sendable {
  static let most = 64

  private var bits: UInt64 = 0

  init() {}

  /// Those of a range that are among the first 64.
  init(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<Self.most)
    if range.isEmpty { return }
    bits = (~0 >> UInt64(Self.most - range.count)) << UInt64(range.lowerBound)
  }

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

  mutating func remove(_ position: Int) {
    if position < Self.most { bits &= ~(1 << UInt64(position)) }
  }

  mutating func formUnion(_ other: WordSet) { bits |= other.bits }
  mutating func subtract(_ other: WordSet) { bits &= ~other.bits }

  mutating func insert(contentsOf range: Range<Int>) { formUnion(WordSet(range)) }

  func subtracting(_ other: WordSet) -> WordSet {
    var rest = self
    rest.subtract(other)
    return rest
  }

  func isDisjoint(with range: Range<Int>) -> Bool { isDisjoint(with: WordSet(range)) }
  func isDisjoint(with other: WordSet) -> Bool { bits & other.bits == 0 }
  func isSubset(of other: WordSet) -> Bool { bits & ~other.bits == 0 }
}

extension WordSet: Sequence, IteratorProtocol {
  /// Removes and returns the first.
  mutating func next() -> Int? {
    guard bits != 0 else { return nil }
    defer { bits &= bits &- 1 }
    return bits.trailingZeroBitCount
  }
}
