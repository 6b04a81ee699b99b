import AlmanacModel
import Foundation

extension RunReport {
  /// What a person wants to see at the end of a run: a line a stage, the sources that are not as
  /// ever, what to look into, and where the edition is.
  public func summary(style: TerminalStyle = .plain) -> String {
    let findings = FindingList(
      findings.filter { !isInTable($0) }, reportPath: reportPath.map(Self.shortened))
    let parts = [
      stageTable, SourceTable(self).text(style: style), findings.text(style: style), editionText,
    ]
    return parts.compactMap(\.self).joined(separator: "\n\n")
  }

  private var stageTable: String {
    var table = TextTable([
      ("stage", .left), ("read", .right), ("accepted", .right), ("rejected", .right),
      ("warnings", .right), ("seconds", .right),
    ])
    for stage in stages {
      table.add([
        stage.name.rawValue, String(stage.read), String(stage.accepted), String(stage.rejected),
        String(stage.warnings), String(format: "%.2f", stage.seconds),
      ])
    }
    return table.text
  }

  /// Why a source failed stands beside its name.
  private func isInTable(_ finding: Finding) -> Bool {
    sources.contains { $0.finding == finding && $0.status.isFailure }
  }

  private var editionText: String? {
    guard let editionPath else { return nil }
    let counts = counts.map {
      // All of them are plurals with an s.
      String(counting: $0.count, String($0.name.dropLast()), plural: $0.name)
    }.joined(separator: ", ")
    let page = sitePath.map { "\nOpen \(Self.shortened($0))" } ?? ""
    return "Edition \(edition ?? ""): \(counts)\nLook at \(Self.shortened(editionPath))\(page)"
  }

  /// The path from the folder one stands in, where it lies below that.
  private static func shortened(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }
}
