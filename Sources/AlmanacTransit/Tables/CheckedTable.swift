import AlmanacModel

/// Reads a table of a feed row by row, checks every cell against its rule, and parses it.
///
/// A missing column reads as empty cells. A cell that breaks its rule adds a notice and has no number.
struct CheckedTable {
  /// A cell of the current row, without spaces and tabs around it.
  private struct Value {
    var range = 0..<0
    /// A whole number, a choice, a time in seconds, a date as a day number, or a color.
    var number: Int?
    var decimal: Double?
  }

  let file: String
  let bytes: [UInt8]
  private let rules: [FieldRule]
  private let kinds: [FieldRule.Kind]
  private var rows: DelimitedRows
  /// For each rule, the column of its field; -1 if the file has no such column.
  private var columns: [Int] = []
  /// The fields that are checked in each row: columns of the file, and missing recommended ones.
  private var checked: [Int] = []
  private var columnCount = 0
  private var values: [Value]

  var line: Int { rows.line }

  /// Reads the header. nil, with a notice, if there is none, and nil for a table that is not read.
  init?(_ file: String, _ bytes: [UInt8], log: inout NoticeLog) {
    guard let rules = FieldRule.rules(of: file) else { return nil }
    self.file = file
    self.bytes = bytes
    self.rules = rules
    kinds = rules.map(\.kind)
    rows = DelimitedRows(bytes)
    values = Array(repeating: Value(), count: rules.count)
    var step = rows.next()
    while step == .blank { step = rows.next() }
    guard step == .row else {
      log.add("empty_file", file)
      return nil
    }
    readHeader(&log)
  }

  /// Finds the columns of the fields, and adds notices about the header.
  private mutating func readHeader(_ log: inout NoticeLog) {
    var places: [String: Int] = [:]
    for (column, cell) in rows.cells.enumerated() {
      let name = String(rows.text(cell).filter { !$0.isWhitespace })
      if name.isEmpty {
        log.add("empty_column_name", file, line: 1, "column \(column + 1)")
      } else if places.updateValue(places[name] ?? column, forKey: name) != nil {
        log.add("duplicated_column", file, line: 1, name)
      } else if !rules.contains(where: { $0.name == name }) {
        log.add("unknown_column", file, line: 1, name)
      }
    }
    columnCount = rows.cells.count
    columns = rules.map { places[$0.name] ?? -1 }
    checked = rules.indices.filter { columns[$0] >= 0 || rules[$0].presence == .recommended }
    for (rule, column) in zip(rules, columns)
    where column < 0 && (rule.presence == .required || rule.presence == .column) {
      log.markDamaged(file)
      log.add("missing_required_column", file, line: 1, rule.name)
    }
  }

  /// Reads and checks the next row; false at the end.
  ///
  /// A row may lack its last values. A row with more values than columns is skipped, because an
  /// unquoted comma may have shifted them.
  mutating func next(_ log: inout NoticeLog) -> Bool {
    while true {
      let step = rows.next()
      if rows.isUnclosed { log.add("csv_parsing_failed", self) }
      switch step {
      case .end: return false
      case .blank: log.add("empty_row", self)
      case .row:
        if rows.hasLineBreak { log.add("new_line_in_value", self) }
        let count = rows.cells.count
        if count != columnCount {
          log.add("invalid_row_length", self, "\(count) values of \(columnCount)")
        }
        if count <= columnCount || rows.cells[columnCount...].allSatisfy(rows.isBlank) {
          check(&log)
          return true
        }
        log.markDamaged(file)
      }
    }
  }

  private mutating func check(_ log: inout NoticeLog) {
    let cells = rows.cells
    for field in checked {
      let column = columns[field]
      let range =
        column >= 0 && column < cells.count ? Self.trimmed(cells[column].range, bytes) : 0..<0
      var value = Value(range: range)
      if range.isEmpty {
        values[field] = value
        addEmptyNotice(field, &log)
        continue
      }
      let problem: String?
      (value.number, value.decimal, problem) = kinds[field].parse(bytes, range)
      values[field] = value
      if let problem { addNotice(problem, field, &log) }
    }
  }

  private static func trimmed(_ range: Range<Int>, _ bytes: [UInt8]) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start] == UInt8(ascii: " ") || bytes[start] == 9 { start += 1 }
    while start < end, bytes[end - 1] == UInt8(ascii: " ") || bytes[end - 1] == 9 { end -= 1 }
    return start..<end
  }

  private func addEmptyNotice(_ field: Int, _ log: inout NoticeLog) {
    switch rules[field].presence {
    case .required:
      log.markDamaged(file)
      log.add("missing_required_field", self, rules[field].name)
    case .recommended: log.add("missing_recommended_field", self, rules[field].name)
    case .column, .optional: break
    }
  }

  private func addNotice(_ code: String, _ field: Int, _ log: inout NoticeLog) {
    if NoticeLog.severity(of: code) == .error { log.markDamaged(file) }
    log.add(code, self, "'\(rules[field].name)' is '\(text(field) ?? "")'")
  }

  /// The number of a field, for the accessors below. O(rules).
  func field(_ name: String) -> Int { rules.firstIndex { $0.name == name } ?? 0 }

  /// The position of a cell in `bytes`, without spaces and tabs around it.
  func range(_ field: Int) -> Range<Int> { values[field].range }
  func isEmpty(_ field: Int) -> Bool { values[field].range.isEmpty }
  /// A whole number, a choice, a time in seconds, a date as a day number, or a color.
  func number(_ field: Int) -> Int? { values[field].number }
  func decimal(_ field: Int) -> Double? { values[field].decimal }
  /// The value of an enum, 0 if the cell is empty; nil for an unknown value.
  func choice(_ field: Int) -> Int? { isEmpty(field) ? 0 : number(field) }

  /// The text of a cell, or nil if it is empty.
  func text(_ field: Int) -> String? {
    let range = values[field].range
    guard !range.isEmpty else { return nil }
    var cell = rows.cells[columns[field]]
    cell.range = range
    return rows.text(cell)
  }

  func range(_ name: String) -> Range<Int> { range(field(name)) }
  func isEmpty(_ name: String) -> Bool { isEmpty(field(name)) }
  func number(_ name: String) -> Int? { number(field(name)) }
  func decimal(_ name: String) -> Double? { decimal(field(name)) }
  func choice(_ name: String) -> Int? { choice(field(name)) }
  func text(_ name: String) -> String? { text(field(name)) }

  /// The name of the first field, the key of the table.
  var key: String { rules[0].name }
}

extension DelimitedRows {
  /// The text of a cell, with spaces in place of control characters. Ill-formed UTF-8 is read as
  /// ISO 8859-1.
  func text(_ cell: Cell) -> String {
    let written = bytes(of: cell).map { $0 < 0x20 ? 0x20 : $0 }
    return String(validating: written, as: UTF8.self)
      ?? String(String.UnicodeScalarView(written.map { Unicode.Scalar($0) }))
  }
}
