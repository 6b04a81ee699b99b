import AlmanacModel

/// Errors and warnings for people, errors first; infos are only in the report.
struct FindingList {
  private static let mostLines = 20
  /// Maximum number with one code and source, so that one broken feed does not hide the others.
  private static let mostAlike = 3
  private static let mostCodes = 20

  private struct Kind: Hashable {
    var code: FindingCode
    var source: String?
  }

  private let findings: [Finding]
  private let reportPath: String?

  init(_ findings: [Finding], reportPath: String?) {
    // In two passes, because sorting alone need not keep the order of equals.
    self.findings =
      findings.filter { $0.severity == .error } + findings.filter { $0.severity == .warning }
    self.reportPath = reportPath
  }

  /// nil without errors and warnings.
  func text(style: TerminalStyle) -> String? {
    guard !findings.isEmpty else { return nil }
    let isMany = findings.count > Self.mostLines
    let shown = isMany ? examples : findings
    var lines = shown.map { Self.line(of: $0, style) }
    if isMany {
      lines.append("… and \(findings.count - shown.count) more in \(reportPath ?? "the report")")
    }
    let text = lines.joined(separator: "\n")
    return isMany ? codeTable + "\n\n" + text : text
  }

  private var examples: [Finding] {
    var seen: [Kind: Int] = [:]
    let examples = findings.filter { finding in
      let kind = Kind(code: finding.code, source: finding.source)
      seen[kind, default: 0] += 1
      return seen[kind, default: 0] <= Self.mostAlike
    }
    return Array(examples.prefix(Self.mostLines))
  }

  private var codeTable: String {
    var table = TextTable("finding", .numbers("count"), .numbers("sources"))
    let groups = Dictionary(grouping: findings, by: \.code.rawValue)
      .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    for (code, members) in groups.prefix(Self.mostCodes) {
      let sources = Set(members.compactMap(\.source)).count
      table.add([code, String(members.count), sources > 0 ? String(sources) : ""])
    }
    return table.text
  }

  private static func line(of finding: Finding, _ style: TerminalStyle) -> String {
    let place = [finding.source, finding.line.map(String.init)].compactMap(\.self)
      .joined(separator: ":")
    let code = style.tinted(
      TerminalText.oneLine(finding.code.rawValue),
      finding.severity == .error ? .error : .warning)
    let words = TerminalText.words(of: finding)
    return place.isEmpty
      ? "\(code): \(words)" : "\(TerminalText.oneLine(place)): \(code): \(words)"
  }
}
