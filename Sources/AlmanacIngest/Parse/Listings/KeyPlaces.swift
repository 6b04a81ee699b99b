/// Which listing has a key.
///
/// As a dictionary, but each key is hashed once for looking it up and putting it in, and never again
/// when the table grows.
struct KeyPlaces {
  /// A key's place in the table, as far as that is known.
  struct Finding {
    fileprivate let hash: UInt32
    /// Of the key among all; nil where it is not there.
    fileprivate let position: Int?
    /// The listing that has the key.
    let index: Int?
  }

  private var keys: [String] = []
  private var indices: [Int] = []
  private var hashes: [UInt32] = []
  /// Positions of keys, one more each, from that of their hash on; 0 for none.
  private var slots = [UInt32](repeating: 0, count: 16)

  init(expecting expected: Int = 0) {
    keys.reserveCapacity(expected)
    indices.reserveCapacity(expected)
    hashes.reserveCapacity(expected)
    while slots.count < 2 * expected { grow() }
  }

  subscript(key: String) -> Int? { find(key).index }

  func find(_ key: String) -> Finding {
    let hash = UInt32(truncatingIfNeeded: key.hashValue)
    var slot = Int(hash) & (slots.count - 1)
    while slots[slot] != 0 {
      let position = Int(slots[slot]) - 1
      if hashes[position] == hash, keys[position] == key {
        return Finding(hash: hash, position: position, index: indices[position])
      }
      slot = (slot + 1) & (slots.count - 1)
    }
    return Finding(hash: hash, position: nil, index: nil)
  }

  /// Says that a listing has a key.
  ///
  /// - Parameter found: what was found of the key, since when none was put in.
  mutating func put(_ key: String, at index: Int, where found: Finding) {
    if let position = found.position {
      indices[position] = index
      return
    }
    keys.append(key)
    indices.append(index)
    hashes.append(found.hash)
    if 2 * keys.count > slots.count { grow() } else { enter(keys.count - 1) }
  }

  mutating func put(_ key: String, at index: Int) { put(key, at: index, where: find(key)) }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: 2 * slots.count)
    for position in keys.indices { enter(position) }
  }

  private mutating func enter(_ position: Int) {
    var slot = Int(hashes[position]) & (slots.count - 1)
    while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
    slots[slot] = UInt32(position + 1)
  }
}
