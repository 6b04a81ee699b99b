/// A dictionary from hashes to values that is written once and read often.
///
/// The keys are hashes already, so that hashing them again would be wasted, and no adversary chooses
/// them: a gazetteer is the operator's. Open addressing with linear probing, at most half full.
struct IntegerTable<Value: Sendable>: Sendable {
  private struct Cell {
    var key: UInt64 = 0
    /// In `values`, plus one; 0 is empty.
    var number: Int32 = 0
  }

  private var cells: [Cell] = []
  private(set) var values: [Value] = []
  private var shift: UInt64 = 64

  init() {}

  var count: Int { values.count }

  @inline(__always) subscript(key: UInt64) -> Value? {
    guard let position = position(of: key) else { return nil }
    return values[position]
  }

  /// Where in `values` the key's value is.
  @inline(__always) func position(of key: UInt64) -> Int? {
    guard !cells.isEmpty else { return nil }
    let mask = cells.count - 1
    var position = start(of: key)
    while true {
      let cell = cells[position]
      if cell.number == 0 { return nil }
      if cell.key == key { return Int(cell.number) - 1 }
      position = (position &+ 1) & mask
    }
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

  /// Gives each key with the position of its value.
  func visit(_ body: (UInt64, Int) -> Void) {
    for cell in cells where cell.number != 0 { body(cell.key, Int(cell.number) - 1) }
  }

  mutating func updateAll(_ change: (inout Value) -> Void) {
    for position in values.indices { change(&values[position]) }
  }

  mutating func set(_ key: UInt64, _ value: Value) {
    if let position = position(of: key) { values[position] = value } else { insert(key, value) }
  }

  private mutating func insert(_ key: UInt64, _ value: Value) {
    if (values.count + 1) * 2 > cells.count { grow() }
    values.append(value)
    place(Cell(key: key, number: Int32(values.count)))
  }

  private mutating func grow() {
    let capacity = max(16, cells.count * 2)
    shift = UInt64(capacity.leadingZeroBitCount + 1)
    let old = cells
    cells = Array(repeating: Cell(), count: capacity)
    for cell in old where cell.number != 0 { place(cell) }
  }

  private mutating func place(_ cell: Cell) {
    let mask = cells.count - 1
    var position = start(of: cell.key)
    while cells[position].number != 0 { position = (position + 1) & mask }
    cells[position] = cell
  }

  /// The high bits after a multiplication (Knuth's): the low ones of an edge are word numbers.
  private func start(of key: UInt64) -> Int {
    Int(truncatingIfNeeded: ((key ^ (key >> 32)) &* 0x9e37_79b9_7f4a_7c15) &>> shift)
  }
}
