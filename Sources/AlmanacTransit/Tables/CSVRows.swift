/// Splits the bytes of a table into rows and cells (RFC 4180). Lines end with LF, CR or CR LF.
///
/// Cells are ranges of the input. Only cells with doubled quotes are copied.
struct CSVRows {
  struct Cell {
    var start: Int32
    var end: Int32
    /// Whether the cell has doubled quotes, which ``text(_:)`` replaces by single ones.
    var hasDoubledQuotes = false

    var range: Range<Int> { Int(start)..<Int(end) }
  }

  /// A blank row has no value in any cell.
  enum Step { case row, blank, end }

  /// Maximum cells of a row that are read. No table has as many columns.
  private static let maxCells = 1_000

  let bytes: [UInt8]
  /// The cells of the current row.
  private(set) var cells: [Cell] = []
  /// Line in which the current row starts, counted from 1.
  private(set) var line = 0
  /// Whether a cell of the current row has a line break.
  private(set) var hasLineBreak = false
  /// Whether the file ended inside quotes.
  private(set) var isUnclosed = false
  private var position: Int
  private var nextLine = 1

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    position = bytes.starts(with: [0xef, 0xbb, 0xbf]) ? 3 : 0
  }

  /// Reads the next row into `cells`.
  mutating func next() -> Step {
    cells.removeAll(keepingCapacity: true)
    hasLineBreak = false
    line = nextLine
    let count = bytes.count
    guard position < count else { return .end }
    while true {
      readCell()
      guard position < count else { break }
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: ",") {
        if position == count {
          // The file ends with a comma: the last cell is empty.
          add(Cell(start: Int32(count), end: Int32(count)))
        } else {
          continue
        }
      } else if byte == UInt8(ascii: "\r"), position < count, bytes[position] == UInt8(ascii: "\n")
      {
        position += 1
      }
      break
    }
    nextLine += 1
    for cell in cells where !isBlank(cell) { return .row }
    return .blank
  }

  /// Whether a cell has no other characters than spaces and tabs.
  func isBlank(_ cell: Cell) -> Bool {
    for index in cell.range where bytes[index] != 0x20 && bytes[index] != 9 { return false }
    return true
  }

  /// Reads one cell and stops at the comma or line end after it.
  private mutating func readCell() {
    let count = bytes.count
    if bytes[position] == UInt8(ascii: "\"") { return readQuoted() }
    let start = position
    if bytes[position] == UInt8(ascii: " ") {
      // Some programs write spaces before a quoted value.
      while position < count, bytes[position] == UInt8(ascii: " ") { position += 1 }
      if position < count, bytes[position] == UInt8(ascii: "\"") { return readQuoted() }
    }
    while position < count {
      let byte = bytes[position]
      if byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        break
      }
      position += 1
    }
    add(Cell(start: Int32(start), end: Int32(position)))
  }

  private mutating func add(_ cell: Cell) {
    if cells.count < Self.maxCells { cells.append(cell) }
  }

  private mutating func readQuoted() {
    let count = bytes.count
    position += 1
    var cell = Cell(start: Int32(position), end: Int32(position))
    while position < count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        guard position + 1 < count, bytes[position + 1] == byte else { break }
        cell.hasDoubledQuotes = true
        position += 1
      } else if byte == UInt8(ascii: "\n") {
        hasLineBreak = true
        nextLine += 1
      }
      position += 1
    }
    cell.end = Int32(position)
    if position == count { isUnclosed = true } else { position += 1 }
    // Ignores text between the closing quote and the next comma.
    while position < count, bytes[position] != UInt8(ascii: ","),
      bytes[position] != UInt8(ascii: "\n"), bytes[position] != UInt8(ascii: "\r")
    {
      position += 1
    }
    add(cell)
  }

  /// The text of a cell, with spaces in place of control characters. Ill-formed UTF-8 is read as
  /// ISO 8859-1.
  func text(_ cell: Cell) -> String {
    let written = bytes[cell.range].map { $0 < 0x20 ? 0x20 : $0 }
    let text =
      String(validating: written, as: UTF8.self)
      ?? String(String.UnicodeScalarView(written.map { Unicode.Scalar($0) }))
    guard cell.hasDoubledQuotes else { return text }
    var result = ""
    var isSecond = false
    for character in text.unicodeScalars {
      if character == "\"" {
        isSecond.toggle()
        if !isSecond { continue }
      } else {
        isSecond = false
      }
      result.unicodeScalars.append(character)
    }
    return result
  }
}
