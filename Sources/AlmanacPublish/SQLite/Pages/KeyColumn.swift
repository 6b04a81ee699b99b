/// The values of a column row by row, each value kept once: what indexes sort by, and what they hold.
///
/// A class, for a copy of it costs more than the value that is asked for.
final class KeyColumn {
  private enum Value {
    case empty
    case whole(Int64)
    case number(Double)
    case text(String)
  }

  /// By the row, the position of its value.
  private var rows: [Int32] = []
  private var values: [Value] = []
  private var encoded = RecordValues()
  private var wholes: [Int64: Int32] = [:]
  private var numbers: [Double: Int32] = [:]
  private var texts = KnownTexts()
  private var empty: Int32?

  var count: Int { rows.count }

  /// Takes the value of the next row.
  func add(_ value: PackedValue) {
    let known = values.count
    switch value {
    case .empty:
      if empty == nil { values.append(.empty) }
      empty = empty ?? Int32(known)
      rows.append(empty ?? 0)
    case .whole(let number):
      rows.append(Self.number(of: number, in: &wholes, .whole(number), &values))
    case .number(let number):
      rows.append(Self.number(of: number, in: &numbers, .number(number), &values))
    case .words(let bytes):
      let number = texts.number(of: bytes, else: Int32(known))
      if number == known { values.append(.text(String(decoding: bytes, as: UTF8.self))) }
      rows.append(number)
    }
    if values.count > known { encoded.append(value) }
  }

  private static func number<Key: Hashable>(
    of key: Key, in known: inout [Key: Int32], _ value: Value, _ values: inout [Value]
  ) -> Int32 {
    if let number = known[key] { return number }
    let number = Int32(values.count)
    known[key] = number
    values.append(value)
    return number
  }

  func isEmpty(_ row: Int32) -> Bool { rows[Int(row)] == empty }

  /// Adds the value of a row to an entry of an index.
  func add(_ row: Int32, to record: inout RecordWriter) {
    record.add(Int(rows[Int(row)]), of: encoded)
  }

  /// Sorts rows by their values; those of the same value stay as they are.
  func sorted(_ order: [Int32]) -> [Int32] {
    let ranks = ranks()
    var starts = [Int32](repeating: 0, count: values.count + 1)
    for row in order { starts[Int(ranks[Int(rows[Int(row)])]) + 1] += 1 }
    for rank in 1..<starts.count { starts[rank] += starts[rank - 1] }
    var sorted = [Int32](repeating: 0, count: order.count)
    for row in order {
      let rank = Int(ranks[Int(rows[Int(row)])])
      sorted[Int(starts[rank])] = row
      starts[rank] += 1
    }
    return sorted
  }

  /// By the position of a value, its place in the order of SQLite.
  private func ranks() -> [Int32] {
    var ranks = [Int32](repeating: 0, count: values.count)
    let sorted = values.indices.sorted { Self.precedes(values[$0], values[$1]) }
    for (rank, position) in sorted.enumerated() { ranks[position] = Int32(rank) }
    return ranks
  }

  private static func precedes(_ one: Value, _ other: Value) -> Bool {
    switch (one, other) {
    case (.whole(let one), .whole(let other)): one < other
    case (.number(let one), .number(let other)): one < other
    case (.text(let one), .text(let other)): one.precedes(other)
    case (.empty, .empty): false
    case (.empty, _), (.whole, .number), (.whole, .text), (.number, .text): true
    default: false
    }
  }
}

/// Texts with a number each, found by their bytes: those that mean the same are two.
private struct KnownTexts {
  private var texts = TextList()
  private var numbers: [Int32] = []
  /// Positions among the texts, where their hashes say or behind; -1 where there is none. A power of
  /// two, half of them at most taken.
  private var slots = [Int32](repeating: -1, count: 64)
  /// The position of the text that was asked for last: often it is the next one's.
  private var last = 0

  /// - Parameter new: The number of a text that is not known.
  mutating func number(of text: UnsafeRawBufferPointer, else new: Int32) -> Int32 {
    if last < numbers.count, isText(last, text) { return numbers[last] }
    var slot = firstSlot(of: text)
    while slots[slot] >= 0 {
      last = Int(slots[slot])
      if isText(last, text) { return numbers[last] }
      slot = (slot + 1) & (slots.count - 1)
    }
    last = numbers.count
    slots[slot] = Int32(last)
    texts.add(text)
    numbers.append(new)
    if numbers.count * 2 > slots.count { grow() }
    return new
  }

  private func isText(_ position: Int, _ text: UnsafeRawBufferPointer) -> Bool {
    texts.lend(position) { $0.holdsSame(as: text) }
  }

  private func firstSlot(of text: UnsafeRawBufferPointer) -> Int {
    var hasher = Hasher()
    hasher.combine(bytes: text)
    return hasher.finalize() & (slots.count - 1)
  }

  private mutating func grow() {
    slots = [Int32](repeating: -1, count: slots.count * 2)
    for position in numbers.indices {
      var slot = texts.lend(position) { firstSlot(of: $0) }
      while slots[slot] >= 0 { slot = (slot + 1) & (slots.count - 1) }
      slots[slot] = Int32(position)
    }
  }
}
