/// A dictionary from hashes to values that is written once and read often.
///
/// The keys are hashes already, so that hashing them again would be wasted, and no adversary chooses
/// them: a gazetteer is the operator's. Open addressing with linear probing, at most half full.
struct IntegerTable<Value: Sendable>: Sendable {
  private var keys: [UInt64] = []
  /// Positions in `values`, plus one; 0 is empty.
  private var slots: [Int32] = []
  private(set) var values: [Value] = []
  private var keyOfValue: [UInt64] = []
  private var shift: UInt64 = 64

  init() {}

  var count: Int { values.count }

  subscript(key: UInt64) -> Value? {
    guard let position = position(of: key) else { return nil }
    return values[position]
  }

  /// Where in `values` the key's value is.
  func position(of key: UInt64) -> Int? {
    guard !slots.isEmpty else { return nil }
    let mask = slots.count - 1
    var slot = start(of: key)
    while slots[slot] != 0 {
      if keys[slot] == key { return Int(slots[slot]) - 1 }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Sets the key's value, if there is one, to what `change` makes of it.
  mutating func update(
    _ key: UInt64, default initial: @autoclosure () -> Value,
    _ change: (inout Value) -> Void
  ) {
    if let position = position(of: key) {
      change(&values[position])
      return
    }
    var value = initial()
    change(&value)
    insert(key, value)
  }

  mutating func set(_ key: UInt64, _ value: Value) {
    if let position = position(of: key) { values[position] = value } else { insert(key, value) }
  }

  private mutating func insert(_ key: UInt64, _ value: Value) {
    if (values.count + 1) * 2 > slots.count { grow() }
    values.append(value)
    keyOfValue.append(key)
    place(key, Int32(values.count))
  }

  private mutating func grow() {
    let capacity = max(16, slots.count * 2)
    shift = UInt64(capacity.leadingZeroBitCount + 1)
    keys = Array(repeating: 0, count: capacity)
    slots = Array(repeating: 0, count: capacity)
    for (position, key) in keyOfValue.enumerated() { place(key, Int32(position + 1)) }
  }

  private mutating func place(_ key: UInt64, _ number: Int32) {
    let mask = slots.count - 1
    var slot = start(of: key)
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    keys[slot] = key
    slots[slot] = number
  }

  /// The high bits after a multiplication (Knuth's): the low ones of an edge are word numbers.
  private func start(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: ((key ^ (key >> 32)) &* 0x9e37_79b9_7f4a_7c15) >> shift)
  }
}
