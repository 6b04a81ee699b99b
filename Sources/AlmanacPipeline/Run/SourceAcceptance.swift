import AlmanacFiles
import AlmanacModel
import AlmanacStore
import AlmanacTime
public import Foundation

/// An operator's word that sources which list far less than before are right: what `accept` does.
public struct SourceAcceptance: Sendable {
  public struct Acceptance: Answer {
    public static let schema = "almanac.acceptance/2"

    public var source: String
    /// Events that it lists, and that it said before.
    public var listed: Int
    public var before: Int
    /// In RFC 3339.
    public var since: String
  }

  private let settings: Settings
  private let folder: URL

  /// - Throws: `RunError` where nothing has run, or another run is at work; `ConfigurationError`.
  public init(configuration: URL, output: URL) throws {
    folder = OutputFolder(url: output).workspaceFolder
    settings = try LastRun(of: output, configuration: configuration).settings
  }

  /// Lets the sources through the guard at the next run.
  ///
  /// - Throws: `RunError.unknownSource`, `.notHeld`, and then none is let through.
  public func accept(_ sources: [String]) throws -> [Acceptance] {
    let known = settings.sources.map(\.id)
    for id in sources where !known.contains(id) {
      throw RunError.unknownSource(id, known: known)
    }
    let lockFile = folder.appending(path: "lock")
    guard let lock = try FileLock(at: lockFile) else {
      throw RunError.locked(path: lockFile.path)
    }
    defer { withExtendedLifetime(lock) {} }
    let workspace = try Workspace(folder: folder)
    var holds: [(source: String, hold: SourceHold)] = []
    for source in sources {
      guard let hold = try workspace.hold(of: source) else { throw RunError.notHeld(source) }
      holds.append((source, hold))
    }
    return try holds.map { source, hold in
      var hold = hold
      hold.isAccepted = true
      try workspace.save(hold, of: source)
      return Acceptance(
        source: source, listed: hold.listed, before: try workspace.listingCount(source: source),
        since: hold.since.rfc3339)
    }
  }
}
