/// Union-find over the indices 0 ..< count, with the members of each set at hand.
struct DisjointSets: Sendable {
  private var parents: [Int]
  private var members: [[Int]]

  init(count: Int) {
    parents = Array(0..<count)
    members = (0..<count).map { [$0] }
  }

  mutating func root(of index: Int) -> Int {
    var root = index
    while parents[root] != root { root = parents[root] }
    var step = index
    while parents[step] != root { (parents[step], step) = (root, parents[step]) }
    return root
  }

  /// In ascending order.
  mutating func members(of index: Int) -> [Int] { members[root(of: index)] }

  /// The lower root stays, so that the result does not depend on the order of the arguments.
  mutating func unite(_ left: Int, _ right: Int) {
    let (first, second) = (root(of: left), root(of: right))
    guard first != second else { return }
    let (kept, gone) = (min(first, second), max(first, second))
    parents[gone] = kept
    members[kept] = (members[kept] + members[gone]).sorted()
    members[gone] = []
  }

  /// All sets, ordered by their lowest members.
  var sets: [[Int]] { members.filter { !$0.isEmpty } }
}
