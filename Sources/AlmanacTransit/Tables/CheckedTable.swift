import AlmanacModel

/// Reads a table of a feed row by row, checks every cell against its rule, and keeps what it parsed.
///
/// A missing column reads as empty cells. A cell that breaks its rule is noticed and reads as empty.
struct CheckedTable {
  let file: String
  private let rules: [FieldRule]
  private var rows: CSVRows
  /// For each rule, the column of its field; nil if the file has no such column.
  private var columns: [Int?] = []
  private var columnCount = 0
  private var numbers: [Int?]
  private var decimals: [Double?]

  var bytes: [UInt8] { rows.bytes }
  var line: Int { rows.line }

  init?(_ file: String, _ bytes: [UInt8], log: inout NoticeLog) {
    guard let rules = FieldRule.rules(of: file) else { return nil }
    self.file = file
    self.rules = rules
    rows = CSVRows(bytes)
    numbers = Array(repeating: nil, count: rules.count)
    decimals = Array(repeating: nil, count: rules.count)
    var step = rows.next()
    while step == .blank { step = rows.next() }
    guard step == .row else {
      log.add("empty_file", file, "the file has no header; add one, or remove the file")
      return nil
    }
    readHeader(&log)
  }

  private mutating func readHeader(_ log: inout NoticeLog) {
    var places: [String: Int] = [:]
    for (column, cell) in rows.cells.enumerated() {
      let name = String(rows.text(cell).filter { !$0.isWhitespace })
      if name.isEmpty {
        log.add("empty_column_name", file, line: 1, "column \(column + 1) has no name; name it")
      } else if places.updateValue(places[name] ?? column, forKey: name) != nil {
        log.add("duplicated_column", file, line: 1, "column '\(name)' is there twice; remove one")
      } else if !rules.contains(where: { $0.name == name }) {
        log.add(
          "unknown_column", .info, file, line: 1, "column '\(name)' is not in the specification")
      }
    }
    columnCount = rows.cells.count
    columns = rules.map { places[$0.name] }
    for (rule, column) in zip(rules, columns) where column == nil {
      switch rule.presence {
      case .required, .column:
        log.damage(file)
        log.add(
          "missing_required_column", file, line: 1, "column '\(rule.name)' is missing; add it")
      case .recommended, .optional: break
      }
    }
  }

  /// The place of a field's rule, for the accessors below.
  func field(_ name: String) -> Int { rules.firstIndex { $0.name == name } ?? 0 }

  func hasColumn(_ field: Int) -> Bool { columns[field] != nil }

  /// Reads and checks the next row; false at the end.
  mutating func next(_ log: inout NoticeLog) -> Bool {
    var step = rows.next()
    while step == .blank {
      log.add("empty_row", .warning, file, line: rows.line, "the row is empty; remove it")
      step = rows.next()
    }
    if rows.isUnclosed {
      log.add(
        "csv_parsing_failed", file, line: rows.line, "a quoted value is not closed; close it")
    }
    guard step == .row else { return false }
    if rows.hasLineBreak {
      log.add("new_line_in_value", file, line: rows.line, "a value has a line break; remove it")
    }
    if rows.cells.count != columnCount {
      log.add(
        "invalid_row_length", file, line: rows.line,
        "the row has \(rows.cells.count) values, the header \(columnCount); correct the row")
    }
    for field in rules.indices { check(field, &log) }
    return true
  }

  private mutating func check(_ field: Int, _ log: inout NoticeLog) {
    let rule = rules[field]
    numbers[field] = nil
    decimals[field] = nil
    let range = range(field)
    guard !range.isEmpty else {
      switch rule.presence {
      case .required where columns[field] != nil:
        log.damage(file)
        log.add("missing_required_field", file, line: line, "'\(rule.name)' is empty; fill it in")
      case .recommended:
        log.add(
          "missing_recommended_field", .warning, file, line: line,
          "'\(rule.name)' is empty; it is recommended")
      default: break
      }
      return
    }
    switch rule.kind {
    case .id:
      if range.contains(where: { bytes[$0] < 0x20 || bytes[$0] > 0x7e }) {
        log.add(
          "non_ascii_or_non_printable_char", .warning, file, line: line,
          "'\(rule.name)' has characters outside ASCII; programs may not find it")
      }
    case .text: break
    case .integer(let least):
      numbers[field] = FieldValue.integer(bytes, range)
      guard let number = numbers[field] else { return refuse("invalid_integer", field, &log) }
      if number < least { refuse("number_out_of_range", field, &log) }
    case .choice(let last):
      numbers[field] = FieldValue.integer(bytes, range)
      guard let number = numbers[field] else { return refuse("invalid_integer", field, &log) }
      if number < 0 || number > last {
        refuse("unexpected_enum_value", field, severity: .warning, &log)
      }
    case .distance, .latitude, .longitude:
      decimals[field] = FieldValue.decimal(bytes, range)
      guard let value = decimals[field] else { return refuse("invalid_float", field, &log) }
      let bounds: ClosedRange<Double> =
        switch rule.kind {
        case .latitude: -90...90
        case .longitude: -180...180
        default: 0...Double.greatestFiniteMagnitude
        }
      if !bounds.contains(value) { refuse("number_out_of_range", field, &log) }
    case .time:
      numbers[field] = FieldValue.time(bytes, range)
      if numbers[field] == nil { refuse("invalid_time", field, &log) }
    case .date:
      numbers[field] = FieldValue.date(bytes, range)
      if numbers[field] == nil { refuse("invalid_date", field, &log) }
    case .color:
      numbers[field] = FieldValue.color(bytes, range)
      if numbers[field] == nil { refuse("invalid_color", field, &log) }
    case .url, .email, .phone, .language, .zone, .currency:
      let value = text(field) ?? ""
      if let code = FieldValue.problem(of: value, kind: rule.kind) { refuse(code, field, &log) }
    }
  }

  /// Notices a cell, which then reads as empty.
  private mutating func refuse(
    _ code: String, _ field: Int, severity: Severity = .error, _ log: inout NoticeLog
  ) {
    let value = text(field) ?? ""
    numbers[field] = nil
    decimals[field] = nil
    if severity == .error { log.damage(file) }
    log.add(code, severity, file, line: line, "'\(rules[field].name)' is '\(value)'; correct it")
  }

  /// The bytes of a cell, without outer white space.
  func range(_ field: Int) -> Range<Int> {
    guard let column = columns[field], column < rows.cells.count else { return 0..<0 }
    var range = rows.cells[column].range
    while let first = range.first, bytes[first] == UInt8(ascii: " ") || bytes[first] == 9 {
      range = first + 1..<range.upperBound
    }
    while let last = range.last, bytes[last] == UInt8(ascii: " ") || bytes[last] == 9 {
      range = range.lowerBound..<last
    }
    return range
  }

  func isEmpty(_ field: Int) -> Bool { range(field).isEmpty }

  /// The text of a cell, or nil if it is empty.
  func text(_ field: Int) -> String? {
    let range = range(field)
    guard !range.isEmpty, let column = columns[field] else { return nil }
    var cell = rows.cells[column]
    cell.start = Int32(range.lowerBound)
    cell.end = Int32(range.upperBound)
    return rows.text(cell)
  }

  /// A whole number, a choice, a time in seconds, a date as a day number, or a color.
  func number(_ field: Int) -> Int? { numbers[field] }

  func decimal(_ field: Int) -> Double? { decimals[field] }
}
