import AlmanacModel
import Foundation

extension RunReport {
  /// The text at the end of a run: a line for each stage, the sources that need attention, the findings,
  /// and the path of the edition.
  public func summary(style: TerminalStyle = .plain) -> String {
    let findings = FindingList(
      findings.filter { !isInTable($0) }, reportPath: reportPath.map(Self.shortened))
    let parts = [
      stageTable, SourceTable(self).text(style: style), findings.text(style: style), editionText,
    ]
    return parts.compactMap(\.self).joined(separator: "\n\n")
  }

  private var stageTable: String {
    var table = TextTable(
      "stage", .numbers("read"), .numbers("accepted"), .numbers("rejected"), .numbers("warnings"),
      .numbers("seconds"))
    for stage in stages {
      table.add([
        stage.name.rawValue, String(stage.read), String(stage.accepted), String(stage.rejected),
        String(stage.warnings), String(format: "%.2f", stage.seconds),
      ])
    }
    return table.text
  }

  /// Whether the table of sources shows the finding.
  private func isInTable(_ finding: Finding) -> Bool {
    sources.contains { $0.finding == finding && $0.status.isFailure }
  }

  private var editionText: String? {
    guard let editionPath else { return nil }
    let counts = counts.map {
      // All names are plurals with an s.
      String(counting: $0.count, String($0.name.dropLast()), plural: $0.name)
    }.joined(separator: ", ")
    let page = sitePath.map { "\nOpen \(Self.shortened($0))" } ?? ""
    return "Edition \(edition ?? ""): \(counts)\nLook at \(Self.shortened(editionPath))\(page)"
  }

  /// The path relative to the current folder, if it is below that.
  private static func shortened(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }
}
