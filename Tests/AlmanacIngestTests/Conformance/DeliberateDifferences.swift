import AlmanacTestSupport

/// The rows of FeedDifferences.md, which lists deliberate differences from the expected values.
struct DeliberateDifferences {
  /// The number of differences by field and file.
  let counts: [ConformanceScore.Miss: Int]

  /// - Parameter set: The heading of the tables.
  static func of(_ set: String) throws -> DeliberateDifferences {
    let page = try ProjectFiles.text("Sources/AlmanacIngest/AlmanacIngest.docc/FeedDifferences.md")
    var counts: [ConformanceScore.Miss: Int] = [:]
    var isInside = false
    for line in page.split(separator: "\n") {
      if line.hasPrefix("## ") { isInside = line.dropFirst(3) == set }
      let cells = line.split(separator: "|").map { $0.trimmingPrefix(" ") }
      guard isInside, cells.count == 3,
        let count = Int(cells[2].prefix { $0.isNumber })
      else { continue }
      func text(_ cell: Substring) -> String { cell.filter { $0 != "`" && $0 != " " } }
      for field in cells[1].split(separator: ",") {
        counts[.init(file: text(cells[0]), field: text(field)), default: 0] += count
      }
    }
    return DeliberateDifferences(counts: counts)
  }

  var places: Set<ConformanceScore.Miss> { Set(counts.keys) }
}
