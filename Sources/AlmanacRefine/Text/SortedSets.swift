/// Sets as ascending arrays: smaller than a `Set`, and fast where they are read only.
enum SortedSets {
  /// How many members both have.
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
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] == value { return true }
      if sorted[middle] < value { low = middle + 1 } else { high = middle }
    }
    return false
  }
}
