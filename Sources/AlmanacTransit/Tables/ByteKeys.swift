/// Numbers byte strings in the order of their first appearance.
///
/// An open-addressing hash table (FNV-1a) over one buffer. A feed looks up a million ids, and making a
/// `String` for each takes longer than reading the tables.
struct ByteKeys: Sendable {
  /// Numbers of keys by hash; -1: free. The count is a power of two.
  private var slots: [Int32] = Array(repeating: -1, count: 64)
  /// The end of each key in `buffer`, after a first 0.
  private var ends: [Int32] = [0]
  private var buffer: [UInt8] = []
  /// Random, so that no feed can contain ids that all collide.
  private let seed = UInt64.random(in: .min ... .max)

  /// Number of keys.
  var count: Int { ends.count - 1 }

  /// The number of a key, or nil if it is unknown. Expected O(length).
  func find(_ bytes: [UInt8], _ range: Range<Int>) -> Int? {
    let slot = slots[slot(of: bytes, range)]
    return slot < 0 ? nil : Int(slot)
  }

  /// The number of a key, and whether this call added it. Expected O(length).
  mutating func insert(_ bytes: [UInt8], _ range: Range<Int>) -> (number: Int, isNew: Bool) {
    let place = slot(of: bytes, range)
    if slots[place] >= 0 { return (Int(slots[place]), false) }
    let number = count
    slots[place] = Int32(number)
    buffer.append(contentsOf: bytes[range])
    ends.append(Int32(buffer.count))
    if count * 2 > slots.count { grow() }
    return (number, true)
  }

  /// The key as text; ill-formed UTF-8 is repaired.
  subscript(number: Int) -> String {
    String(decoding: buffer[Int(ends[number])..<Int(ends[number + 1])], as: UTF8.self)
  }

  /// The slot of a key, or the free slot for it (linear probing).
  private func slot(of bytes: [UInt8], _ range: Range<Int>) -> Int {
    let mask = slots.count - 1
    var place = hash(bytes, range) & mask
    while slots[place] >= 0, !isKey(Int(slots[place]), bytes, range) { place = (place + 1) & mask }
    return place
  }

  /// Whether the key of this number has these bytes.
  func isKey(_ number: Int, _ bytes: [UInt8], _ range: Range<Int>) -> Bool {
    let start = Int(ends[number])
    guard Int(ends[number + 1]) - start == range.count else { return false }
    for offset in 0..<range.count where buffer[start + offset] != bytes[range.lowerBound + offset] {
      return false
    }
    return true
  }

  private func hash(_ bytes: [UInt8], _ range: Range<Int>) -> Int {
    var hash = seed
    for index in range { hash = (hash ^ UInt64(bytes[index])) &* 0x100_0000_01b3 }
    return Int(truncatingIfNeeded: (hash ^ (hash >> 29)) & 0x7fff_ffff_ffff_ffff)
  }

  /// Enlarges the table at half load, so that probes stay short.
  private mutating func grow() {
    slots = Array(repeating: -1, count: slots.count * 4)
    for number in 0..<count {
      let range = Int(ends[number])..<Int(ends[number + 1])
      slots[slot(of: buffer, range)] = Int32(number)
    }
  }
}
