import AlmanacModel

/// Collects the notices of a feed, one for each code and file.
struct NoticeLog {
  private struct Key: Hashable {
    var code: String
    var file: String
  }

  private var indices: [Key: Int] = [:]
  private(set) var notices: [TransitNotice] = []
  /// Tables with invalid values or missing columns.
  private(set) var damagedFiles: Set<String> = []

  /// Marks a table as damaged. As in the canonical validator, its references are not checked.
  mutating func markDamaged(_ file: String) { damagedFiles.insert(file) }

  /// Removes the notices about references of damaged tables, which may be added before the damage is
  /// found.
  mutating func finish() {
    notices.removeAll { $0.code == "foreign_key_violation" && damagedFiles.contains($0.file) }
  }

  /// Counts a case. The notice has the line and the detail of the first case.
  mutating func add(
    _ code: String, _ file: String, line: Int? = nil, _ detail: @autoclosure () -> String = ""
  ) {
    if let index = indices[Key(code: code, file: file)] {
      notices[index].count += 1
      return
    }
    indices[Key(code: code, file: file)] = notices.count
    let (detail, text) = (detail(), Self.texts[code]?.text ?? code)
    notices.append(
      TransitNotice(
        code: code, severity: Self.severity(of: code), file: file, line: line,
        message: detail.isEmpty ? text : "\(detail): \(text)", count: 1))
  }

  /// Counts a case in the current row of a table.
  mutating func add(
    _ code: String, _ table: CheckedTable, _ detail: @autoclosure () -> String = ""
  ) {
    add(code, table.file, line: table.line, detail())
  }

  static func severity(of code: String) -> Severity { texts[code]?.severity ?? .error }

  /// Severity and text by code: the problem and its remedy. All codes and severities except those
  /// of `too_many_rows` are the canonical validator's.
  private static let texts: [String: (severity: Severity, text: String)] =
    EmbeddedTable.transitNotices.rows(separator: " ").reduce(into: [:]) { texts, row in
      let parts = row.value.split(separator: " ", maxSplits: 1)
      texts[String(parts[0])] = (Severity(rawValue: String(row.key)) ?? .error, String(parts[1]))
    }
}
