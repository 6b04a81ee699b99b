import AlmanacModel
import AlmanacTime
import Foundation
import GRDB

/// What is different between two editions; of editions that follow each other, what the later one's
/// `changes.ndjson` has.
public struct EditionDifference: Sendable {
  public struct Line: Hashable, Sendable, Encodable {
    private enum CodingKeys: String, CodingKey {
      case event, title, field, old, new
      case kind = "change"
    }

    public enum Kind: String, Sendable, Encodable, CaseIterable {
      case added, changed, cancelled, gone
    }

    public var kind: Kind
    public var event: String
    public var title: String
    /// As in the change log.
    public var field: String?
    public var old: String?
    public var new: String?
  }

  /// In the order of the events' ids.
  public let lines: [Line]
  /// Events that both have and that are alike.
  public let unchanged: Int
  /// Events that were over before the later edition's run time and are not in it any more.
  public let ended: Int

  /// - Throws: also where an edition is damaged, or of another version of Almanac.
  public init(from old: EditionArchive.Entry, to new: EditionArchive.Entry) throws {
    let databases = try [old, new].map {
      try StoredDatabase(at: $0.folder.appending(path: EditionDatabase.path))
    }
    for database in databases { try database.read { try $0.requireSound(Self.tables) } }
    var lines: [Line] = []
    var changed = 0
    var (inBoth, ended) = (0, 0)
    try databases[1].read { database in
      try database.execute(sql: "ATTACH ? AS old", arguments: [databases[0].url.path])
      let comparison = EditionComparison(
        database: database, now: new.now, windows: (old.window, new.window))
      (inBoth, ended) = try comparison.counts()
      try comparison.run { event, changes in
        lines += try changes.map { try Self.line($0, in: database) }
        guard let first = changes.first else { return }
        let isInBoth = try Bool.fetchOne(
          database,
          sql: "SELECT ?1 IN (SELECT id FROM old.event) AND ?1 IN (SELECT id FROM main.event)",
          arguments: [event])
        if isInBoth == true {
          changed += 1
        } else if first.kind != .added {
          ended -= 1
        }
      }
    }
    self.lines = lines
    self.unchanged = inBoth - changed
    self.ended = ended
  }

  static let tables = [
    "event", "event_revision", "occurrence", "occurrence_description", "event_category",
    "event_tag", "event_change",
  ]

  private static func line(_ change: Change, in database: Database) throws -> Line {
    var line = Line(
      kind: .changed, event: change.event, title: change.title, field: change.field,
      old: change.old, new: change.new)
    switch change.kind {
    case .added:
      line.kind = .added
      line.new = try String.fetchOne(
        database,
        sql: "SELECT start_text FROM main.occurrence WHERE event = ? ORDER BY start LIMIT 1",
        arguments: [change.event])
    case .changed: break
    case .cancelled:
      line.kind = .cancelled
      // The kind says it all, unless it is one date of several.
      if change.field == "status" { (line.field, line.old, line.new) = (nil, nil, nil) }
    case .withdrawn, .merged:
      line.kind = .gone
      (line.field, line.old, line.new) = (nil, nil, nil)
    }
    return line
  }
}
