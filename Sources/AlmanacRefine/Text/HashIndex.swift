/// Maps stable hashes to numbers, by open addressing in one array.
///
/// The hashes are mixed already. A `Dictionary` mixes them again and takes several times as long,
/// and there are ten million lookups of words.
struct HashIndex: Sendable {
  private struct Slot: Sendable {
    var hash: UInt64
    /// -1 for an empty slot.
    var number: Int32
  }

  private var slots: [Slot]
  /// 64 minus the number of bits of a slot number.
  private var shift: UInt64
  private(set) var count = 0

  init(capacity: Int = 8) {
    var bits = 4
    while 1 << bits < capacity * 2 { bits += 1 }
    slots = Self.empty(bits)
    shift = UInt64(64 - bits)
  }

  /// Creates a set. The numbers of its members are their positions.
  init(_ hashes: some Sequence<UInt64>) {
    self.init()
    for (place, hash) in hashes.enumerated() { _ = number(of: hash, else: Int32(place)) }
  }

  func contains(_ hash: UInt64) -> Bool { number(of: hash) >= 0 }

  /// The number of a hash; -1 for an unknown one.
  func number(of hash: UInt64) -> Int32 { slots[slot(of: hash)].number }

  /// The number of a hash. If it has none, it gets `new`, which must not be negative.
  mutating func number(of hash: UInt64, else new: @autoclosure () -> Int32) -> Int32 {
    let slot = slot(of: hash)
    guard slots[slot].number < 0 else { return slots[slot].number }
    let number = new()
    slots[slot] = Slot(hash: hash, number: number)
    count += 1
    if count * 2 > slots.count { grow() }
    return number
  }

  private static func empty(_ bits: Int) -> [Slot] {
    [Slot](repeating: Slot(hash: 0, number: -1), count: 1 << bits)
  }

  /// The slot of the hash, or its free slot.
  private func slot(of hash: UInt64) -> Int {
    var slot = Int((hash &* 0x9e37_79b9_7f4a_7c15) >> shift)
    while slots[slot].number >= 0, slots[slot].hash != hash {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private mutating func grow() {
    let old = slots
    shift -= 1
    slots = Self.empty(Int(64 - shift))
    for entry in old where entry.number >= 0 { slots[slot(of: entry.hash)] = entry }
  }
}
