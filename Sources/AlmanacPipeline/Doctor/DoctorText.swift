import AlmanacModel
import Foundation

extension Doctor {
  public static func exitCode(of lines: [Line]) -> ExitCode {
    lines.contains { $0.verdict == .fail } ? .degraded : .published
  }

  public static func text(of lines: [Line], style: TerminalStyle = .plain) -> String {
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

  public static func json(of lines: [Line]) -> String {
    var json = JSONWriter()
    json.beginObject()
    json.member("schema", "almanac.doctor/1")
    json.member("exit", Int(exitCode(of: lines).rawValue))
    json.key("checks")
    json.beginArray()
    for line in lines {
      json.beginObject()
      json.member("name", line.name)
      json.member("verdict", line.verdict.rawValue)
      json.member("finding", line.finding)
      json.member("remedy", line.remedy)
      json.endObject()
    }
    json.endArray()
    json.endObject()
    return json.text
  }
}
