/// Lists of which an occurrence must be in one, and ids that were gathered besides them.
struct QueryTerm {
  /// Those that come in parts.
  private var parted: [StoredList] = []
  /// Of all others, some of them perhaps in several.
  private var members: [[Int32]] = []
  /// How many occurrences there are at most.
  private(set) var count = 0

  /// - Parameter lists: Any of them.
  init(_ lists: [StoredList], reader: ListReader) throws {
    for list in lists {
      count += list.count
      if let ids = try reader.members(of: list) { members.append(ids) } else { parted.append(list) }
    }
  }

  /// - Parameter ids: Ascending.
  init(_ ids: [Int32]) {
    members = [ids]
    count = ids.count
  }

  /// Puts those of a part into bits that are empty.
  ///
  /// - Returns: Whether there are any.
  func read(_ part: Int, _ reader: ListReader, into bits: inout OccurrenceBits) throws -> Bool {
    var any = false
    for ids in members {
      let first = Int32(truncatingIfNeeded: part << OccurrenceList.partShift)
      var index = ids.firstIndex(ofSorted: first)
      while index < ids.count, ids[index] >> Int32(OccurrenceList.partShift) == Int32(part) {
        bits.insert(Int(ids[index]) & (OccurrenceList.partSize - 1))
        index += 1
        any = true
      }
    }
    for list in parted where try reader.add(part, of: list, to: &bits) { any = true }
    return any
  }
}

extension [Int32] {
  /// Where the first is that is no less, in numbers that ascend.
  func firstIndex(ofSorted number: Int32, from start: Int = 0) -> Int {
    var (low, high) = (start, count)
    while low < high {
      let middle = (low + high) / 2
      if self[middle] < number { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
