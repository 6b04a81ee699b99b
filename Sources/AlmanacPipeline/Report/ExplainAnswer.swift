import AlmanacModel
import AlmanacPublish
import AlmanacStore
import AlmanacTime
public import Foundation

/// What `almanac explain` prints.
public struct ExplainAnswer: Sendable {
  private let reader: EditionReader
  /// nil where there is none beside the edition: then it tells less.
  private let workspace: Workspace?

  /// Occurrences of a series that are told one by one.
  private static let fewStarts = 3

  public init(output: URL) throws {
    reader = try EditionReader(edition: output.appending(path: "latest"))
    let folder = output.appending(path: "workspace")
    workspace =
      FileManager.default.fileExists(atPath: folder.path) ? try Workspace(folder: folder) : nil
  }

  /// One paragraph to each event of that name.
  ///
  /// - Parameter name: An event's id of now or of before, or a listing's id, uid or link.
  public func text(of name: String) throws -> String {
    try reader.explanations(of: name).map { event in
      Self.paragraph(event, SourcedFact.facts(of: try workspace?.event(event.id)))
    }
    .joined(separator: "\n\n")
  }

  /// One JSON object a line to each event of that name.
  public func json(of name: String) throws -> [UInt8] {
    var json = JSONWriter()
    for event in try reader.explanations(of: name) {
      Self.write(event, SourcedFact.facts(of: try workspace?.event(event.id)), to: &json)
    }
    return json.bytes
  }

  private static func write(
    _ event: EventExplanation, _ facts: [SourcedFact], to json: inout JSONWriter
  ) {
    json.beginObject()
    json.member("event", event.id)
    json.member("title", event.title)
    json.member("status", event.status)
    json.member("starts", event.starts)
    json.member("venue", event.venue)
    json.member("placeName", event.placeName)
    json.member("room", event.room)
    json.member("placementMethod", event.placementMethod)
    json.member("placementReason", event.placementReason)
    json.member("placementConfidence", event.placementConfidence)
    json.member("placementCandidate", event.placementCandidate)
    json.member("placementAgainst", event.placementAgainst)
    json.member("category", event.category)
    json.member("categoryReason", event.categoryReason)
    json.member("categoryConfidence", event.categoryConfidence)
    json.key("facts")
    json.beginArray()
    for fact in facts {
      json.beginObject()
      json.member("name", fact.name)
      json.member("value", fact.value)
      json.member("source", fact.source)
      json.endObject()
    }
    json.endArray()
    json.member("aliases", event.aliases)
    json.key("listings")
    json.beginArray()
    for listing in event.listings {
      json.beginObject()
      json.member("id", listing.id)
      json.member("title", listing.title)
      json.member("start", listing.startText)
      json.member("venue", listing.venue)
      json.member("score", listing.score)
      json.member("evidence", listing.evidence)
      json.endObject()
    }
    json.endArray()
    json.key("changes")
    json.beginArray()
    for change in event.changes {
      json.beginObject()
      json.member("at", change.at.rfc3339)
      json.member("change", change.kind)
      json.member("field", change.field)
      json.member("old", change.old)
      json.member("new", change.new)
      json.endObject()
    }
    json.endArray()
    json.endObject()
    json.endLine()
  }

  private static func paragraph(_ event: EventExplanation, _ facts: [SourcedFact]) -> String {
    var lines = ["\(event.id): \(event.title)"]
    if event.status != "confirmed" { lines.append("status    \(event.status)") }
    lines.append("when      \(starts(of: event))")
    lines.append("place     \(place(of: event))")
    lines.append("category  \(category(of: event))")
    for fact in facts {
      // A name may be longer than the column.
      let gap = String(repeating: " ", count: max(1, 10 - fact.name.count))
      lines.append("\(fact.name)\(gap)\(fact.value) (\(fact.source))")
    }
    if !event.aliases.isEmpty {
      lines.append("was       \(event.aliases.joined(separator: ", "))")
    }
    lines.append("listings")
    for (index, listing) in event.listings.enumerated() {
      let said = [listing.title, listing.startText, listing.venue].compactMap(\.self)
        .filter { !$0.isEmpty }
      lines.append("  \(listing.id): \(said.joined(separator: ", "))")
      guard index > 0 else { continue }
      let score = (listing.score * 1_000).rounded() / 1_000
      lines.append("    \(score): \(listing.evidence.joined(separator: ", "))")
    }
    if !event.changes.isEmpty { lines.append("history") }
    for change in event.changes {
      let field = change.field.map { " \($0)" } ?? ""
      let values = [change.old, change.new].contains { $0 != nil }
      let text = values ? ": \(change.old ?? "nothing") → \(change.new ?? "nothing")" : ""
      lines.append("  \(change.at.rfc3339) \(change.kind)\(field)\(text)")
    }
    return lines.map { TerminalText.oneLine($0) }.joined(separator: "\n")
  }

  /// On the clocks of the campus, also where the source told them in UTC.
  private static func starts(of event: EventExplanation) -> String {
    let zone = ZoneDatabase.system.zone(named: event.timezone)
    let told = event.starts.prefix(fewStarts).map { start in
      guard start.hasSuffix("Z"), let zone, let instant = Instant(rfc3339: start) else {
        return start
      }
      return CalendarTime.zoned(ZonedTime(instant, in: zone)).publicText
    }
    .joined(separator: ", ")
    let count = event.starts.count
    return count > fewStarts ? "\(told) and \(count - fewStarts) more" : told
  }

  private static func place(of event: EventExplanation) -> String {
    let said = event.venue.map { "'\($0)'" } ?? "no venue"
    let against = event.placementAgainst.map { ", but '\($0)'" } ?? ""
    guard let name = event.placeName else {
      let likeliest = event.placementCandidate.map { "; likeliest \($0)\(against)" } ?? ""
      return "none, for \(said): \(event.placementReason ?? "unknown")\(likeliest)"
    }
    let room = event.room.map { ", room \($0)" } ?? ""
    return "\(name)\(room), for \(said)\(against)"
      + sureness(event.placementMethod, event.placementConfidence)
  }

  private static func category(of event: EventExplanation) -> String {
    (event.category ?? "none") + sureness(event.categoryReason, event.categoryConfidence)
  }

  private static func sureness(_ how: String?, _ confidence: Double?) -> String {
    let number = confidence.map { "\(($0 * 100).rounded() / 100)" }
    let parts = [how, number].compactMap(\.self)
    return parts.isEmpty ? "" : " (\(parts.joined(separator: ", ")))"
  }
}
