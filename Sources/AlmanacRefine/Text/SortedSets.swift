/// Sets as ascending arrays: smaller than a `Set`, and fast if they are only read.
enum SortedSets {
  /// The number of common members.
  static func common<Value: Comparable>(_ left: [Value], _ right: [Value]) -> Int {
    var (index, other, count) = (0, 0, 0)
    while index < left.count, other < right.count {
      if left[index] == right[other] {
        count += 1
        index += 1
        other += 1
      } else if left[index] < right[other] {
        index += 1
      } else {
        other += 1
      }
    }
    return count
  }

  static func contains<Value: Comparable>(_ sorted: [Value], _ value: Value) -> Bool {
    contains(sorted, in: sorted.indices, value)
  }

  /// - Parameter range: Where the array is sorted and searched.
  static func contains<Value: Comparable>(
    _ sorted: [Value], in range: Range<Int>, _ value: Value
  ) -> Bool {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < value { low = middle + 1 } else { high = middle }
    }
    return low < range.upperBound && sorted[low] == value
  }
}

extension RandomAccessCollection where Index == Int {
  /// The index of the first element that satisfies the predicate; `endIndex` if there is none.
  ///
  /// - Parameter belongs: Must hold for all elements after the first one that satisfies it.
  /// - Complexity: O(log n).
  func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
