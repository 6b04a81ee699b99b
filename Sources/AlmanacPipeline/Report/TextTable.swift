/// Columns of text for people: words to the left, numbers to the right.
struct TextTable {
  enum Alignment { case left, right }

  private let alignments: [Alignment]
  private var rows: [[String]]

  init(_ columns: [(title: String, alignment: Alignment)]) {
    alignments = columns.map(\.alignment)
    rows = [columns.map(\.title)]
  }

  mutating func add(_ row: [String]) { rows.append(row) }

  var text: String {
    let widths = alignments.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
    return rows.map { row in
      let cells = row.indices.map { pad(row[$0], to: widths[$0], alignments[$0]) }
      return cells.joined(separator: "  ").trimmingTrailingSpaces
    }.joined(separator: "\n")
  }

  private func pad(_ cell: String, to width: Int, _ alignment: Alignment) -> String {
    let spaces = String(repeating: " ", count: max(0, width - cell.count))
    return alignment == .left ? cell + spaces : spaces + cell
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
