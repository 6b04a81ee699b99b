import AlmanacModel
import Foundation

extension RunReport {
  /// What a person wants to see at the end of a run: a line a stage, what failed, where to look.
  public var summary: String {
    var table = TextTable([
      ("stage", .left), ("in", .right), ("kept", .right), ("dropped", .right),
      ("noted", .right), ("seconds", .right),
    ])
    for stage in stages {
      table.add([
        stage.name.rawValue, String(stage.taken), String(stage.kept), String(stage.dropped),
        String(stage.noted), String(format: "%.2f", stage.seconds),
      ])
    }
    var parts = [table.text]
    let failed = sources.filter { $0.outcome == .failed }
    if !failed.isEmpty {
      parts.append(
        failed.map { source in
          let reason = source.finding.map { "\($0.code): \($0.message)" } ?? "failed"
          return "\(source.id) failed: \(TerminalText.safe(reason))"
        }.joined(separator: "\n"))
    }
    let quarantined = findings.filter(\.code.quarantinesItem)
    if !quarantined.isEmpty {
      parts.append(
        quarantined.prefix(10).map { finding in
          let place = finding.line.map { ":\($0)" } ?? ""
          return TerminalText.safe(
            "\(finding.source ?? "")\(place): \(finding.code): \(finding.message)")
        }.joined(separator: "\n")
          + (quarantined.count > 10 ? "\nand \(quarantined.count - 10) more, in the report" : ""))
    }
    if let editionPath {
      let counts = counts.map { "\($0.count) \($0.name)" }.joined(separator: ", ")
      parts.append(
        "Edition \(edition ?? ""): \(counts)\nLook at \(Self.shortened(editionPath))")
    }
    return parts.joined(separator: "\n\n")
  }

  /// The path from the folder one stands in, where it lies below that.
  private static func shortened(_ path: String) -> String {
    let here = FileManager.default.currentDirectoryPath + "/"
    return path.hasPrefix(here) ? String(path.dropFirst(here.count)) : path
  }
}
