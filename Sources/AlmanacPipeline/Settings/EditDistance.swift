/// How many letters must be added, removed, changed or exchanged with their neighbor to make one word
/// of another (Damerau and Levenshtein, optimal string alignment).
public enum EditDistance {
  static func of(_ first: String, _ second: String) -> Int {
    let (first, second) = (Array(first), Array(second))
    // The distances of prefixes of the second word from the last three prefixes of the first.
    var older: [Int] = []
    var old: [Int] = []
    var row = Array(0...second.count)
    for (i, a) in first.enumerated() {
      (older, old) = (old, row)
      row[0] = i + 1
      for (j, b) in second.enumerated() {
        row[j + 1] = a == b ? old[j] : min(old[j], old[j + 1], row[j]) + 1
        if i > 0, j > 0, a == second[j - 1], b == first[i - 1] {
          row[j + 1] = min(row[j + 1], older[j - 1] + 1)
        }
      }
    }
    return row[second.count]
  }

  /// The known word that is nearest to an unknown one; all known words if none is near.
  public static func hint(for word: String, among known: [String]) -> String {
    let nearest = known.map { (word: $0, distance: of($0, word)) }
      .min { $0.distance < $1.distance }
    guard let nearest, nearest.distance <= min(3, (word.count + 1) / 2) else {
      return "known are \(known.joined(separator: ", "))"
    }
    return "did you mean '\(nearest.word)'?"
  }
}
