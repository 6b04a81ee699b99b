/// How many letters must be added, removed or changed to make one word of another (Levenshtein).
public enum EditDistance {
  static func of(_ first: String, _ second: String) -> Int {
    let second = Array(second)
    var row = Array(0...second.count)
    for (i, a) in first.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in second.enumerated() {
        let cost = a == b ? diagonal : min(diagonal, row[j], row[j + 1]) + 1
        diagonal = row[j + 1]
        row[j + 1] = cost
      }
    }
    return row[second.count]
  }

  /// The known word that is nearest to an unknown one; all known words if none is near.
  public static func hint(for word: String, among known: [String]) -> String {
    let nearest = known.map { (word: $0, distance: of($0, word)) }
      .min { $0.distance < $1.distance }
    guard let nearest, nearest.distance <= 3 else {
      return "known are \(known.joined(separator: ", "))"
    }
    return "did you mean '\(nearest.word)'?"
  }
}
