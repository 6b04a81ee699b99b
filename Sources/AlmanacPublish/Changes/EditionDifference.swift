import AlmanacModel
import AlmanacTime
import Foundation

/// What became of the events from one edition to another, whichever two they are.
///
/// Of editions that follow each other this is what the later one's `changes.ndjson` tells; descriptions
/// are told to differ, not how.
public struct EditionDifference: Sendable {
  public struct Line: Hashable, Sendable {
    public enum Kind: String, Sendable, CaseIterable {
      case added, changed, cancelled, gone
    }

    public var kind: Kind
    public var event: String
    public var title: String
    /// The column of `event`, or `occurrences`.
    public var field: String?
    public var old: String?
    public var new: String?
  }

  /// In the order of the events' ids.
  public let lines: [Line]
  /// Events that both have and that are alike.
  public let unchanged: Int
  /// Events that were over before the later edition's clock and are in it no more.
  public let ended: Int

  private static let untold: Set = ["description", "html"]

  /// - Throws: also where an edition is damaged, or of another version of Almanac.
  public init(from old: EditionArchive.Entry, to new: EditionArchive.Entry) throws {
    var lines: [Line] = []
    var unchanged = 0
    var ended = 0
    // Outside it occurrences come and go with the window, and within a day and a half of its ends.
    let margin = 36 * 3_600
    let common = Window(
      from: max(old.window.from, new.window.from) + margin,
      to: min(old.window.to, new.window.to) - margin)
    let before = try PreviousDatabase(at: old.folder.appending(path: EditionDatabase.path))
    let after = try PreviousDatabase(at: new.folder.appending(path: EditionDatabase.path))
    try before.read { before in
      try after.read { after in
        var one = try before.next()
        var other = try after.next()
        while one != nil || other != nil {
          if let gone = one, other.map({ gone.id.precedes($0.id) }) ?? true {
            // What was withdrawn before has been told of then.
            let isAhead =
              !gone.isWithdrawn
              && gone.occurrences.contains { ($0.endsAt ?? $0.startsAt) >= new.now }
            if isAhead {
              lines.append(Line(kind: .gone, event: gone.id, title: gone.title))
            } else {
              ended += 1
            }
            one = try before.next()
          } else if let added = other, one.map({ added.id.precedes($0.id) }) ?? true {
            // What came and was withdrawn in between is in neither, to whoever reads both.
            if !added.isWithdrawn {
              lines.append(
                Line(
                  kind: .added, event: added.id, title: added.title,
                  new: added.occurrences.first?.startText))
            }
            other = try after.next()
          } else if let first = one, let second = other {
            let found = try Self.compare(
              first, second, in: common, before.fields(of: first.id), after.fields(of: second.id))
            if found.isEmpty { unchanged += 1 }
            lines += found
            one = try before.next()
            other = try after.next()
          }
        }
      }
    }
    self.lines = lines
    self.unchanged = unchanged
    self.ended = ended
  }

  private static func compare(
    _ old: PreviousEvent, _ new: PreviousEvent, in common: Window, _ oldFields: [String: String],
    _ newFields: [String: String]
  ) -> [Line] {
    guard old.isWithdrawn == new.isWithdrawn else {
      return [
        Line(
          kind: new.isWithdrawn ? .gone : .added, event: new.id, title: new.title,
          new: new.isWithdrawn ? nil : new.occurrences.first?.startText)
      ]
    }
    var lines: [Line] = []
    if old.status != "cancelled", new.status == "cancelled" {
      lines.append(Line(kind: .cancelled, event: new.id, title: new.title))
    }
    for name in EventContent.fieldNames where oldFields[name] != newFields[name] {
      if name == "status", new.status == "cancelled" { continue }
      let isTold = !untold.contains(name)
      lines.append(
        Line(
          kind: .changed, event: new.id, title: new.title, field: name,
          old: isTold ? oldFields[name] : nil, new: isTold ? newFields[name] : nil))
    }
    let dates = (text(of: old, unlike: new, in: common), text(of: new, unlike: old, in: common))
    if dates.0 != dates.1 {
      lines.append(
        Line(
          kind: .changed, event: new.id, title: new.title, field: "occurrences", old: dates.0,
          new: dates.1))
    } else if texts(of: old, in: common) != texts(of: new, in: common) {
      lines.append(
        Line(
          kind: .changed, event: new.id, title: new.title, field: "occurrence.description"))
    }
    return lines
  }

  /// The occurrences that the other one has not, the first few of them.
  private static func text(
    of event: PreviousEvent, unlike other: PreviousEvent, in common: Window
  ) -> String? {
    let known = Set(other.occurrences.map(words))
    let own = event.occurrences.filter { $0.touches(common) }.map(words)
      .filter { !known.contains($0) }
    guard !own.isEmpty else { return nil }
    return own.prefix(3).joined(separator: "; ") + (own.count > 3 ? "; … \(own.count) in all" : "")
  }

  /// Descriptions of occurrences of their own, by what the occurrences are found by.
  private static func texts(of event: PreviousEvent, in common: Window) -> [String: String] {
    Dictionary(
      event.occurrences.filter { $0.touches(common) }.compactMap { occurrence in
        occurrence.text.map { (occurrence.key, $0) }
      }, uniquingKeysWith: { first, _ in first })
  }

  private static func words(_ occurrence: OccurrenceContent) -> String {
    let status = occurrence.status == "confirmed" ? nil : occurrence.status
    return [occurrence.startText, occurrence.title, occurrence.venue, status]
      .compactMap(\.self).joined(separator: ", ")
  }
}
