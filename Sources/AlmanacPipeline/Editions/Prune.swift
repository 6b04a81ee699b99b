import AlmanacModel
import AlmanacPublish
import AlmanacStore
public import AlmanacTime
import Foundation

/// Editions and captures that are, or would be, removed: the result of `almanac prune`.
public struct Prune: Answer {
  public static let schema = "almanac.prune/2"

  public let editions: [String]
  public let captures: Int
  public let bodies: Int
  /// Total size of the bodies. Editions share their files, so their sizes are unknown.
  public let bytes: Int
  public let done: Bool
}

extension Prune {
  /// - Parameters:
  ///   - keepEditions: Number of editions that stay; nil: `publish.keepEditions`.
  ///   - days: Number of days for which captures stay.
  ///   - isDry: Whether to remove nothing.
  public init(_ last: LastRun, keepEditions: Int?, days: Int, now: Instant, isDry: Bool) throws {
    let limit = now - days * 86_400
    self = try last.output.locked {
      let archive = try EditionArchive(output: last.output.url)
      let editions = archive.excess(
        keeping: keepEditions ?? last.settings.publishing.keepEditions)
      let excess = try last.workspace.captureExcess(before: limit)
      if !isDry {
        try archive.remove(editions)
        try last.workspace.remove(excess, before: limit)
      }
      return Prune(
        editions: editions.map(\.id), captures: excess.entries, bodies: excess.bodies.count,
        bytes: excess.bytes, done: !isDry)
    }
  }

  public var text: String {
    let size = String(format: "%.1f MB", Double(bytes) / 1_000_000)
    let what =
      String(counting: editions.count, "edition") + ", "
      + String(counting: captures, "entry", plural: "entries") + " of the journal, "
      + String(counting: bodies, "body", plural: "bodies") + " of captures (\(size))"
    return (done ? "removed " : "would remove ") + what
      + (editions.isEmpty ? "" : "\n" + editions.map { "  \($0)" }.joined(separator: "\n"))
  }
}
