import AlmanacModel
import Foundation

/// Parts of an edition's files, byte for byte as they were published.
struct PublishedExcerpt {
  let folder: URL

  /// `events.geojson` has a feature a line, which begins with its id.
  func geoJSON(of events: Set<String>) throws -> [UInt8] {
    let text = try String(
      contentsOf: folder.appending(path: "geojson/events.geojson"), encoding: .utf8)
    var features: [Substring] = []
    // The first line holds the collection's own members, whom to thank among them.
    let head = text.prefix { $0 != "\n" }
    for line in text.split(separator: "\n") where line.hasPrefix(#"{"type":"Feature","id":""#) {
      let id = line.dropFirst(#"{"type":"Feature","id":""#.count).prefix { $0 != "\"" }
      if events.contains(String(id)) {
        features.append(line.hasSuffix(",") ? line.dropLast() : line)
      }
    }
    let body = features.joined(separator: ",\n")
    return Array("\(head)\n\(body)\n]}\n".utf8)
  }

  /// `all.ics` with those of its events.
  func calendar(of events: Set<String>) throws -> [UInt8] {
    let bytes = try Data(contentsOf: folder.appending(path: "calendars/all.ics"))
    let lines = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\r\n")
    var kept: [String] = []
    var component: [String] = []
    var isInEvent = false
    for line in lines {
      if line == "BEGIN:VEVENT" { isInEvent = true }
      if isInEvent { component.append(line) } else { kept.append(line) }
      guard line == "END:VEVENT" else { continue }
      if isWanted(component, events) { kept += component }
      component = []
      isInEvent = false
    }
    return Array(kept.joined(separator: "\r\n").utf8)
  }

  /// UIDs are `<event>@<domain>`, of dated instances `<event>-<date>@<domain>`, and may be folded.
  private func isWanted(_ component: [String], _ events: Set<String>) -> Bool {
    guard let start = component.firstIndex(where: { $0.hasPrefix("UID:") }) else { return false }
    let folded = component[(start + 1)...].prefix { $0.hasPrefix(" ") }.map { $0.dropFirst() }
    let uid = component[start].dropFirst(4) + folded.joined()
    var name = uid.prefix { $0 != "@" }
    while true {
      if events.contains(String(name)) { return true }
      guard let hyphen = name.lastIndex(of: "-") else { return false }
      name = name[..<hyphen]
    }
  }
}
