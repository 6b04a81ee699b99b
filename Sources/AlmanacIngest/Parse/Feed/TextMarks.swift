import AlmanacTime

/// Which texts there were, by 128 bits of each: a feed may have more items than memory should keep texts
/// of.
struct TextMarks {
  struct Mark: Equatable {
    fileprivate static var none: Mark { Mark(one: 0, other: 0) }

    fileprivate var one: UInt64
    fileprivate var other: UInt64

    fileprivate mutating func add(_ word: UInt64) {
      one = (one ^ word) &* 0x9FB2_1C65_1E98_DF25
      one ^= one &>> 32
      other = (other &+ word) &* 0x9E37_79B9_7F4A_7C15
      other ^= other &>> 29
    }
  }

  /// Where the marks begin from: nobody outside can tell which texts will meet in the table.
  private let seed = UInt64.random(in: .min ... .max)
  /// Each at the place that it gives, or the next one that was free; a quarter of the places is empty. A
  /// power of two.
  private var places: [Mark] = []
  private var count = 0

  /// Remembers a text; false where it was there.
  mutating func insert(_ mark: Mark) -> Bool {
    if count &* 4 >= places.count &* 3 { grow() }
    let index = place(of: mark)
    guard places[index] == Mark.none else { return false }
    places[index] = mark
    count &+= 1
    return true
  }

  /// Where a mark is or may be put.
  private func place(of mark: Mark) -> Int {
    var index = Int(truncatingIfNeeded: mark.one &>> 20) & (places.count &- 1)
    while places[index] != Mark.none, places[index] != mark {
      index = (index &+ 1) & (places.count &- 1)
    }
    return index
  }

  private mutating func grow() {
    let marks = places
    places = Array(repeating: Mark.none, count: max(64, marks.count &* 2))
    for mark in marks where mark != Mark.none { places[place(of: mark)] = mark }
  }

  func mark(of text: String) -> Mark {
    text.withUTF8Bytes { bytes in
      var mark = Mark(one: seed, other: ~seed)
      let raw = UnsafeRawBufferPointer(bytes)
      var index = 0
      while index &+ 8 <= raw.count {
        mark.add(raw.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian)
        index &+= 8
      }
      var rest = UInt64(bytes.count & 0xFF)
      while index < bytes.count {
        rest = rest &<< 8 | UInt64(bytes[index])
        index &+= 1
      }
      mark.add(rest)
      return mark
    }
  }
}
