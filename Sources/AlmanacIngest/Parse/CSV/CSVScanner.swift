import AlmanacModel

/// Reads the records of comma-separated values (RFC 4180, section 2) with any delimiter.
struct CSVScanner {
  struct Record: Equatable {
    var fields: [String]
    /// The one-based line of its start.
    let line: Int
  }

  private var rows: DelimitedRows

  /// - Parameter bytes: UTF-8.
  init(_ bytes: [UInt8], delimiter: UInt8, from start: Int = 0) {
    rows = DelimitedRows(bytes, delimiter: delimiter, from: start)
  }

  /// Whether a quote was never closed, so that one field contains all that follows.
  var isUnclosed: Bool { rows.isUnclosed }

  /// The next record; blank ones, such as the empty rows of a spreadsheet, are skipped.
  mutating func next() -> Record? {
    var step = rows.next()
    while step == .blank { step = rows.next() }
    guard step == .row else { return nil }
    return Record(
      fields: rows.cells.map {
        StreamSafeText.bounded(String(decoding: rows.bytes(of: $0), as: UTF8.self))
      }, line: rows.line)
  }
}
