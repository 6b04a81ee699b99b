/// Which listings may have a key: those whose keys have its hash.
///
/// Listings know their keys themselves; here are eight bytes for each of them, whatever their keys are,
/// and at least as many that are free.
struct KeyPlaces {
  /// What is looked for, and how far that has come.
  struct Search {
    fileprivate let hash: UInt32
    fileprivate var slot: Int
  }

  /// Of each listing its hash in the upper half and its index, one more, in the lower; 0 for none.
  private var slots: [UInt64]
  private var count = 0

  init(expecting expected: Int = 0) {
    var room = 16
    while room < 2 * expected { room *= 2 }
    slots = [UInt64](repeating: 0, count: room)
  }

  func search(_ key: String) -> Search {
    let hash = UInt32(truncatingIfNeeded: key.hashValue)
    return Search(hash: hash, slot: slot(of: hash))
  }

  /// The next listing that may have the key; nil where none is left.
  func next(_ search: inout Search) -> Int? {
    while slots[search.slot] != 0 {
      let entry = slots[search.slot]
      search.slot = slot(behind: search.slot)
      if Self.hash(entry) == search.hash { return Int(UInt32(truncatingIfNeeded: entry)) - 1 }
    }
    return nil
  }

  /// Says that a listing has the key that was looked for.
  mutating func put(_ search: Search, at index: Int) {
    count += 1
    if 2 * count > slots.count { grow() }
    enter(UInt64(search.hash) << 32 | UInt64(index + 1))
  }

  private mutating func grow() {
    let former = slots
    slots = [UInt64](repeating: 0, count: 2 * former.count)
    for entry in former where entry != 0 { enter(entry) }
  }

  private mutating func enter(_ entry: UInt64) {
    var slot = slot(of: Self.hash(entry))
    while slots[slot] != 0 { slot = self.slot(behind: slot) }
    slots[slot] = entry
  }

  private static func hash(_ entry: UInt64) -> UInt32 { UInt32(truncatingIfNeeded: entry >> 32) }

  private func slot(of hash: UInt32) -> Int { Int(hash) & (slots.count - 1) }

  private func slot(behind slot: Int) -> Int { (slot + 1) & (slots.count - 1) }
}
