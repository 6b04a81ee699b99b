import AlmanacModel
import Foundation

extension Doctor.Examination {
  public func text(style: TerminalStyle = .plain) -> String {
    let width = lines.map(\.name.count).max() ?? 0
    return lines.map { line in
      let tint: TerminalStyle.Tint =
        switch line.verdict {
        case .ok: .good
        case .warn: .warning
        case .fail: .error
        }
      let verdict = line.verdict.rawValue
      let padding = String(repeating: " ", count: 5 - verdict.count)
      let name = line.name.padding(toLength: width, withPad: " ", startingAt: 0)
      let remedy = line.remedy.map { "; \($0)" } ?? ""
      return style.tinted(verdict, tint) + padding + name + "  "
        + TerminalText.oneLine(line.finding + remedy)
    }.joined(separator: "\n")
  }
}
