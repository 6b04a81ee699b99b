/// A set of occurrences as the published database holds it in `occurrence_list` and `word_list`.
///
/// A list of at most `wholeLimit` ids is one row: the differences between each id and the one before,
/// the first from 0, in seven bits a byte, the lowest first, the eighth set in all but the last (LEB128).
/// A longer one has a row for every 65,536 ids that have any, a part: as differences, the first from
/// the part's beginning, or, where that is no shorter, as 8,192 bytes with one bit an id, the lowest
/// first. The row's id is that of the list by 65,536, and the number of the part.
enum OccurrenceList {
  static let partShift = 16
  static let partSize = 1 << partShift
  static let bitmapBytes = partSize / 8
  /// Members of a list that are one row.
  static let wholeLimit = 32_768

  /// Lends the rows of a list.
  ///
  /// - Parameter ids: Ascending, each once.
  static func eachRow(
    of ids: some RandomAccessCollection<Int32>, list: Int,
    _ body: (Int64, [UInt8]) throws -> Void
  ) rethrows {
    let first = Int64(list) << Int64(partShift)
    guard ids.count > wholeLimit else {
      return try body(first, differences(ids, from: 0))
    }
    var start = ids.startIndex
    while start < ids.endIndex {
      let part = ids[start] >> Int32(partShift)
      var end = start
      while end < ids.endIndex, ids[end] >> Int32(partShift) == part { ids.formIndex(after: &end) }
      try body(first + Int64(part), bytes(of: ids[start..<end], from: part << Int32(partShift)))
      start = end
    }
  }

  /// The members of a part, in fewer bytes as differences or as bits.
  private static func bytes(
    of ids: some RandomAccessCollection<Int32>, from base: Int32
  ) -> [UInt8] {
    // A difference takes a byte at least.
    guard ids.count < bitmapBytes else { return bitmap(ids) }
    let bytes = differences(ids, from: base)
    return bytes.count < bitmapBytes ? bytes : bitmap(ids)
  }

  private static func differences(
    _ ids: some RandomAccessCollection<Int32>, from base: Int32
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(ids.count + 16)
    var last = base
    for id in ids {
      var rest = UInt32(bitPattern: id &- last)
      last = id
      while rest >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
        rest >>= 7
      }
      bytes.append(UInt8(truncatingIfNeeded: rest))
    }
    return bytes
  }

  private static func bitmap(_ ids: some RandomAccessCollection<Int32>) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: bitmapBytes)
    for id in ids {
      let offset = Int(id) & (partSize - 1)
      bytes[offset >> 3] |= 1 << UInt8(offset & 7)
    }
    return bytes
  }

  /// The members of a list that is one row.
  static func members(_ bytes: UnsafeRawBufferPointer) -> [Int32] {
    var ids: [Int32] = []
    ids.reserveCapacity(bytes.count)
    each(bytes) { ids.append(Int32(truncatingIfNeeded: $0)) }
    return ids
  }

  /// Lends the sums of differences; of damaged bytes they are any numbers.
  static func each(_ bytes: UnsafeRawBufferPointer, _ body: (UInt32) -> Void) {
    var last: UInt32 = 0
    var index = 0
    while index < bytes.count {
      var byte = bytes[index]
      index += 1
      var difference = UInt32(byte & 0x7f)
      var shift: UInt32 = 7
      while byte >= 0x80, index < bytes.count {
        byte = bytes[index]
        index += 1
        difference |= UInt32(byte & 0x7f) << shift
        shift += 7
      }
      last &+= difference
      body(last)
    }
  }
}
