/// What `&eacute;` and its 2,124 kin stand for.
enum HTMLEntities {
  /// The code points of a name, written without `&` and `;`; nil if HTML knows no such name.
  static func scalars(named name: some Collection<UInt8>) -> Scalars? {
    let count = name.count
    if count <= 8 { return short[packed(name)] }
    guard count <= longestName else { return nil }
    let wanted = Array(name)
    return HTMLEntityTable.text.withUTF8Buffer { table in
      var low = 0
      var high = offsets.count
      while low < high {
        let middle = (low + high) / 2
        let entry = Entry(table, at: Int(offsets[middle]))
        if table[entry.name].elementsEqual(wanted) { return entry.scalars(table) }
        if table[entry.name].lexicographicallyPrecedes(wanted) {
          low = middle + 1
        } else {
          high = middle
        }
      }
      return nil
    }
  }

  /// One or two code points.
  struct Scalars: Equatable {
    let first: UInt32
    let second: UInt32?
  }

  private static let longestName = 31

  /// The names of up to eight bytes, which are all that texts are full of.
  private static let short: [UInt64: Scalars] = HTMLEntityTable.text.withUTF8Buffer { table in
    var short: [UInt64: Scalars] = [:]
    for offset in offsets {
      let entry = Entry(table, at: Int(offset))
      if entry.name.count <= 8 { short[packed(table[entry.name])] = entry.scalars(table) }
    }
    return short
  }

  private static func packed(_ name: some Collection<UInt8>) -> UInt64 {
    name.reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Where each entry begins in the table.
  private static let offsets: [UInt16] = HTMLEntityTable.text.withUTF8Buffer { table in
    var offsets: [UInt16] = []
    var index = 0
    while index < table.count {
      offsets.append(UInt16(truncatingIfNeeded: index))
      index = Entry(table, at: index).end + 1
    }
    return offsets
  }

  private struct Entry {
    let name: Range<Int>
    let end: Int

    init(_ table: UnsafeBufferPointer<UInt8>, at start: Int) {
      func space(from index: Int) -> Int {
        var index = index
        while index < table.count, table[index] != UInt8(ascii: " ") { index += 1 }
        return index
      }
      let nameEnd = space(from: start)
      name = start..<nameEnd
      end = space(from: nameEnd + 1)
    }

    func scalars(_ table: UnsafeBufferPointer<UInt8>) -> Scalars {
      var values: [UInt32] = [0]
      for byte in table[(name.upperBound + 1)..<end] {
        if byte == UInt8(ascii: "-") {
          values.append(0)
        } else {
          let digit = byte <= UInt8(ascii: "9") ? byte - UInt8(ascii: "0") : byte - 55
          values[values.count - 1] = values[values.count - 1] << 4 | UInt32(digit)
        }
      }
      return Scalars(first: values[0], second: values.count > 1 ? values[1] : nil)
    }
  }
}
