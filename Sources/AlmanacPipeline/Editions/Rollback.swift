import AlmanacModel
import AlmanacPublish
import AlmanacTime
public import Foundation

/// Republishes an earlier edition: `almanac rollback`.
///
/// Only the link moves: the former latest edition stays, and the next run publishes a new one.
public struct Rollback: Sendable {
  public struct Line: Answer {
    public static let schema = "almanac.edition/2"

    public var id: String
    /// In RFC 3339.
    public var now: String
    public var bytes: Int
    public var latest: Bool
  }

  private let output: OutputFolder

  public init(output: URL) { self.output = OutputFolder(url: output) }

  /// All editions, newest first.
  public func list() throws -> [Line] {
    try output.archive().entries.reversed().map {
      Line(id: $0.id, now: $0.now.rfc3339, bytes: $0.bytes, latest: $0.isLatest)
    }
  }

  /// - Parameter name: nil: the edition before the latest, or the newest if the latest is missing.
  /// - Returns: The ids of the former and of the new latest edition.
  public func roll(to name: String?) throws -> (from: String?, to: String) {
    try output.locked {
      let archive = try output.archive()
      let target =
        if let name {
          try OutputFolder.entry(name, in: archive)
        } else if let latest = archive.latest {
          archive.before(latest)
        } else { archive.entries.last }
      guard let target else { throw ArchiveError.onlyOne }
      try archive.pointLatest(to: target)
      return (archive.latest?.id, target.id)
    }
  }

  public func text(of lines: [Line], style: TerminalStyle = .plain) -> String {
    var table = TextTable("", "edition", "time of its run", .numbers("MB"), style: style)
    for line in lines {
      table.add(
        [
          line.latest ? "latest" : "", line.id, line.now,
          String(format: "%.1f", Double(line.bytes) / 1_000_000),
        ], marking: 0, .good)
    }
    return table.text
  }
}
