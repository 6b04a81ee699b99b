import AlmanacModel

/// Splits comma-separated values into records (RFC 4180, section 2) with any delimiter and line
/// end.
///
/// Spreadsheets are edited by hand, so a quote inside an unquoted field is an ordinary character,
/// and text after a closing quote belongs to the field.
struct CSVScanner {
  struct Record: Equatable {
    var fields: [String]
    /// The one-based line of its start.
    let line: Int

    /// Whether all fields are blank, as in the empty rows of a spreadsheet.
    var isBlank: Bool { !fields.contains(where: \.hasText) }
  }

  /// Whether a quote was never closed, so that one field contains all that follows.
  private(set) var isUnclosed = false

  private let bytes: [UInt8]
  private let delimiter: UInt8
  private var index: Int
  private var line = 1

  /// - Parameter bytes: UTF-8.
  init(_ bytes: [UInt8], delimiter: UInt8, from start: Int = 0) {
    self.bytes = bytes
    self.delimiter = delimiter
    index = start
    line += bytes[..<start].count { $0 == 0x0A }
  }

  /// The next record; empty lines are skipped.
  mutating func next() -> Record? {
    while index < bytes.count, isLineEnd(bytes[index]) { takeLineEnd() }
    guard index < bytes.count else { return nil }
    let start = line
    var record = Record(fields: [field()], line: start)
    while index < bytes.count, bytes[index] == delimiter {
      index += 1
      record.fields.append(field())
    }
    if index < bytes.count { takeLineEnd() }
    return record
  }

  private mutating func field() -> String {
    var content: [UInt8] = []
    let start = index
    // Some programs write a space before the quote.
    while index < bytes.count, bytes[index] == 0x20, delimiter != 0x20 { index += 1 }
    if index < bytes.count, bytes[index] == UInt8(ascii: "\"") {
      index += 1
      takeQuoted(into: &content)
    } else {
      index = start
    }
    let rest = index
    while index < bytes.count, bytes[index] != delimiter, !isLineEnd(bytes[index]) { index += 1 }
    content += bytes[rest..<index]
    return StreamSafeText.bounded(String(decoding: content, as: UTF8.self))
  }

  /// Reads up to the closing quote; two quotes are one.
  private mutating func takeQuoted(into content: inout [UInt8]) {
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: "\"") {
        index += 1
        guard index < bytes.count, bytes[index] == byte else { return }
      } else if byte == 0x0A {
        line += 1
      }
      content.append(byte)
      index += 1
    }
    isUnclosed = true
  }

  private func isLineEnd(_ byte: UInt8) -> Bool { byte == 0x0A || byte == 0x0D }

  /// Reads CRLF, LF, or the CR of old spreadsheets.
  private mutating func takeLineEnd() {
    if bytes[index] == 0x0D, index + 1 < bytes.count, bytes[index + 1] == 0x0A { index += 1 }
    index += 1
    line += 1
  }
}
