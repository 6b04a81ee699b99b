extension RandomAccessCollection where Index == Int {
  /// The index of the first element that satisfies the predicate; `endIndex` if there is none.
  ///
  /// - Parameter belongs: Must hold for all elements after the first one that satisfies it.
  /// - Complexity: O(log n).
  @inlinable
  public func partitioningIndex(where belongs: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if belongs(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
