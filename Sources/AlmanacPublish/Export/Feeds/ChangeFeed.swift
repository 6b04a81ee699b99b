import AlmanacModel
import AlmanacTime
import Foundation
import GRDB

/// `feeds/changes.atom`: the change log as an Atom feed (RFC 4287), the newest first. An entry has
/// all changes of one event in one edition.
struct ChangeFeed {
  private struct Key: Hashable {
    let at: Instant
    let event: String

    func isBefore(_ other: Key) -> Bool {
      at != other.at ? at > other.at : event.precedes(other.event)
    }
  }

  static let path = "feeds/changes.atom"
  private static let limit = 300

  /// How long a change remains in the feed, in seconds before the start of the current week.
  static let retention = 30 * 86_400

  private let contents: EditionContents
  /// Changes grouped by time and event, the newest first.
  private let groups: [[Change]]
  private let updated: Instant

  init(_ database: Database, _ contents: EditionContents) throws {
    self.contents = contents
    let changes = try ChangeLog.changes(after: contents.weekBegan - Self.retention, in: database)
    groups = Dictionary(grouping: changes) { Key(at: $0.at, event: $0.event) }
      .sorted { $0.key.isBefore($1.key) }.prefix(Self.limit).map(\.value)
    // The time of the newest change, not the run time: a run without changes doesn't change the
    // feed.
    let newest = try Int64.fetchOne(database, sql: "SELECT max(at) FROM event_change")
    updated = newest.map { Instant(secondsSinceEpoch: $0) } ?? contents.weekBegan
  }

  func write(attributions: [Attribution], to builder: EditionBuilder) throws {
    let file = try builder.file(Self.path)
    try file.append(
      """
      <?xml version="1.0" encoding="utf-8"?>
      <feed xmlns="http://www.w3.org/2005/Atom">
      <id>tag:\(XMLText.escaped(contents.uidDomain)),2026:changes</id>

      """)
    try file.append(XMLText.element("title", "\(contents.calendarName): changes"))
    if let address = contents.address {
      try file.append(XMLText.link("self", "application/atom+xml", address.file(Self.path)))
      try file.append(XMLText.link("alternate", "text/html", address.page()))
    }
    try file.append(XMLText.element("updated", updated.rfc3339))
    try file.append("<author><name>\(XMLText.escaped(contents.calendarName))</name></author>\n")
    try file.append(XMLText.element("rights", attributions.lines.joined(separator: "\n")))
    for changes in groups {
      try file.append(entry(changes))
      file.records += 1
    }
    try file.append("</feed>\n")
    try builder.finish(file)
  }

  private func entry(_ changes: [Change]) -> String {
    guard let first = changes.first else { return "" }
    let stamp = first.at.rfc3339.filter { $0.isNumber }
    let day = first.at.rfc3339.prefix(10)
    let kind = changes.contains { $0.kind == .cancelled } ? Change.Kind.cancelled : first.kind
    // Retracted events have no title.
    let heading = [kind.rawValue.capitalized, first.title].filter { !$0.isEmpty }
    return "<entry>\n<id>tag:\(XMLText.escaped(contents.uidDomain)),\(day):"
      + "\(XMLText.escaped(first.event))/\(stamp)</id>\n"
      + XMLText.element("title", heading.joined(separator: ": "))
      + XMLText.element("updated", first.at.rfc3339)
      + "<category term=\"\(kind.rawValue)\"/>\n"
      + XMLText.element(
        "content", changes.map(Self.words).joined(separator: "\n"), " type=\"text\"")
      + "</entry>\n"
  }

  /// One line, such as `place: great-hall → library`.
  private static func words(_ change: Change) -> String {
    guard let field = change.field else { return change.kind.rawValue }
    switch (change.old, change.new) {
    case (nil, nil): return "\(field): changed"
    case (nil, let new?): return "\(field): \(new)"
    case (let old?, nil): return "\(field): no longer \(old)"
    case (let old?, let new?): return "\(field): \(old) → \(new)"
    }
  }
}
