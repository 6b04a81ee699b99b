/// The delimiter of a table.
struct CSVDialect: Equatable {
  let delimiter: UInt8
  /// The index of the first row.
  let start: Int

  private static let delimiters = [",", ";", "\t", "|"].compactMap(\.utf8.first)

  /// Chooses the delimiter with the most fields in the first row; nil if no delimiter gives two.
  ///
  /// A first line such as `sep=;`, which Excel reads and writes, declares the delimiter.
  ///
  /// - Parameter start: The index of the row.
  init?(_ bytes: [UInt8], from start: Int = 0) {
    if start == 0, let declared = Self.declared(in: bytes) {
      self = declared
      return
    }
    var best: (delimiter: UInt8, count: Int)?
    for delimiter in Self.delimiters {
      var scanner = CSVScanner(bytes, delimiter: delimiter, from: start)
      let count = scanner.next()?.fields.count ?? 0
      if count > max(best?.count ?? 1, 1) { best = (delimiter, count) }
    }
    guard let best else { return nil }
    self.init(delimiter: best.delimiter, start: start)
  }

  private init(delimiter: UInt8, start: Int) {
    self.delimiter = delimiter
    self.start = start
  }

  private static func declared(in bytes: [UInt8]) -> CSVDialect? {
    let line = Array(bytes.prefix { $0 != 0x0A && $0 != 0x0D })
    guard line.count == 5, line.starts(with: "sep=".utf8) else { return nil }
    return CSVDialect(delimiter: line[4], start: line.count)
  }
}
