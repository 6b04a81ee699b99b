import AlmanacModel
import AlmanacTime
import Foundation

/// Puts the changes of an edition by: of an event that is gone it is known when all events were seen
/// whether another has taken its place.
final class ChangeSpool {
  private let now: Instant
  private let pieces: PieceSpool
  private var heirs: [String: String] = [:]

  init(now: Instant, in folder: URL) throws {
    self.now = now
    pieces = try PieceSpool(in: folder)
  }

  /// Takes the former ids of an event, in the order of the events.
  func note(aliases: [String], of event: String) {
    for alias in aliases where heirs[alias] == nil { heirs[alias] = event }
  }

  func add(_ change: Change) throws {
    try append(change.kind.rawValue, change.event, change.title) { row in
      row.add(change.field)
      row.add(change.old)
      row.add(change.new)
    }
  }

  /// - Parameter isAhead: Whether it was to come.
  func lose(_ event: String, title: String, isAhead: Bool) throws {
    try append(nil, event, title) { $0.add(isAhead) }
  }

  func finish() throws -> EditionChanges {
    EditionChanges(now: now, heirs: heirs, pieces: try pieces.finish())
  }

  private func append(
    _ kind: String?, _ event: String, _ title: String, _ rest: (inout RowPacker) -> Void
  ) throws {
    var row = RowPacker()
    row.add(kind)
    row.add(event)
    row.add(title)
    rest(&row)
    row.endPiece()
    try pieces.append(row.pieces)
  }
}

/// The changes of an edition, in the order of the events' ids.
struct EditionChanges: Sendable {
  fileprivate let now: Instant
  fileprivate let heirs: [String: String]
  fileprivate let pieces: SpooledPieces

  func each(_ body: (Change) throws -> Void) throws {
    var walk = pieces.walk()
    while let piece = try walk.next() {
      let found = piece.withUnsafeBytes { bytes in
        var row = RowUnpacker(bytes)
        return change(&row)
      }
      if let found { try body(found) }
    }
  }

  private func change(_ row: inout RowUnpacker) -> Change? {
    let kind = row.text()
    guard let event = row.text(), let title = row.text() else { return nil }
    if let kind = kind.flatMap(Change.Kind.init) {
      return Change(
        kind, event: event, title: title, at: now, field: row.text(), old: row.text(),
        new: row.text())
    }
    if let heir = heirs[event] {
      return Change(
        .merged, event: event, title: title, at: now, field: "id", old: event, new: heir)
    }
    return row.integer() == 1 ? Change(.withdrawn, event: event, title: title, at: now) : nil
  }
}
