import AlmanacModel
import AlmanacTime

/// Finds the candidates worth comparing: those that share a day and a rare title word or sentence, a
/// place and hour, an identifier or a link. All pairs are never compared.
struct BlockingIndex: Sendable {
  /// Two candidates or items, the lower index first.
  struct Pair: Hashable, Sendable {
    let first: Int
    let second: Int

    init(_ left: Int, _ right: Int) {
      first = min(left, right)
      second = max(left, right)
    }
  }

  /// The places in `blocks` of one candidate.
  private let width: Int
  /// In a larger block only candidates of one start are compared: its key is a common word, and its
  /// pairs would be too many.
  static let largestBlock = 40
  /// Above this number, candidates of one start are compared only with their neighbors.
  static let largestStart = 200

  /// Candidates, block by block, each in order of start and index.
  private let members: [Int32]
  /// By candidate and key: where its block begins and ends in `members`.
  private let blocks: [IndexRange]
  /// By the place in `members` where the candidates of their block and start begin.
  private let crowds: [Int: CrowdedStart]
  private let table: RecordTable

  init(_ comparer: PairComparer) {
    table = comparer.table
    let width = BlockingKeys.most(in: table)
    self.width = width
    var entries: [(key: UInt64, slot: Int32)] = []
    entries.reserveCapacity(table.candidates.count * 8)
    for index in table.candidates.indices {
      var slot = index * width
      BlockingKeys.write(of: table.candidates[index], comparer) { key in
        entries.append((key, Int32(slot)))
        slot += 1
      }
    }
    // Sorting by key makes the members of a block adjacent; slots remember their candidates.
    Self.group(&entries)
    var members = entries.map { $0.slot / Int32(width) }
    var blocks = [IndexRange](repeating: .empty, count: table.candidates.count * width)
    var crowds: [Int: CrowdedStart] = [:]
    var start = 0
    while start < entries.count {
      var end = start + 1
      while end < entries.count, entries[end].key == entries[start].key { end += 1 }
      if end - start > 1 {
        for index in start..<end {
          blocks[Int(entries[index].slot)] = IndexRange(from: start, to: end)
        }
        // In an oversized block only candidates of one start are compared, and of a crowded start only
        // neighbors by title.
        if end - start > Self.largestBlock {
          members[start..<end].sort { [table] in
            let left = table.candidates[Int($0)].moment.start
            let right = table.candidates[Int($1)].moment.start
            return (left, $0) < (right, $1)
          }
          for range in Self.starts(members[start..<end], table)
          where range.count > Self.largestStart {
            crowds[range.lowerBound] = CrowdedStart(members[range], table)
          }
        }
      }
      start = end
    }
    self.members = members
    self.blocks = blocks
    self.crowds = crowds
  }

  /// The ranges of members of one start, which are adjacent.
  private static func starts(
    _ members: ArraySlice<Int32>, _ table: RecordTable
  ) -> [Range<Int>] {
    var ranges: [Range<Int>] = []
    var first = members.startIndex
    for index in members.indices.dropFirst()
    where table.candidates[Int(members[index])].moment.start
      != table.candidates[Int(members[first])].moment.start
    {
      ranges.append(first..<index)
      first = index
    }
    return ranges + [first..<members.endIndex]
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

  /// State that the caller keeps from one candidate to the next.
  struct Memory {
    /// By candidate, the last one that it was a neighbor of; -1 at first.
    fileprivate var seen: [Int32]

    init(_ pairs: BlockingIndex) {
      seen = [Int32](repeating: -1, count: pairs.table.candidates.count)
    }
  }

  /// Candidates after this one that it must be compared with, ascending.
  func neighbors(of candidate: Int, _ memory: inout Memory, into found: inout [Int32]) {
    found.removeAll(keepingCapacity: true)
    let start = table.candidates[candidate].moment.start
    func add(_ other: Int32) {
      guard other > Int32(candidate), memory.seen[Int(other)] != Int32(candidate) else { return }
      memory.seen[Int(other)] = Int32(candidate)
      found.append(other)
    }
    for slot in candidate * width..<(candidate + 1) * width {
      let block = blocks[slot]
      guard block.count > 1 else { continue }
      let isLarge = block.count > Self.largestBlock
      let range = isLarge ? self.range(of: start, in: block.range) : block.range
      if range.count > Self.largestStart, let crowd = crowds[range.lowerBound] {
        crowd.forEachNeighbor(of: Int32(candidate)) { add($0) }
      } else {
        for index in range { add(members[index]) }
      }
    }
    found.sort()
  }

  private func start(of member: Int32) -> Int64 { table.candidates[Int(member)].moment.start }

  private func range(of start: Int64, in block: Range<Int>) -> Range<Int> {
    let first = members[block].partitioningIndex { self.start(of: $0) >= start }
    return first..<members[block].partitioningIndex { self.start(of: $0) > start }
  }
}
