/// Splits the bytes of a table into rows and cells (RFC 4180), with any delimiter. Lines end with LF,
/// CR or CR LF.
///
/// Cells are ranges of the input. Tables are edited by hand, so a quote inside an unquoted cell is an
/// ordinary character, and text after a closing quote belongs to the cell.
public struct DelimitedRows: Sendable {
  public struct Cell: Sendable {
    public var range: Range<Int>
    /// Whether the range contains quotes that ``bytes(of:)`` resolves.
    fileprivate var hasQuotes = false
  }

  /// A blank row has no value in any cell.
  public enum Step: Sendable { case row, blank, end }

  /// Maximum cells of a row that are read. No table has as many columns.
  private static let maxCells = 1_000

  public let bytes: [UInt8]
  /// The cells of the current row.
  public private(set) var cells: [Cell] = []
  /// Line in which the current row starts, counted from 1.
  public private(set) var line = 0
  /// Whether a cell of the current row has a line break.
  public private(set) var hasLineBreak = false
  /// Whether the file ended inside quotes.
  public private(set) var isUnclosed = false
  private let delimiter: UInt8
  private var position: Int
  private var nextLine: Int

  /// - Parameters:
  ///   - start: The index of the first row; a byte order mark there is skipped.
  public init(_ bytes: [UInt8], delimiter: UInt8 = UInt8(ascii: ","), from start: Int = 0) {
    self.bytes = bytes
    self.delimiter = delimiter
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    position = bytes[start...].starts(with: mark) ? start + mark.count : start
    nextLine = 1 + bytes[..<start].count { $0 == 0x0A }
  }

  /// Reads the next row into `cells`.
  public mutating func next() -> Step {
    cells.removeAll(keepingCapacity: true)
    hasLineBreak = false
    line = nextLine
    guard position < bytes.count else { return .end }
    readCell()
    while position < bytes.count, bytes[position] == delimiter {
      position += 1
      readCell()
    }
    if position < bytes.count {
      let isReturn = bytes[position] == 0x0D
      position += 1
      if isReturn, position < bytes.count, bytes[position] == 0x0A { position += 1 }
    }
    nextLine += 1
    return cells.allSatisfy(isBlank) ? .blank : .row
  }

  /// Whether a cell has no other characters than spaces and tabs.
  public func isBlank(_ cell: Cell) -> Bool {
    for index in cell.range where bytes[index] != 0x20 && bytes[index] != 9 { return false }
    return true
  }

  /// Reads one cell and stops at the delimiter or line end after it.
  private mutating func readCell() {
    let start = position
    // Some programs write spaces before a quoted value.
    while position < bytes.count, bytes[position] == 0x20, delimiter != 0x20 { position += 1 }
    if position < bytes.count, bytes[position] == UInt8(ascii: "\"") { return readQuoted() }
    position = start
    add(Cell(range: start..<endOfCell()))
  }

  private mutating func endOfCell() -> Int {
    while position < bytes.count {
      let byte = bytes[position]
      if byte == delimiter || byte == 0x0A || byte == 0x0D { break }
      position += 1
    }
    return position
  }

  private mutating func add(_ cell: Cell) {
    if cells.count < Self.maxCells { cells.append(cell) }
  }

  private mutating func readQuoted() {
    position += 1
    let start = position
    var hasQuotes = false
    while position < bytes.count {
      let byte = bytes[position]
      if byte == UInt8(ascii: "\"") {
        let next = position + 1 < bytes.count ? bytes[position + 1] : 0x0A
        let isEscaped = position > start && bytes[position - 1] == UInt8(ascii: "\\")
        // Databases write `\"` for a quote within a text.
        guard next == byte || isEscaped && next != delimiter && next != 0x0A && next != 0x0D
        else { break }
        hasQuotes = true
        if next == byte { position += 1 }
      } else if byte == 0x0A {
        hasLineBreak = true
        nextLine += 1
      }
      position += 1
    }
    guard position < bytes.count else {
      isUnclosed = true
      return add(Cell(range: start..<position, hasQuotes: hasQuotes))
    }
    let close = position
    position += 1
    let end = endOfCell()
    add(
      end == close + 1
        ? Cell(range: start..<close, hasQuotes: hasQuotes)
        : Cell(range: start..<end, hasQuotes: true))
  }

  /// The bytes of a cell, without the quotes around its value; two quotes in it are one.
  public func bytes(of cell: Cell) -> [UInt8] {
    guard cell.hasQuotes else { return Array(bytes[cell.range]) }
    var value: [UInt8] = []
    var isClosed = false
    var index = cell.range.lowerBound
    while index < cell.range.upperBound {
      if bytes[index] == UInt8(ascii: "\""), !isClosed {
        index += 1
        if value.last == UInt8(ascii: "\\"), index < cell.range.upperBound,
          bytes[index] != UInt8(ascii: "\"")
        {
          value[value.count - 1] = UInt8(ascii: "\"")
          continue
        }
        isClosed = index == cell.range.upperBound || bytes[index] != UInt8(ascii: "\"")
        if isClosed { continue }
      }
      value.append(bytes[index])
      index += 1
    }
    return value
  }
}
