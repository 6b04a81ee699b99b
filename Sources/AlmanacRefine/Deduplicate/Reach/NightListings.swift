import AlmanacModel

/// Tonight's listings beside those of an outline of the night before.
struct NightListings: Sendable {
  /// Of tonight's listings that may be published, in their order; all different.
  private(set) var ids: [String]
  private(set) var hashes: [UInt64]
  /// By listing of tonight: its place in the outline; -1 for one that was not there.
  private(set) var before: [Int32] = []
  /// By listing of tonight: whether it must be read.
  private(set) var isFresh: [Bool] = []
  /// Places in the outline of listings that are not there any more.
  private(set) var gone: [Int] = []

  /// nil where the outline is not of the listings that there were before the changes.
  ///
  /// - Parameters:
  ///   - ids: In the order of their bytes.
  ///   - outline: Of the night before.
  ///   - changed: Hashes of the ids of listings that are others or gone.
  init?(_ ids: [String], _ outline: CampusOutline, changed: HashNumbers) {
    // By the order of all texts, as the whole of them is sorted.
    guard zip(ids, ids.dropFirst()).allSatisfy({ $0 < $1 }) else { return nil }
    self.ids = ids
    hashes = ids.map { StableHash($0).value }
    isFresh = hashes.map { changed.contains($0) }
    let present = HashNumbers(zip(hashes, isFresh).filter(\.1).map(\.0))
    before.reserveCapacity(ids.count)
    var place = 0
    for (listing, hash) in hashes.enumerated() {
      while place < outline.ids.count, outline.ids[place] != hash,
        changed.contains(outline.ids[place]), !present.contains(outline.ids[place])
      {
        gone.append(place)
        place += 1
      }
      if place < outline.ids.count, outline.ids[place] == hash {
        before.append(Int32(place))
        place += 1
      } else {
        before.append(-1)
        isFresh[listing] = true
      }
    }
    for rest in place..<outline.ids.count {
      guard changed.contains(outline.ids[rest]), !present.contains(outline.ids[rest]) else {
        return nil
      }
      gone.append(rest)
    }
  }

  /// Says of listings of the outline that they must be read.
  mutating func refresh(_ places: Set<Int32>) {
    guard !places.isEmpty else { return }
    for listing in ids.indices where places.contains(before[listing]) { isFresh[listing] = true }
  }

  /// Leaves out those that must be read, but may not be published; false where one of them was before.
  ///
  /// - Parameter read: Ids of those that were read and may be.
  mutating func keep(read: Set<String>) -> Bool {
    let left = Set(ids.indices.filter { isFresh[$0] && !read.contains(ids[$0]) })
    guard !left.isEmpty else { return true }
    guard left.allSatisfy({ before[$0] < 0 }) else { return false }
    func staying<Value>(_ values: [Value]) -> [Value] {
      values.indices.filter { !left.contains($0) }.map { values[$0] }
    }
    ids = staying(ids)
    hashes = staying(hashes)
    before = staying(before)
    isFresh = staying(isFresh)
    return true
  }

  var freshIDs: [String] { ids.indices.filter { isFresh[$0] }.map { ids[$0] } }
}
