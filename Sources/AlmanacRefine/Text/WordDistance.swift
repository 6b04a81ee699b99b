/// How far apart two words are: whether they are one word with a slip of the pen.
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
    // Each slip adds and takes away one letter at most: most pairs need no table.
    guard (letters(of: left) ^ letters(of: right)).nonzeroBitCount <= allowed * 2 else {
      return false
    }
    return distance(Array(left), Array(right), atMost: allowed) <= allowed
  }

  /// A bit for each letter that the word has.
  private static func letters(of word: ArraySlice<UInt8>) -> UInt64 {
    word.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }

  /// Optimal string alignment distance, after Damerau and Levenshtein: letters lost, added and
  /// changed, and neighbors swapped, each count once.
  /// - Returns: `bound + 1`, or more, for all that is beyond the bound.
  static func distance(_ left: [UInt8], _ right: [UInt8], atMost bound: Int) -> Int {
    var before: [Int] = []
    var previous = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let change = previous[column] + (left[row] == right[column] ? 0 : 1)
        var best = min(change, previous[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, before[column - 1] + 1)
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
