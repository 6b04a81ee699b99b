import AlmanacModel
import Foundation

extension FeedAddition {
  /// The found feeds, the preview and the next step.
  public func text(style: TerminalStyle = .plain) -> String {
    var parts: [String] = []
    if candidates.count > 1 {
      var table = TextTable([
        ("", .right), ("feed", .left), ("format", .left), ("items", .right), ("dated", .right),
      ])
      for (index, candidate) in candidates.enumerated() {
        table.add([
          index == number ? "* \(index + 1)" : "\(index + 1)",
          TerminalText.oneLine(candidate.address), candidate.format?.rawValue ?? "",
          String(candidate.items), String(candidate.dated),
        ])
      }
      parts.append(table.text + "\nNumber \(number + 1) is used; --pick N uses another")
    }
    parts.append(preview.text(style: style))
    if isWritten {
      parts.append(
        "Wrote \(file)\nLook it over, then: almanac check \(id) && almanac run")
    } else {
      parts.append("\(file) would be:\n\n\(TerminalText.safe(text))")
    }
    return parts.joined(separator: "\n\n")
  }
}
