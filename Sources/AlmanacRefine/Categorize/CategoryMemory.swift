import Foundation

/// Labeled events as they are remembered: by the words of their titles, texts and venues, as an
/// inverted index of the buckets of ``FeatureReader/readKeys(into:)``.
///
/// A linear model weighs each word alone; a memory knows which words came together. It is asked where
/// the model is of two minds: every remembered event speaks for its category with the fifth power of its
/// likeness, the cosine of the two sets of words, each word as loud as it is rare. So the few that are
/// much like the one asked about decide, and the thousands that share a word with it do not.
struct CategoryMemory: Hashable, Sendable {
  /// Remembered events of one category that count alike.
  struct Run: Hashable, Sendable {
    var category: Int
    var count: Int
    /// What each of its events counts.
    var weight: Float
  }

  /// What the memory of any number of events takes at the most, in bytes.
  static let byteLimit = 340_000
  /// How many events are remembered at the most, the first ones.
  static let eventLimit = 8_000
  /// A word that fewer events have tells no two of them to be alike.
  private static let fewest = 2
  /// One event of so many may have a word; more frequent ones part nothing.
  private static let commonest = 20
  /// So many events are added up at once: every run begins at a multiple of it.
  private static let lanes = 8

  /// In the order of their categories.
  let runs: [Run]
  /// By run, the numbers of its events, and of nobody up to where the next run begins.
  private let ranges: [Range<Int>]
  /// The buckets that events are remembered by, ascending.
  let buckets: [UInt32]
  /// By bucket of `buckets` where its events begin in `members`, and last where all end.
  private let starts: [Int32]
  /// Numbers of events, ascending for each bucket.
  private let members: [UInt16]
  /// By bucket of `buckets`, the square of its rarity.
  private let loudness: [Float]
  /// By number, of which a run's last ones may be nobody's: what makes each event as long as any.
  private let scale: [Float]
  /// By any bucket, its index in `buckets`, or -1.
  private let places: [Int32]

  var eventCount: Int { runs.reduce(0) { $0 + $1.count } }
  var isEmpty: Bool { buckets.isEmpty }

  /// Remembers events.
  ///
  /// - Parameters:
  ///   - events: In any order; those that count alike, of one category, make a run.
  ///   - bucketCount: How many buckets there are.
  init(_ events: [(category: Int, weight: Float, keys: ArraySlice<UInt32>)], bucketCount: Int) {
    let events = events.prefix(Self.eventLimit)
    let order = events.indices.sorted {
      (events[$0].category, -events[$0].weight, $0) < (events[$1].category, -events[$1].weight, $1)
    }
    var runs: [Run] = []
    var lists: [UInt32: [Int]] = [:]
    for (number, index) in order.enumerated() {
      let event = events[index]
      if let last = runs.last, last.category == event.category, last.weight == event.weight {
        runs[runs.count - 1].count += 1
      } else {
        runs.append(Run(category: event.category, count: 1, weight: event.weight))
      }
      for bucket in event.keys { lists[bucket, default: []].append(number) }
    }
    let most = max(16, order.count / Self.commonest)
    var rarest = Self.fewest
    var kept: [(UInt32, [Int])] = []
    repeat {
      kept = lists.filter { (rarest...most).contains($0.value.count) }.sorted { $0.key < $1.key }
        .map { ($0.key, $0.value) }
      rarest += 1
    } while CategoryMemoryFile.bytes(of: kept).count > Self.byteLimit
    self.init(runs: runs, lists: kept, bucketCount: bucketCount)
  }

  /// - Parameters:
  ///   - lists: Ascending buckets, each with the ascending numbers of its events in all runs.
  init(runs: [Run], lists: [(UInt32, [Int])], bucketCount: Int) {
    self.runs = runs
    ranges = Self.ranges(runs)
    let numbers = Self.numbers(runs, in: ranges)
    let total = Float(runs.reduce(1) { $0 + $1.count })
    var starts: [Int32] = [0]
    var members: [UInt16] = []
    var loudness: [Float] = []
    var lengths = [Float](repeating: 0, count: ranges.last?.upperBound ?? 0)
    var places = [Int32](repeating: -1, count: bucketCount)
    for (index, (bucket, list)) in lists.enumerated() {
      let rarity = logf(total / Float(list.count + 1)) + 1
      loudness.append(rarity * rarity)
      for event in list {
        members.append(UInt16(numbers[event]))
        lengths[numbers[event]] += rarity * rarity
      }
      starts.append(Int32(members.count))
      places[Int(bucket)] = Int32(index)
    }
    buckets = lists.map(\.0)
    self.starts = starts
    self.members = members
    self.loudness = loudness
    self.places = places
    scale = lengths.map { $0 > 0 ? 1 / $0.squareRoot() : 0 }
  }

  private static func ranges(_ runs: [Run]) -> [Range<Int>] {
    var next = 0
    return runs.map { run in
      let first = next
      next += (run.count + lanes - 1) / lanes * lanes
      return first..<next
    }
  }

  /// The numbers that events have in memory, by their numbers in all runs.
  private static func numbers(_ runs: [Run], in ranges: [Range<Int>]) -> [Int] {
    zip(runs, ranges).flatMap { run, range in range.prefix(run.count) }
  }

  /// The lists of all buckets, by the numbers that events have in all runs.
  var lists: [(UInt32, [Int])] {
    var back = [Int](repeating: 0, count: scale.count)
    for (event, number) in Self.numbers(runs, in: ranges).enumerated() { back[number] = event }
    return buckets.indices.map { index in
      (buckets[index], members[range(index)].map { back[Int($0)] })
    }
  }

  /// Whether an event is among those of a bucket.
  private func has(_ index: Int, _ event: UInt16) -> Bool {
    SortedSets.contains(members[range(index)], event)
  }

  private func range(_ index: Int) -> Range<Int> { Int(starts[index])..<Int(starts[index + 1]) }

  /// Shows what the memory says of one event after the other; it keeps its room from one to the next.
  struct Reader {
    private let memory: CategoryMemory
    /// By number of an event, what it has in common with the one asked about.
    private var common: [Float]

    init(_ memory: CategoryMemory) {
      self.memory = memory
      common = Array(repeating: 0, count: memory.scale.count)
    }

    /// What remembered events say of one with these keys.
    /// - Returns: by category its share, together 1; nil where none has anything in common with it.
    mutating func shares(of keys: some Sequence<UInt32>, categories: Int) -> [Float]? {
      for index in common.indices { common[index] = 0 }
      let memory = memory
      let members = memory.members.span
      var span = common.mutableSpan
      for bucket in keys {
        let place = Int(memory.places[Int(bucket)])
        guard place >= 0 else { continue }
        Self.add(memory.loudness[place], to: memory.range(place), of: members, &span)
      }
      var shares = [Float](repeating: 0, count: categories)
      for (run, range) in zip(memory.runs, memory.ranges) {
        shares[run.category] += run.weight * fifthPowers(range)
      }
      let total = shares.reduce(0, +)
      guard total > 0 else { return nil }
      for category in shares.indices { shares[category] /= total }
      return shares
    }

    /// Adds to what some members have in common with the one asked about.
    private static func add(
      _ loudness: Float, to range: Range<Int>, of members: borrowing Span<UInt16>,
      _ common: inout MutableSpan<Float>
    ) {
      for position in range {
        // All members are numbers of events, and all of those have their place in common.
        unsafe common[unchecked: Int(members[unchecked: position])] += loudness
      }
    }

    /// The sum of the fifth powers of likenesses, each but for the length of the one asked about, by
    /// which all are divided alike.
    private func fifthPowers(_ range: Range<Int>) -> Float {
      var sum = SIMD8<Float>.zero
      for first in stride(from: range.lowerBound, to: range.upperBound, by: CategoryMemory.lanes) {
        let likeness = common.span.eight(at: first) * memory.scale.span.eight(at: first)
        let square = likeness * likeness
        sum += square * square * likeness
      }
      return sum.sum()
    }

    /// Which of the keys last asked about the event most like them has, of those of a category: the
    /// loudest ones, so many at the most, the loudest first.
    func shared(_ keys: [UInt32], category: Int, limit: Int) -> [Int] {
      var best: (number: Int, likeness: Float)?
      for (run, range) in zip(memory.runs, memory.ranges) where run.category == category {
        for number in range {
          let likeness = common[number] * memory.scale[number]
          if likeness > best?.likeness ?? 0 { best = (number, likeness) }
        }
      }
      guard let best else { return [] }
      var found: [(index: Int, loudness: Float)] = []
      for (index, bucket) in keys.enumerated() {
        let place = Int(memory.places[Int(bucket)])
        guard place >= 0 else { continue }
        let loudness = memory.loudness[place]
        guard found.count < limit || loudness > found[limit - 1].loudness,
          memory.has(place, UInt16(best.number))
        else { continue }
        let rank = found.firstIndex { $0.loudness < loudness } ?? found.count
        found.insert((index, loudness), at: rank)
        if found.count > limit { found.removeLast() }
      }
      return found.map(\.index)
    }
  }
}

extension Span<Float> {
  /// Eight neighbors, the first at the index.
  @inline(__always)
  fileprivate func eight(at index: Int) -> SIMD8<Float> {
    unsafe bytes.unsafeLoadUnaligned(
      fromByteOffset: index &* MemoryLayout<Float>.stride, as: SIMD8<Float>.self)
  }
}
