/// Gathers, from words in the order of their bytes, which rows have the word, and which have one that
/// begins with it.
///
/// Only words and beginnings at which words part are told of: between them nothing changes.
struct WordTree {
  /// What is known of a word or a beginning when all its words have been seen.
  struct Entry {
    let text: ArraySlice<UInt8>
    /// Of the rows that have the word itself.
    let exact: [Int32]
    /// Of those that have a word which begins so; nil where these are the same.
    let beginning: [Int32]?
  }

  private struct Node {
    let length: Int
    let exact: [Int32]
    var below: RowSet?
  }

  private let rowCount: Int
  private let weights: RowWeights
  private let least: Int
  private let body: (Entry) throws -> Void
  private var word: [UInt8] = []
  private var nodes: [Node] = []
  private var scratch: [UInt64]

  /// - Parameters:
  ///   - rowCount: Rows are 0 ..< this.
  ///   - least: What has less weight is not told.
  init(
    rowCount: Int, least: Int, weights: RowWeights,
    _ body: @escaping (Entry) throws -> Void
  ) {
    self.rowCount = rowCount
    self.least = least
    self.weights = weights
    self.body = body
    scratch = [UInt64](repeating: 0, count: (rowCount + 63) / 64)
  }

  /// - Parameter rows: Ascending, each once.
  mutating func add(_ next: ArraySlice<UInt8>, rows: [Int32]) throws {
    try close(to: Self.common(word, next))
    word = Array(next)
    nodes.append(Node(length: word.count, exact: rows))
  }

  mutating func finish() throws { try close(to: 0) }

  /// Ends what lies deeper than the beginning of that length.
  private mutating func close(to length: Int) throws {
    while let node = nodes.last, node.length > length {
      nodes.removeLast()
      let all = try tell(node)
      let above = max(length, nodes.last?.length ?? 0)
      // With nothing all words begin.
      guard above > 0 else { continue }
      if nodes.last?.length != above { nodes.append(Node(length: above, exact: [])) }
      let parent = nodes.count - 1
      var below = nodes[parent].below ?? RowSet(nodes[parent].exact)
      nodes[parent].below = nil
      switch all {
      case .rows(let rows): below.add(rows, rowCount: rowCount)
      case .set(let set): below.add(set, rowCount: rowCount)
      }
      nodes[parent].below = below
    }
  }

  private enum Rows {
    case rows([Int32])
    case set(RowSet)
  }

  /// - Returns: All rows of a node.
  private mutating func tell(_ node: Node) throws -> Rows {
    let text = word[..<node.length]
    guard let below = node.below else {
      if isWorth(node.exact) {
        try body(Entry(text: text, exact: node.exact, beginning: nil))
      }
      return .rows(node.exact)
    }
    guard below.isLarge || isWorth(below.rows) else { return .set(below) }
    let rows = below.sorted(&scratch)
    if isWorth(rows) {
      try body(Entry(text: text, exact: isWorth(node.exact) ? node.exact : [], beginning: rows))
    }
    return below.isLarge ? .set(below) : .rows(rows)
  }

  private func isWorth(_ rows: [Int32]) -> Bool {
    rows.count >= least || weights.sum(of: rows, reaches: least)
  }

  /// Bytes that both begin with, up to the end of a character.
  private static func common(_ one: [UInt8], _ other: ArraySlice<UInt8>) -> Int {
    var length = 0
    for (byte, second) in zip(one, other) {
      guard byte == second else { break }
      length += 1
    }
    // Not within a character: those after its first byte are 10xxxxxx.
    while length > 0, length < one.count, one[length] & 0xc0 == 0x80 { length -= 1 }
    let start = other.startIndex
    while length > 0, length < other.count, other[start + length] & 0xc0 == 0x80 { length -= 1 }
    return length
  }
}

/// How much rows count.
struct RowWeights {
  /// All rows before this one count 1.
  private let first: Int32
  /// Of the rows from the first on.
  private let weights: [Int32]
  private let most: Int

  init(from first: Int32, _ weights: [Int32]) {
    self.first = first
    self.weights = weights
    most = max(1, Int(weights.max() ?? 1))
  }

  func sum(of rows: [Int32], reaches least: Int) -> Bool {
    // So it is with most words: they are rare.
    guard rows.count * most >= least else { return false }
    var sum = rows.count
    for row in rows where row >= first { sum += Int(weights[Int(row - first)]) - 1 }
    return sum >= least
  }
}

/// Rows that are added up: as they come, perhaps several times, until there are so many that one bit a
/// row takes less.
private struct RowSet {
  private(set) var rows: [Int32]
  private var bits: [UInt64] = []

  init(_ rows: [Int32]) { self.rows = rows }

  var isLarge: Bool { !bits.isEmpty }

  mutating func add(_ other: [Int32], rowCount: Int) {
    if isLarge {
      for row in other { bits[Int(row) >> 6] |= 1 << UInt64(row & 63) }
      return
    }
    rows += other
    guard rows.count > max(1_024, rowCount / 32) else { return }
    bits = [UInt64](repeating: 0, count: (rowCount + 63) / 64)
    let all = rows
    rows = []
    add(all, rowCount: rowCount)
  }

  mutating func add(_ other: RowSet, rowCount: Int) {
    guard other.isLarge else { return add(other.rows, rowCount: rowCount) }
    guard isLarge else {
      let own = rows
      self = other
      return add(own, rowCount: rowCount)
    }
    for index in bits.indices { bits[index] |= other.bits[index] }
  }

  /// - Parameter scratch: One bit a row, none of them set.
  func sorted(_ scratch: inout [UInt64]) -> [Int32] {
    guard !isLarge else {
      var all = bits
      return all.takeMembers(64 * all.count)
    }
    for row in rows { scratch[Int(row) >> 6] |= 1 << UInt64(row & 63) }
    return scratch.takeMembers(rows.count)
  }
}

extension [UInt64] {
  /// The numbers of the bits that are set, which are not set any more then.
  ///
  /// - Parameter most: There are no more than these.
  mutating func takeMembers(_ most: Int) -> [Int32] {
    withUnsafeMutableBufferPointer { words in
      [Int32](unsafeUninitializedCapacity: most) { members, count in
        for index in words.indices where words[index] != 0 {
          var rest = words[index]
          words[index] = 0
          while rest != 0 {
            members[count] = Int32(index << 6 + rest.trailingZeroBitCount)
            count += 1
            rest &= rest - 1
          }
        }
      }
    }
  }
}
