/// A table with commas, semicolons, tabs or bars between its cells, in any encoding.
public enum DelimitedText {
  /// The rows that are not blank; nil for bytes that are no text or have no columns.
  public static func rows(of bytes: [UInt8]) -> [[String]]? {
    guard let text = try? TextDecoder.decode(bytes, charset: nil).bytes,
      let dialect = CSVDialect(text)
    else { return nil }
    var scanner = CSVScanner(text, delimiter: dialect.delimiter, from: dialect.start)
    var rows: [[String]] = []
    while let record = scanner.next() { rows.append(record.fields) }
    return rows
  }
}
