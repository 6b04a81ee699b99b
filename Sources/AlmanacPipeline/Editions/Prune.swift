import AlmanacModel
import AlmanacPublish
import AlmanacStore
public import AlmanacTime
import Foundation

/// Removes old editions and captures: `almanac prune`.
public struct Prune: Sendable {
  public struct Excess: Answer {
    public static let schema = "almanac.prune/2"

    public var editions: [String]
    public var captures: Int
    public var bodies: Int
    /// Total size of the bodies. Editions share their files, so their sizes are unknown.
    public var bytes: Int
    public var done: Bool
  }

  private let output: OutputFolder
  private let keepEditions: Int
  /// Captures from before this time are removed.
  private let limit: Instant

  /// - Parameters:
  ///   - editions: Number of editions that stay; nil: `publish.keepEditions`.
  ///   - days: Number of days for which captures stay.
  public init(_ last: LastRun, editions: Int?, days: Int, now: Instant) {
    output = last.output
    keepEditions = editions ?? last.settings.publishing.keepEditions
    limit = now - days * 86_400
  }

  /// - Parameter isDry: Whether to remove nothing.
  public func run(isDry: Bool) throws -> Excess {
    try output.locked {
      let workspace = try output.workspace()
      let archive = try EditionArchive(output: output.url)
      let editions = archive.excess(keeping: keepEditions)
      let excess = try workspace.captureExcess(before: limit)
      if !isDry {
        try archive.remove(editions)
        try workspace.remove(excess, before: limit)
      }
      return Excess(
        editions: editions.map(\.id), captures: excess.entries, bodies: excess.bodies.count,
        bytes: excess.bytes, done: !isDry)
    }
  }
}

extension Prune.Excess {
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
