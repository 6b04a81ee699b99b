/// What the blocks in which something changed make of tonight's pairs: see `CandidatePairs`.
struct BlockChanges: Sendable {
  /// Two statements of tonight, the lower number first.
  struct Pair: Hashable, Sendable, Comparable {
    let first: Int32
    let second: Int32

    init(_ left: Int32, _ right: Int32) {
      first = min(left, right)
      second = max(left, right)
    }

    static func < (left: Pair, right: Pair) -> Bool {
      (left.first, left.second) < (right.first, right.second)
    }
  }

  /// To be compared, in order: those of fresh statements, and those that were not compared the night
  /// before.
  let compared: [Pair]
  /// Pairs of statements of before whose results do not hold, or are found anew.
  let dropped: Set<Pair>
  /// In ascending order of keys.
  let largeBlocks: [CandidatePairs.LargeBlock]

  /// - Parameters:
  ///   - kept: What the pairs of the night before came to.
  ///   - prints: Of tonight's statements.
  init(
    _ statements: NightStatements, _ outline: CampusOutline, _ fresh: FreshStatements,
    _ kept: KeptComparisons, prints: [UInt64]
  ) {
    let starts = Starts(statements, outline, fresh)
    var blocks = Blocks(statements, outline, fresh)
    var compared: Set<Pair> = []
    var parted: Set<Pair> = []
    var large: [CandidatePairs.LargeBlock] = []
    for number in blocks.former.indices {
      let (old, new) = (blocks.former[number], blocks.present[number])
      Self.compare(new, wasLarge: old.count > CandidatePairs.largestBlock, statements, starts) {
        compared.insert($0)
      }
      Self.comparePlain(old, new, statements, starts, &compared, &parted)
      guard new.count > CandidatePairs.largestBlock else { continue }
      let hash = starts.sorted(new).reduce(1) { PhraseHash.step($0, prints[Int($1)]) }
      large.append(CandidatePairs.LargeBlock(key: blocks.keys[number], members: hash))
    }
    largeBlocks =
      (kept.largeBlocks.filter { !blocks.contains($0.key) } + large).sorted { $0.key < $1.key }
    parted.subtract(compared)
    let lost = Self.known(parted, kept, statements)
    var dropped = compared.filter {
      !statements.isFresh($0.first) && !statements.isFresh($0.second)
    }
    if !lost.isEmpty {
      blocks.add(lost.flatMap { Self.commonKeys($0, statements, outline) }, statements, outline)
      for pair in lost {
        let isCompared = Self.commonKeys(pair, statements, outline).contains { key in
          blocks.present(key).map { starts.compares(pair, in: $0) } ?? false
        }
        if !isCompared { dropped.insert(pair) }
      }
    }
    self.compared = compared.sorted()
    self.dropped = dropped
  }

  /// Tells of the pairs of a block that have a fresh statement; of one that was too large and is not any
  /// more, of all.
  private static func compare(
    _ block: [Int32], wasLarge: Bool, _ statements: NightStatements, _ starts: Starts,
    _ found: (Pair) -> Void
  ) {
    let isLarge = block.count > CandidatePairs.largestBlock
    for run in isLarge ? starts.runs(of: block) : [block] {
      let isAll = wasLarge && !isLarge
      guard isAll || run.contains(where: statements.isFresh) else { continue }
      let reach = isLarge ? CandidatePairs.farthestNeighbor : run.count
      for second in 0..<min(run.count, reach) {
        for first in 0..<second where run[first] != run[second] {
          guard
            isAll || statements.isFresh(run[first]) || statements.isFresh(run[second])
          else { continue }
          found(Pair(run[first], run[second]))
        }
      }
    }
  }

  /// Finds the pairs of a large block that are compared now or were before, but not both, and have no
  /// fresh statement.
  private static func comparePlain(
    _ old: [Int32], _ new: [Int32], _ statements: NightStatements, _ starts: Starts,
    _ compared: inout Set<Pair>, _ parted: inout Set<Pair>
  ) {
    let most = CandidatePairs.largestBlock
    let (wasLarge, isLarge) = (old.count > most, new.count > most)
    guard isLarge else { return }
    // The statements of before, by tonight's numbers; of those that are gone the complements of theirs.
    let former = old.map { statements.numbers[Int($0)] < 0 ? ~$0 : statements.numbers[Int($0)] }
    let farthest = CandidatePairs.farthestNeighbor
    guard wasLarge else {
      let after = starts.runs(of: new).map { pairs(of: $0, farthest, statements) }
      parted.formUnion(
        after.reduce(into: pairs(of: former, former.count, statements)) { $0.subtract($1) })
      return
    }
    let runsBefore = Starts.runs(of: former, at: old.map { starts.outline.starts[Int($0)] })
    for (start, after) in Starts.runs(of: new, at: new.map(starts.start)) {
      let before = runsBefore[start] ?? []
      guard before != after, max(before.count, after.count) > farthest else { continue }
      let left = pairs(of: before, farthest, statements)
      let right = pairs(of: after, farthest, statements)
      parted.formUnion(left.subtracting(right))
      compared.formUnion(right.subtracting(left))
    }
  }

  /// Pairs of statements that are neither fresh nor gone.
  private static func pairs(
    of run: [Int32], _ reach: Int, _ statements: NightStatements
  ) -> Set<Pair> {
    var found: Set<Pair> = []
    for second in 0..<min(run.count, reach)
    where run[second] >= 0 && !statements.isFresh(run[second]) {
      for first in 0..<second
      where run[first] >= 0 && run[first] != run[second] && !statements.isFresh(run[first]) {
        found.insert(Pair(run[first], run[second]))
      }
    }
    return found
  }

  /// Those of these pairs of which something is kept.
  private static func known(
    _ pairs: Set<Pair>, _ kept: KeptComparisons, _ statements: NightStatements
  ) -> Set<Pair> {
    guard !pairs.isEmpty else { return [] }
    var known: Set<Pair> = []
    func look(_ first: Int32, _ second: Int32) {
      let (first, second) = (statements.numbers[Int(first)], statements.numbers[Int(second)])
      guard first >= 0, second >= 0 else { return }
      if pairs.contains(Pair(first, second)) { known.insert(Pair(first, second)) }
    }
    for pair in kept.open { look(pair.first, pair.second) }
    for pair in kept.rivals { look(pair.first, pair.second) }
    return known
  }

  /// Of two that are not fresh.
  private static func commonKeys(
    _ pair: Pair, _ statements: NightStatements, _ outline: CampusOutline
  ) -> [UInt64] {
    let first = outline.keys(of: Int(statements.origins[Int(pair.first)]))
    return first.filter(outline.keys(of: Int(statements.origins[Int(pair.second)])).contains)
  }
}

/// When tonight's statements start, on clocks that all sources share.
private struct Starts {
  let statements: NightStatements
  let outline: CampusOutline
  let fresh: FreshStatements

  init(_ statements: NightStatements, _ outline: CampusOutline, _ fresh: FreshStatements) {
    self.statements = statements
    self.outline = outline
    self.fresh = fresh
  }

  func start(of statement: Int32) -> Int64 {
    let origin = statements.origins[Int(statement)]
    return origin < 0
      ? fresh.table.candidates[Int(~origin)].moment.start : outline.starts[Int(origin)]
  }

  func sorted(_ block: [Int32]) -> [Int32] {
    block.map { (start(of: $0), $0) }.sorted { $0 < $1 }.map(\.1)
  }

  /// Those of one start together, each in order of the numbers.
  func runs(of block: [Int32]) -> [[Int32]] {
    Array(Self.runs(of: block, at: block.map(start)).values)
  }

  /// By start, each in the block's order.
  static func runs(of block: [Int32], at starts: [Int64]) -> [Int64: [Int32]] {
    Dictionary(grouping: block.indices) { starts[$0] }.mapValues { $0.map { block[$0] } }
  }

  /// Whether two statements are compared for standing in a block.
  func compares(_ pair: BlockChanges.Pair, in block: [Int32]) -> Bool {
    guard block.count > CandidatePairs.largestBlock else { return true }
    guard start(of: pair.first) == start(of: pair.second) else { return false }
    let run = block.filter { start(of: $0) == start(of: pair.first) }
    return run.prefix(CandidatePairs.farthestNeighbor).contains(pair.second)
  }
}

/// The members of some blocks, before and now.
private struct Blocks {
  private var numbers = HashNumbers(capacity: 1_024)
  private(set) var keys: [UInt64] = []
  /// Statements of the outline, ascending; one that has a key twice stands there twice.
  private(set) var former: [[Int32]] = []
  /// Likewise of tonight.
  private(set) var present: [[Int32]] = []

  /// Those in which something changed.
  init(_ statements: NightStatements, _ outline: CampusOutline, _ fresh: FreshStatements) {
    for key in fresh.keys { note(key) }
    for (statement, number) in statements.numbers.enumerated() where number < 0 {
      for key in outline.keys(of: statement) { note(key) }
    }
    fill(from: 0, statements, outline)
    for (candidate, number) in statements.freshNumbers.enumerated() {
      for key in fresh.keys(of: candidate) {
        present[Int(numbers.number(of: key))].append(number)
      }
    }
    for block in present.indices { present[block].sort() }
  }

  func contains(_ key: UInt64) -> Bool { numbers.contains(key) }

  func present(_ key: UInt64) -> [Int32]? {
    let number = numbers.number(of: key)
    return number < 0 ? nil : present[Int(number)]
  }

  /// Adds blocks in which nothing changed.
  mutating func add(
    _ others: [UInt64], _ statements: NightStatements, _ outline: CampusOutline
  ) {
    let first = keys.count
    for key in others { note(key) }
    if keys.count > first { fill(from: first, statements, outline) }
  }

  private mutating func note(_ key: UInt64) {
    guard numbers.number(of: key, else: Int32(keys.count)) == Int32(keys.count) else { return }
    keys.append(key)
    former.append([])
    present.append([])
  }

  /// Looks for the members of blocks from a number on.
  private mutating func fill(
    from first: Int, _ statements: NightStatements, _ outline: CampusOutline
  ) {
    // Most keys are of none of them, which a bit tells.
    var bits = [UInt64](repeating: 0, count: 1 << 14)
    for key in keys[first...] { bits[Int(key >> 50)] |= 1 << (key >> 44 & 63) }
    for statement in 0..<outline.statementCount {
      for key in outline.keys(of: statement)
      where bits[Int(key >> 50)] & (1 << (key >> 44 & 63)) != 0 {
        let number = Int(numbers.number(of: key))
        guard number >= first else { continue }
        former[number].append(Int32(statement))
        let tonight = statements.numbers[statement]
        if tonight >= 0 { present[number].append(tonight) }
      }
    }
  }
}
