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
          index == chosen ? "* \(index + 1)" : "\(index + 1)",
          TerminalText.oneLine(candidate.address), candidate.format?.rawValue ?? "",
          String(candidate.items), String(candidate.dated),
        ])
      }
      parts.append(table.text + "\nNumber \(chosen + 1) is used; --pick N uses another")
    }
    parts.append(preview.text(style: style))
    if isWritten {
      parts.append(
        "Wrote \(file.path)\nLook it over, then: almanac check \(id) && almanac run")
    } else {
      parts.append("\(file.path) would be:\n\n\(TerminalText.safe(text))")
    }
    return parts.joined(separator: "\n\n")
  }
}

extension FeedAddition: Answer {
  public static let schema = "almanac.add/2"

  private enum CodingKeys: CodingKey {
    case id, file, written, definition, candidates, chosen, preview
  }

  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(id, forKey: .id)
    try members.encode(file.path, forKey: .file)
    try members.encode(isWritten, forKey: .written)
    try members.encode(text, forKey: .definition)
    try members.encode(candidates, forKey: .candidates)
    try members.encode(candidates[chosen].address, forKey: .chosen)
    try members.encode(preview, forKey: .preview)
  }
}
