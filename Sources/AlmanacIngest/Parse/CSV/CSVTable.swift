/// A table of comma-separated values that is no feed, such as a file of labels.
public enum CSVTable {
  /// The rows of fields, header included, without empty lines. A byte order mark is skipped.
  ///
  /// - Parameter bytes: UTF-8 (RFC 4180).
  public static func rows(_ bytes: [UInt8]) -> [[String]] {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var scanner = CSVScanner(
      bytes, delimiter: UInt8(ascii: ","), from: bytes.starts(with: mark) ? mark.count : 0)
    var rows: [[String]] = []
    while let record = scanner.next() { rows.append(record.fields) }
    return rows
  }
}
