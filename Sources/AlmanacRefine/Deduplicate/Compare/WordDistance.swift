/// Whether two words are one word with a slip of the pen.
enum WordDistance {
  /// One slip (a letter lost, added, changed or two swapped) in words of four letters and more,
  /// two from nine on; or one word is the other cut short. Bytes are counted, so that non-Latin
  /// scripts must be equal but for one character of a long word.
  static func isSlip(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    let shorter = min(left.count, right.count)
    let longer = max(left.count, right.count)
    // Beyond 40 bytes it is no word, and the table below would grow.
    guard shorter >= 4, longer <= 40 else { return false }
    if shorter >= 5, left.starts(with: right) || right.starts(with: left) { return true }
    let allowed = shorter >= 9 ? 2 : 1
    guard longer - shorter <= allowed else { return false }
    return distance(Array(left), Array(right), atMost: allowed) <= allowed
  }

  /// Optimal string alignment distance, stopped once it is above the bound.
  private static func distance(_ left: [UInt8], _ right: [UInt8], atMost bound: Int) -> Int {
    var before: [Int] = []
    var previous = Array(0...right.count)
    for i in 1...left.count {
      var current = [i]
      for j in 1...right.count {
        let change = previous[j - 1] + (left[i - 1] == right[j - 1] ? 0 : 1)
        var best = min(change, previous[j] + 1, current[j - 1] + 1)
        if i > 1, j > 1, left[i - 1] == right[j - 2], left[i - 2] == right[j - 1] {
          best = min(best, before[j - 2] + 1)
        }
        current.append(best)
      }
      if current.allSatisfy({ $0 > bound }) { return bound + 1 }
      before = previous
      previous = current
    }
    return previous.last ?? bound + 1
  }
}
