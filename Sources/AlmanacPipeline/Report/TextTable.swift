/// A table of text for people: words are aligned to the left, numbers to the right.
///
/// Cells are made safe for terminals, and one line each.
struct TextTable {
  /// The title of a column, which sets its alignment.
  enum Column: ExpressibleByStringLiteral {
    case words(String)
    case numbers(String)

    init(stringLiteral title: String) { self = .words(title) }
  }

  private struct Row {
    var cells: [String]
    var tint: TerminalStyle.Tint?
    /// The colored column.
    var tinted: Int?
  }

  private let columns: [Column]
  private let style: TerminalStyle
  private var rows: [Row]

  init(_ columns: Column..., style: TerminalStyle = .plain) {
    self.columns = columns
    self.style = style
    rows = [
      Row(
        cells: columns.map { column in
          switch column {
          case .words(let title), .numbers(let title): title
          }
        })
    ]
  }

  /// Adds a row, with a colored column if one is marked.
  mutating func add(
    _ row: [String], marking column: Int? = nil, _ tint: TerminalStyle.Tint? = nil
  ) {
    rows.append(Row(cells: row.map(TerminalText.cell), tint: tint, tinted: column))
  }

  var text: String {
    let widths = columns.indices.map { column in
      rows.map { TerminalText.width(of: $0.cells[column]) }.max() ?? 0
    }
    return rows.map { row in
      let cells = row.cells.indices.map { column in
        pad(
          row.cells[column], to: widths[column], columns[column],
          tint: column == row.tinted ? row.tint : nil)
      }
      return cells.joined(separator: "  ").trimmingTrailingSpaces
    }.joined(separator: "\n")
  }

  private func pad(
    _ cell: String, to width: Int, _ column: Column, tint: TerminalStyle.Tint?
  ) -> String {
    let spaces = String(repeating: " ", count: max(0, width - TerminalText.width(of: cell)))
    let cell = style.tinted(cell, tint)
    if case .words = column { return cell + spaces }
    return spaces + cell
  }
}

extension String {
  fileprivate var trimmingTrailingSpaces: String {
    var text = self
    while text.hasSuffix(" ") { text.removeLast() }
    return text
  }
}
