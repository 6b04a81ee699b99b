import AlmanacTime

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
    let index = sorted[range].partitioningIndex { $0 >= value }
    return index < range.upperBound && sorted[index] == value
  }
}
