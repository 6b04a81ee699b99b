import AlmanacModel
import AlmanacTime
import Foundation
import GRDB

/// The difference between two editions. For successive editions, it equals the later one's
/// `changes.ndjson`.
public struct EditionDifference: Sendable {
  /// A difference of one event.
  public struct Line: Hashable, Sendable, Encodable {
    private enum CodingKeys: String, CodingKey {
      case event, title, field, old, new
      case kind = "change"
    }

    /// `gone` includes both withdrawn and merged events.
    public enum Kind: String, Sendable, Encodable, CaseIterable {
      case added, changed, cancelled, gone
    }

    public var kind: Kind
    public var event: String
    public var title: String
    /// The name in the change log.
    public var field: String?
    public var old: String?
    public var new: String?
  }

  /// Sorted by event id.
  public let lines: [Line]
  /// Number of events that are equal in both.
  public let unchanged: Int
  /// Number of events that ended before the later edition's run time and are not in it.
  public let ended: Int

  /// - Throws: `DatabaseIntegrityError` if an edition is damaged or of another version,
  ///   `FileError`.
  public init(from old: EditionArchive.Entry, to new: EditionArchive.Entry) throws {
    let databases = try [old, new].map {
      try StoredDatabase(at: $0.folder.appending(path: EditionDatabase.path))
    }
    for database in databases { try database.read { try $0.checkIntegrity(Self.tables) } }
    var lines: [Line] = []
    var changed = 0
    var (inBoth, ended) = (0, 0)
    try databases[1].read { database in
      try database.execute(sql: "ATTACH ? AS old", arguments: [databases[0].url.path])
      let comparison = EditionComparison(
        database: database, now: new.now, windows: (old.window, new.window))
      (inBoth, ended) = try comparison.counts()
      try comparison.run { _, presence, changes in
        lines += try changes.map { try Self.line($0, in: database) }
        // Events with changes are counted apart from the unchanged and the ended ones.
        guard !changes.isEmpty else { return }
        switch presence {
        case .inBoth: changed += 1
        case .gone: ended -= 1
        case .added: break
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
      // A cancellation has no field, unless it affects one of several dates.
      if change.field == "status" { (line.field, line.old, line.new) = (nil, nil, nil) }
    case .withdrawn, .merged:
      line.kind = .gone
      (line.field, line.old, line.new) = (nil, nil, nil)
    }
    return line
  }
}
