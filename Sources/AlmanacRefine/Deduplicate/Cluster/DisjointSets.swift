/// Union-find over the indices 0 ..< count, with the members of each set at hand.
struct DisjointSets: Sendable {
  private var parents: [Int32]
  /// The members of a set as a ring: a million sets of one must not cost an array each.
  private var next: [Int32]

  init(count: Int) {
    parents = (0..<Int32(count)).map { $0 }
    next = parents
  }

  mutating func root(of index: Int) -> Int {
    var root = index
    while parents[root] != Int32(root) { root = Int(parents[root]) }
    var step = index
    while parents[step] != Int32(root) {
      (parents[step], step) = (Int32(root), Int(parents[step]))
    }
    return root
  }

  func isAlone(_ index: Int) -> Bool { next[index] == Int32(index) }

  /// In ascending order.
  func members(of index: Int) -> [Int] {
    var members = [index]
    var step = Int(next[index])
    while step != index {
      members.append(step)
      step = Int(next[step])
    }
    return members.sorted()
  }

  /// The lower root stays, so that the result does not depend on the order of the arguments.
  mutating func unite(_ left: Int, _ right: Int) {
    let (first, second) = (root(of: left), root(of: right))
    guard first != second else { return }
    parents[max(first, second)] = Int32(min(first, second))
    next.swapAt(first, second)
  }

  /// All sets, ordered by their lowest members.
  var sets: [[Int]] {
    // The lowest member is its set's root.
    parents.indices.filter { parents[$0] == Int32($0) }.map { isAlone($0) ? [$0] : members(of: $0) }
  }
}
