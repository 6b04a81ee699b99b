/// Compares words by edit distance, to tolerate typing errors.
enum WordDistance {
  /// Whether two words are equal except for typing errors: one error (a letter missing, added,
  /// changed, or two swapped) in words of at least four letters, two in words of at least nine; or
  /// whether one is a prefix of the other. A word that no other text has is more likely an error:
  /// then words of three letters may have one, and words of seven letters two.
  ///
  /// Counts bytes, so words in non-Latin scripts must be equal except for one character of a long
  /// word.
  static func isSlip(
    _ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>, isUnique: Bool = false
  ) -> Bool {
    let shorter = min(left.count, right.count)
    let longer = max(left.count, right.count)
    // A text of more than 40 bytes is no word, and the table below would become large.
    guard longer <= 40 else { return false }
    if shorter >= 5, left.starts(with: right) || right.starts(with: left) { return true }
    let allowed = errors(shorter, isUnique)
    guard allowed > 0, longer - shorter <= allowed else { return false }
    // Each error adds and removes at most one letter, so most pairs need no table.
    guard (letters(of: left) ^ letters(of: right)).nonzeroBitCount <= allowed * 2 else {
      return false
    }
    return distance(left, right, atMost: allowed) <= allowed
  }

  /// Whether one word may abbreviate the other: its first letters, as "conf" of "conference", or its first
  /// and its last one with some between, as "mtg" of "meeting".
  static func isAbbreviation(_ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>) -> Bool {
    let (short, long) = left.count < right.count ? (left, right) : (right, left)
    guard short.count >= 3, short.count * 3 <= long.count * 2 else { return false }
    if long.starts(with: short) { return true }
    guard short.count <= 4, short.first == long.first, short.last == long.last else { return false }
    var rest = short
    for letter in long where letter == rest.first { rest = rest.dropFirst() }
    return rest.isEmpty
  }

  /// Whether two words may be equal except for errors, by their lengths and letters. Most pairs
  /// need no further comparison.
  static func mayBeSlip(
    _ length: Int, _ letters: UInt64, _ otherLength: Int, _ otherLetters: UInt64,
    isUnique: Bool = false
  ) -> Bool {
    let isFirst = length <= otherLength
    let (shorter, longer) = isFirst ? (letters, otherLetters) : (otherLetters, letters)
    if shorter & ~longer == 0 { return true }
    let allowed = errors(min(length, otherLength), isUnique)
    return abs(length - otherLength) <= allowed
      && (letters ^ otherLetters).nonzeroBitCount <= allowed * 2
  }

  /// The most errors in a word of this length; 0 if it must be equal.
  private static func errors(_ length: Int, _ isUnique: Bool) -> Int {
    let shortest = isUnique ? 3 : 4
    return length < shortest ? 0 : length < (isUnique ? 7 : 9) ? 1 : 2
  }

  /// A bit for each letter in the word.
  static func letters(of word: ArraySlice<UInt8>) -> UInt64 {
    word.reduce(0) { $0 | 1 << UInt64($1 & 63) }
  }

  /// The optimal string alignment distance (Damerau and Levenshtein): missing, added, changed and
  /// swapped letters count once each.
  ///
  /// - Returns: A value above `bound` for all larger distances.
  static func distance(
    _ left: ArraySlice<UInt8>, _ right: ArraySlice<UInt8>, atMost bound: Int
  ) -> Int {
    guard abs(left.count - right.count) <= bound else { return bound + 1 }
    // Common prefixes and suffixes don't change the distance.
    var (start, other) = (left.startIndex, right.startIndex)
    while start < left.endIndex, other < right.endIndex, left[start] == right[other] {
      start += 1
      other += 1
    }
    var (end, otherEnd) = (left.endIndex, right.endIndex)
    while end > start, otherEnd > other, left[end - 1] == right[otherEnd - 1] {
      end -= 1
      otherEnd -= 1
    }
    let (left, right) = (left[start..<end], right[other..<otherEnd])
    if left.isEmpty || right.isEmpty { return max(left.count, right.count) }
    if left.count == 1, right.count == 1 { return 1 }
    // Rows of the table: the one before the last, the last, and the current one.
    let width = right.count + 1
    var rows = [Int](repeating: 0, count: 3 * width)
    for column in 0..<width { rows[width + column] = column }
    for row in 0..<left.count {
      let (before, last, own) = (row % 3 * width, (row + 1) % 3 * width, (row + 2) % 3 * width)
      rows[own] = row + 1
      var least = row + 1
      let letter = left[left.startIndex + row]
      for column in 0..<right.count {
        let other = right[right.startIndex + column]
        var best = rows[last + column] + (letter == other ? 0 : 1)
        best = min(best, rows[last + column + 1] + 1, rows[own + column] + 1)
        if row > 0, column > 0, letter == right[right.startIndex + column - 1],
          left[left.startIndex + row - 1] == other
        {
          best = min(best, rows[before + column - 1] + 1)
        }
        rows[own + column + 1] = best
        least = min(least, best)
      }
      if least > bound { return bound + 1 }
    }
    return rows[(left.count + 1) % 3 * width + right.count]
  }
}
