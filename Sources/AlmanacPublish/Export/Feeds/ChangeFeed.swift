import AlmanacModel
import AlmanacTime
import Foundation
import GRDB

/// `feeds/changes.atom`: the change log as an Atom feed (RFC 4287), the newest first. An entry has
/// all changes of one event in one edition.
struct ChangeFeed {
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
    groups = try ChangeLog.newest(
      Self.limit, after: contents.weekBegan - Self.retention, in: database)
    // The time of the newest change, not the run time: a run without changes doesn't change the
    // feed.
    let newest = try Int64.fetchOne(database, sql: "SELECT max(at) FROM event_change")
    updated = newest.map { Instant(secondsSinceEpoch: $0) } ?? contents.weekBegan
  }

  func write(attributions: [Attribution], to builder: EditionBuilder) throws {
    let feed = AtomFeed(
      path: Self.path, id: "changes", title: "\(contents.options.calendarName): changes",
      updated: updated.rfc3339)
    try feed.write(groups.map(entry), of: contents, attributions: attributions, to: builder)
  }

  private func entry(_ changes: [Change]) -> String {
    guard let first = changes.first else { return "" }
    let stamp = first.at.rfc3339.filter { $0.isNumber }
    let day = first.at.rfc3339.prefix(10)
    let kind = changes.contains { $0.kind == .cancelled } ? Change.Kind.cancelled : first.kind
    // Retracted events have no title.
    let heading = [kind.rawValue.capitalized, first.title].filter { !$0.isEmpty }
    return "<entry>\n<id>tag:\(XMLText.escaped(contents.options.uidDomain)),\(day):"
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
