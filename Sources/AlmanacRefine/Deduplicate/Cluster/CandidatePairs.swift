import AlmanacModel

/// Which candidates are worth comparing: those that share a day and a rare title word, a sentence
/// or a place and hour, an identifier or a link. Never all pairs.
struct CandidatePairs: Sendable {
  /// Two candidates or items, the lower index first.
  struct Pair: Hashable, Sendable {
    let first: Int
    let second: Int

    init(_ left: Int, _ right: Int) {
      first = min(left, right)
      second = max(left, right)
    }
  }

  /// A block of which not all pairs are compared.
  struct LargeBlock: Hashable, Sendable {
    let key: UInt64
    /// Hash of its members' fingerprints.
    let members: UInt64
  }

  /// Most keys of one candidate.
  private let width: Int
  /// A block with more candidates is compared only among those of one start: it is a word that a
  /// busy calendar has everywhere, and comparing all its members would be all pairs again.
  static let largestBlock = 40
  static let farthestNeighbor = 200

  /// Candidates, block by block, each in order of start and index.
  private let members: [Int32]
  /// By candidate and key: where its block begins and ends in `members`.
  private let blocks: [Stretch]
  private let table: CandidateTable
  /// In ascending order of keys.
  let largeBlocks: [LargeBlock]
  /// By candidate its keys, as far as they are for the night after: where they begin, and the end.
  let firstKeys: [Int32]
  let keys: [UInt64]
  /// Where blocks begin that were so the night before, with other members.
  private let unsteady: Set<Int>

  /// - Parameters:
  ///   - joinsNewWords: Whether statements are also brought together by words that the statistics do
  ///     not know from several titles, because they may be older than some of the statements.
  ///   - prints: By candidate; none where no night comes after.
  ///   - formerlyLarge: `largeBlocks` of the night before.
  init(
    _ comparer: PairComparer, joinsNewWords: Bool = false, prints: [UInt64] = [],
    formerlyLarge: [LargeBlock] = []
  ) {
    table = comparer.table
    let width = CandidateKeys.most(joinsNewWords)
    self.width = width
    var entries: [(key: UInt64, slot: Int32)] = []
    entries.reserveCapacity(table.candidates.count * 8)
    var firstKeys: [Int32] = []
    var keys: [UInt64] = []
    if !prints.isEmpty {
      firstKeys.reserveCapacity(table.candidates.count + 1)
      keys.reserveCapacity(table.candidates.count * 10)
    }
    for index in table.candidates.indices {
      var slot = index * width
      if !prints.isEmpty { firstKeys.append(Int32(keys.count)) }
      CandidateKeys.write(of: table.candidates[index], comparer, joinsNewWords) { key in
        entries.append((key, Int32(slot)))
        if !prints.isEmpty { keys.append(key) }
        slot += 1
      }
    }
    firstKeys.append(Int32(keys.count))
    (self.firstKeys, self.keys) = (firstKeys, keys)
    Self.group(&entries)
    var members = entries.map { $0.slot / Int32(width) }
    var blocks = [Stretch](repeating: .empty, count: table.candidates.count * width)
    let former = Dictionary(
      formerlyLarge.map { ($0.key, $0.members) }, uniquingKeysWith: { first, _ in first })
    var (large, unsteady): ([LargeBlock], Set<Int>) = ([], [])
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count, entries[end].key == entries[start].key { end += 1 }
      if end - start > 1 {
        for index in start..<end {
          blocks[Int(entries[index].slot)] = Stretch(from: start, to: end)
        }
        var hash: UInt64 = 0
        if end - start > Self.largestBlock {
          members[start..<end].sort { [table] in
            let left = table.candidates[Int($0)].moment.start
            let right = table.candidates[Int($1)].moment.start
            return (left, $0) < (right, $1)
          }
          if !prints.isEmpty {
            hash = members[start..<end].reduce(1) { PhraseHash.step($0, prints[Int($1)]) }
          }
          large.append(LargeBlock(key: entries[start].key, members: hash))
        }
        if !former.isEmpty, let members = former[entries[start].key], members != hash {
          unsteady.insert(start)
        }
      }
      start = end
    }
    self.members = members
    self.blocks = blocks
    self.unsteady = unsteady
    // Parts of upper bits in their order, and in each the keys in theirs.
    largeBlocks = large
  }

  func keys(of candidate: Int) -> ArraySlice<UInt64> {
    keys[Int(firstKeys[candidate])..<Int(firstKeys[candidate + 1])]
  }

  /// Brings entries of one key together, in order of their slots, in which they come: by the upper
  /// bits of the keys, which are well mixed, then within each of these small parts.
  private static func group(_ entries: inout [(key: UInt64, slot: Int32)]) {
    // About eight to a part.
    let bits = max(1, 61 - entries.count.leadingZeroBitCount)
    let shift = UInt64(64 - bits)
    var places = [Int32](repeating: 0, count: (1 << bits) + 1)
    for entry in entries { places[Int(entry.key >> shift) + 1] += 1 }
    for index in 1..<places.count { places[index] += places[index - 1] }
    var sorted = entries
    for entry in entries {
      let part = Int(entry.key >> shift)
      sorted[Int(places[part])] = entry
      places[part] += 1
    }
    var start = 0
    for end in places where Int(end) > start {
      if Int(end) - start > 1 {
        sorted[start..<Int(end)].sort { ($0.key, $0.slot) < ($1.key, $1.slot) }
      }
      start = Int(end)
    }
    entries = sorted
  }

  /// What the caller remembers from candidate to candidate.
  struct Memory {
    /// By candidate, of which it was last found to be a neighbor; -1 at first.
    fileprivate var seen: [Int32]
    /// The same of those that share a block with it that had them compared the night before, as far as
    /// it had them as members.
    fileprivate var steady: [Int32]

    init(_ pairs: CandidatePairs) {
      seen = [Int32](repeating: -1, count: pairs.table.candidates.count)
      steady = pairs.unsteady.isEmpty ? [] : seen
    }

    /// Of one of the neighbors that were found last.
    func isSteady(_ neighbor: Int32, of candidate: Int) -> Bool {
      steady.isEmpty || steady[Int(neighbor)] == Int32(candidate)
    }
  }

  /// Candidates after this one that it must be compared with, ascending.
  func neighbors(of candidate: Int, _ memory: inout Memory, into found: inout [Int32]) {
    found.removeAll(keepingCapacity: true)
    let start = table.candidates[candidate].moment.start
    for slot in candidate * width..<(candidate + 1) * width {
      let block = blocks[slot]
      guard block.count > 1 else { continue }
      var range = block.range
      let isLarge = range.count > Self.largestBlock
      if isLarge {
        range = self.range(of: start, in: range)
        if range.count > Self.farthestNeighbor {
          range = range.prefix(Self.farthestNeighbor)
        }
      }
      let isSteady = !unsteady.isEmpty && !unsteady.contains(block.range.lowerBound)
      for index in range {
        let other = members[index]
        guard other > Int32(candidate) else { continue }
        if isSteady { memory.steady[Int(other)] = Int32(candidate) }
        guard memory.seen[Int(other)] != Int32(candidate) else { continue }
        memory.seen[Int(other)] = Int32(candidate)
        found.append(other)
      }
    }
    found.sort()
  }

  private func range(of start: Int64, in block: Range<Int>) -> Range<Int> {
    func first(where isAfter: (Int64) -> Bool) -> Int {
      var (low, high) = (block.lowerBound, block.upperBound)
      while low < high {
        let middle = (low + high) / 2
        if isAfter(table.candidates[Int(members[middle])].moment.start) {
          high = middle
        } else {
          low = middle + 1
        }
      }
      return low
    }
    return first { $0 >= start }..<first { $0 > start }
  }
}
