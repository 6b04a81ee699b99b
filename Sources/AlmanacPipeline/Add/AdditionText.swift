import AlmanacModel
import Foundation

extension FeedAddition {
  /// What was found and what is to be done next.
  public func text(isWritten: Bool, style: TerminalStyle = .plain) -> String {
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
      parts.append(table.text + "\nNumber \(chosen + 1) is taken; --choose N takes another")
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

  public func json(isWritten: Bool) -> String {
    var json = JSONWriter()
    json.beginObject()
    json.member("schema", "almanac.add/1")
    json.member("id", id)
    json.member("file", file.path)
    json.member("written", isWritten)
    json.member("definition", text)
    json.key("candidates")
    json.beginArray()
    for (index, candidate) in candidates.enumerated() {
      json.beginObject()
      json.member("address", candidate.address)
      json.member("title", candidate.title)
      json.member("format", candidate.format?.rawValue)
      json.member("items", candidate.items)
      json.member("dated", candidate.dated)
      json.member("chosen", index == chosen)
      json.endObject()
    }
    json.endArray()
    json.key("preview")
    json.raw(preview.json)
    json.endObject()
    return json.text
  }
}
